import { USAGE_EXIT } from "../../outcome/exit-code.ts";
import { printProblem } from "../../outcome/print-problem.ts";
import { sessionJson } from "../../sessions/export/session-json.ts";
import { sessionMarkdown } from "../../sessions/export/session-markdown.ts";
import { writeExport } from "../../sessions/export/write-export.ts";
import { DONE } from "./slash-world.ts";
import type { SlashHandler } from "./slash-world.ts";

export const showUsage: SlashHandler = (_rest, { session, out }) => {
  const { input, output, cached, steps, calls } = session.usage();
  const count = (value: number): string => value.toLocaleString("en-US");
  out.line(`tokens in  ${count(input)}${cached === 0 ? "" : ` (${count(cached)} of them from the cache)`}`);
  out.line(`tokens out ${count(output)}`);
  out.line(`steps ${count(steps)}, calls ${count(calls)}`);
  return DONE;
};

export const steer: SlashHandler = (rest, { session, out }) => {
  const steered = session.steer(rest);
  return steered.ok ? DONE : { code: printProblem(steered, out, USAGE_EXIT) };
};

export const stop: SlashHandler = (_rest, { session, out }) => {
  if (session.isBusy) session.stop();
  else out.line("nothing is running");
  return DONE;
};

export const retry: SlashHandler = (_rest, { session, follow }) => {
  follow(session.retry());
  return DONE;
};

export const undo: SlashHandler = async (rest, { session, out, suggest }) => {
  if (rest !== "") {
    const hint = `/rollback ${rest} puts files back.`;
    const message = "/undo takes the last exchange out of the conversation and nothing else";
    return { code: printProblem({ message, hint }, out, USAGE_EXIT) };
  }
  const undone = await session.undoExchange();
  if (!undone.ok) return { code: printProblem(undone, out) };
  out.line("the last exchange is out of the conversation; files stay as they are (/rollback is for files)");
  suggest(undone.value);
  return DONE;
};

export const title: SlashHandler = async (rest, { session, out }) => {
  if (rest !== "") await session.setTitle(rest);
  out.line(session.title === "" ? "no title yet" : out.foreign(session.title));
  return DONE;
};

export const compact: SlashHandler = async (rest, { session, out }) => {
  const done = await session.compact(rest === "" ? undefined : rest);
  if (!done.ok) return { code: printProblem(done, out) };
  const { before, after } = done.value;
  out.line(`about ${before.toLocaleString("en-US")} tokens before, ${after.toLocaleString("en-US")} after`);
  return DONE;
};

const FORMATS: ReadonlyMap<string, typeof sessionJson> = new Map([
  ["md", sessionMarkdown],
  ["json", sessionJson],
]);

export const exportSession: SlashHandler = async (rest, { session, runtime, cwd, out }) => {
  const [, first = "", more = ""] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
  const isFormat = FORMATS.has(first);
  const given = isFormat ? more : rest;
  const format = isFormat ? first : given.endsWith(".json") ? "json" : "md";
  const path = given === "" ? `${session.id}.${format}` : given;
  const read = await runtime.store.sessions.read(session.id);
  if (!read.ok) return { code: printProblem(read, out) };
  const write = FORMATS.get(format) ?? sessionMarkdown;
  const text = write({
    id: session.id,
    title: session.title,
    workspaceRoot: runtime.workspaceRoot,
    events: read.value,
  });
  const written = await writeExport(text, { path, base: cwd });
  if (!written.ok)
    return { code: printProblem({ ...written, hint: "/export [md|json] PATH names another file." }, out) };
  out.line(`written to ${out.foreign(written.value)}`);
  return DONE;
};
