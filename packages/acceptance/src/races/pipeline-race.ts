// Whole calls on a path that another process turns into a link to a place the call may not reach: outside, the
// person's home of Wield, what a rule denies, and what asks first.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { CallOutcome } from "@wield/core";
import { callTool, makePlaces, type Places } from "../command/places.ts";

export const SWAPS = ["folder", "link", "file", "parents"] as const;
export const FORBIDDEN = ["outside", "home", "denied", "asks"] as const;

export type Swap = (typeof SWAPS)[number];
export type Forbidden = (typeof FORBIDDEN)[number];

const SECRET = "FORBIDDEN CONTENT\n";
const RULE = 'tools:\n  rules:\n    - { match: { path: "closed/**" }, action: deny }\n';

const CALLS: readonly ((number: number) => readonly [tool: string, input: object])[] = [
  () => ["read_file", { path: "d/f" }],
  () => ["write_file", { path: "d/f", content: "INSIDE\n" }],
  () => ["edit_file", { path: "d/f", old_string: "INSIDE\n", new_string: "INSIDE AND MORE\n" }],
  () => ["write_file", { path: "d/f", content: "more\n", append: true }],
  (number) => ["write_file", { path: `d/new/${number}/f`, content: "INSIDE\n" }],
];

/** What the calls of one race came to. */
export interface Tally {
  readonly calls: number;
  /** How many got through. */
  readonly ok: number;
  /** By tool and code, `ok` among them. */
  readonly answers: Readonly<Record<string, number>>;
}

/**
 * Throws as soon as anything of the forbidden place was shown or changed. `goOn` is asked before each round of calls,
 * with what there was so far.
 */
export async function racePipeline(
  { swap, forbidden }: { readonly swap: Swap; readonly forbidden: Forbidden },
  goOn: (round: number, sofar: Tally) => boolean,
): Promise<Tally> {
  await using places = makePlaces();
  places.write("home/config.yaml", RULE);
  const place = forbiddenPlace(places, forbidden);
  mkdirSync(place, { recursive: true });
  places.write(`${place.slice(places.root.length + 1)}/f`, SECRET);
  places.write(swap === "link" ? "work/d.real/f" : "work/d/f", "INSIDE\n");
  if (swap === "link") symlinkSync("d.real", join(places.workspace, "d"));
  const runtime = await places.open();
  const swapper = fork(join(import.meta.dirname, "swapper.program.ts"), [swap, places.workspace, place]);
  const tally = { calls: 0, ok: 0, answers: {} as Record<string, number> };
  try {
    await once(swapper, "message");
    for (let round = 0; goOn(round, tally); round += 1) {
      for (const [index, call] of CALLS.entries()) {
        const [tool, input] = call(round * CALLS.length + index);
        const outcome = await callTool(runtime, tool, input);
        const answer = outcome.status === "ok" ? `${tool} ok` : `${tool} ${outcome.code}`;
        tally.calls += 1;
        if (outcome.status === "ok") tally.ok += 1;
        tally.answers[answer] = (tally.answers[answer] ?? 0) + 1;
        checkShown(outcome, `${tool} at ${forbidden} by ${swap}`);
      }
      checkPlace(place, `${forbidden} by ${swap}`);
    }
  } finally {
    const ended = once(swapper, "exit");
    swapper.kill("SIGKILL");
    await ended;
  }
  return tally;
}

function forbiddenPlace({ root, home, workspace }: Places, forbidden: Forbidden): string {
  switch (forbidden) {
    case "outside":
      return join(root, "outside");
    case "home":
      return join(home, "vault");
    case "denied":
      return join(workspace, "closed");
    case "asks":
      return join(workspace, ".git");
  }
}

function checkShown(outcome: CallOutcome, what: string): void {
  if (what.includes(" asks ")) return;
  if (JSON.stringify(outcome).includes("FORBIDDEN")) throw new Error(`${what}: it was shown`);
}

function checkPlace(place: string, what: string): void {
  const names = readdirSync(place).filter((name) => !name.startsWith(".wield-"));
  const content = readFileSync(join(place, "f"), "utf8");
  if (names.join() !== "f" || content !== SECRET)
    throw new Error(`${what}: it holds ${names.join()}, and f is ${JSON.stringify(content)}`);
}
