import type { ProcessesDriver, ProcessMark, Program } from "@wield/core";

/** Reads until nobody holds the other end any more, and then ends the group of programs `$0`. */
const WATCH = 'read -r _; kill -TERM "-$0"; sleep 2; kill -KILL "-$0"';

export interface Watched {
  readonly program: Program;
  readonly mark: ProcessMark;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Ends a program with all it started when Wield is killed so hard that it can end nothing itself. Where no watch can
 * be started the program is told of our end by its input alone.
 */
export async function endWithUs(driver: ProcessesDriver, { program, mark, env }: Watched): Promise<void> {
  const path = env["PATH"];
  const watch = await driver.spawn({
    argv: ["sh", "-c", WATCH, String(program.identity.pid)],
    folder: "/",
    env: path === undefined ? {} : { PATH: path },
    // Of the program's own: it is ended together with it.
    mark: `${mark}.watch`,
    input: "pipe",
    output: "merged",
  });
  if (watch.ok) void program.ended.then(() => watch.value.release());
}
