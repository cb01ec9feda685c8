import type { SessionSummary } from "@wield/core";
import { USAGE_EXIT } from "../../outcome/exit-code.ts";
import { printProblem } from "../../outcome/print-problem.ts";
import type { Output } from "../../terminal/output.ts";
import { sessionLines } from "../../sessions/session-lines.ts";
import { DONE } from "./slash-world.ts";
import type { OpenRequest, SlashEnd, SlashHandler, SlashWorld } from "./slash-world.ts";

const LISTED = 20;

export const newSession: SlashHandler = (_rest, world) => goOn(world, { kind: "new" }, "a new conversation");

export const fork: SlashHandler = (_rest, world) =>
  goOn(world, { kind: "fork", id: world.session.id }, `a copy of ${world.session.id}`);

export const resume: SlashHandler = async (rest, world) => {
  const { runtime, out, session } = world;
  if (rest === "") {
    await list(world, "");
    return { code: printProblem({ message: "/resume ID is expected" }, out, USAGE_EXIT) };
  }
  const found = await runtime.store.sessions.find(rest);
  if (!found.ok) return { code: printProblem(found, out, USAGE_EXIT) };
  if (found.value.id === session.id) {
    out.line("this is that conversation");
    return DONE;
  }
  tellOtherWorkspace(found.value, runtime.workspaceRoot, out);
  return goOn(world, { kind: "resume", id: found.value.id }, found.value.title);
};

export const listSessions: SlashHandler = async (rest, world) => {
  await list(world, rest);
  return DONE;
};

async function list({ runtime, out, session }: SlashWorld, text: string): Promise<void> {
  const filter = { workspaceRoot: runtime.workspaceRoot, limit: LISTED, ...(text === "" ? {} : { text }) };
  const found = await runtime.store.sessions.list(filter);
  if (found.length === 0)
    out.line(text === "" ? "no conversation in this folder yet" : "none holds these words");
  for (const line of sessionLines(found, { columns: out.columns, colours: out.colours, current: session.id }))
    out.line(line);
}

function tellOtherWorkspace({ workspaceRoot }: SessionSummary, here: string, out: Output): void {
  if (workspaceRoot === here) return;
  out.line(
    out.colours.yellow(
      `it was held in ${out.foreign(workspaceRoot)}; its tools work in ${out.foreign(here)} now`,
    ),
  );
}

async function goOn(world: SlashWorld, request: OpenRequest, what: string): Promise<SlashEnd> {
  const { out, session } = world;
  if (session.isBusy) {
    const problem = { message: "a turn is running", hint: "/stop ends it." };
    return { code: printProblem(problem, out) };
  }
  const opened = await world.open(request);
  if (!opened.ok) return { code: printProblem(opened, out) };
  out.line(`${out.foreign(what)} (${opened.value.id})`);
  return DONE;
}
