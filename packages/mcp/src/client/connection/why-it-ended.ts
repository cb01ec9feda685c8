import { sandboxHint } from "../results/sandbox-hint.ts";
import type { ServerEntry } from "../server-entry.ts";

/** What bubblewrap says when the program it is to start is not there for it. */
const NOT_FOUND = /^bwrap: execvp (.+): No such file or directory$/;

interface Ended {
  readonly entry: Pick<ServerEntry, "name" | "isSandboxed">;
  /** Why it ended, as the transport knows it. */
  readonly reason: string;
  /** The last lines of its standard error. */
  readonly lastWords: readonly string[];
}

/** Why a server's program ended, with what it said last; one that could not be started with the way on. */
export function whyItEnded({ entry, reason, lastWords }: Ended): string {
  const [missing] = lastWords.flatMap((line) => NOT_FOUND.exec(line)?.[1] ?? []);
  if (missing !== undefined)
    return `there is no program ${missing} where servers run: the sandbox has a /tmp of its own, and hides sandbox.hide; correct command, or start it without with mcp.servers.${entry.name}.sandbox: false`;
  const words = lastWords.join(" / ");
  const hint = sandboxHint(words, entry);
  return [
    reason,
    ...(words === "" ? [] : [`: ${words}`]),
    ...(hint === undefined ? [] : [` (${hint})`]),
  ].join("");
}
