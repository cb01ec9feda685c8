import {
  bounded,
  defineTool,
  fail,
  ok,
  type Outcome,
  Processes,
  type ProcessLook,
  type ToolResult,
} from "@wield/core";
import * as z from "zod";
import { SHELL_CODES } from "../shell-codes.ts";
import { pageBytes } from "./page-bytes.ts";
import { factsData, processData } from "./process-data.ts";
import { renderFacts, renderLook } from "./render-look.ts";

const factFields = {
  process_id: z.string(),
  status: z.string(),
  command: z.string(),
  cwd: z.string(),
  pid: z.int(),
  exit_code: z.int().optional(),
  started_at: z.string(),
  ended_at: z.string().optional(),
};

export default defineTool({
  name: "process",
  description:
    "Look after background commands started with terminal: list, new output, whole log, wait, send input, stop. Prefer wait over polling.",
  input: z.strictObject({
    action: z.enum(["list", "poll", "log", "wait", "kill", "write"]).describe("What to do."),
    process_id: z.string().optional().describe("Id such as proc_1f2e."),
    offset: bounded(z.int().default(0), { min: 0, outside: "default" }).describe(
      "Byte to read the log from.",
    ),
    timeout: bounded(z.int().default(10), { min: 1, max: 30, outside: "clamp" }).describe(
      "Seconds to wait for the end.",
    ),
    until: z.string().optional().describe("Return as soon as new output holds this text."),
    input: z.string().optional().describe("Text to send to the command; add a line break yourself."),
    eof: z.boolean().default(false).describe("Close the command's input after this."),
  }),
  output: z.strictObject({
    process_id: z.string().optional(),
    status: z.string().optional(),
    command: z.string().optional(),
    cwd: z.string().optional(),
    pid: z.int().optional(),
    exit_code: z.int().optional(),
    started_at: z.string().optional(),
    ended_at: z.string().optional(),
    output: z.string().optional(),
    next_offset: z.int().optional(),
    truncated: z.boolean().optional(),
    has_more: z.boolean().optional(),
    processes: z.array(z.strictObject(factFields)).optional(),
  }),
  mutates: "depends",
  effects: ({ action, process_id: id = "" }) =>
    action === "kill" || action === "write"
      ? [{ kind: "opaque", label: `process ${action} ${id}`, resource: `process:${id}` }]
      : [],
  aliases: { id: "process_id", "action.stop": "kill", "action.status": "poll" },
  needs: [Processes],
  timeoutMs: 45_000,
  codes: {
    ...SHELL_CODES,
    unknown_process: "The session has no process of that id.",
    not_running: "The process has ended, so nothing can be sent to it.",
    past_end: "The offset lies behind the end of the log.",
  },
  examples: [
    { input: { action: "list" }, note: "What runs in the background, and what has ended." },
    { input: { action: "wait", process_id: "proc_1f2e", until: "ready on" }, note: "Until a server is up." },
    { input: { action: "write", process_id: "proc_1f2e", input: "yes\n" } },
  ],
  preview: ({ action, process_id: id, input, eof }) =>
    action === "write"
      ? `send to ${id ?? "?"}:\n${input ?? ""}${eof ? "\n(and close its input)" : ""}`
      : `${action} ${id ?? ""}`.trim(),
  async run(given, { processes, call }): Promise<ToolResult<ReturnType<typeof processData> | object>> {
    const { action, process_id: id, input, eof } = given;
    if (action === "list") {
      const known = processes.list();
      const text =
        known.length === 0 ? "No background processes in this session." : known.map(renderFacts).join("\n");
      return ok(text, { processes: known.map(factsData) });
    }
    if (id === undefined || id.trim() === "")
      return fail("invalid_arguments", `${action} needs process_id`, { hint: "process list shows the ids." });
    const options = { maxBytes: pageBytes(call.maxOutputChars) };
    switch (action) {
      case "poll":
        return shown(await processes.poll(id, options));
      case "wait": {
        const { timeout, until } = given;
        const waited = await processes.wait(id, {
          ...options,
          timeoutMs: timeout * 1000,
          ...(until === undefined ? {} : { until }),
        });
        return shown(waited);
      }
      case "log": {
        const page = await processes.log(id, { ...options, offset: given.offset });
        return shown(page, "log");
      }
      case "kill": {
        const killed = await processes.kill(id, options);
        if (!killed.ok) return killed;
        const { exitCode } = killed.value.process;
        return shown(
          killed,
          "page",
          killed.value.hadEnded ? [`already ended (exit ${exitCode ?? "code unknown"})`] : [],
        );
      }
      case "write":
        if ((input === undefined || input === "") && !eof)
          return fail("invalid_arguments", "write needs process_id and input (or eof)", {
            hint: "give the text to send, with its line break.",
          });
        return shown(await processes.write(id, { text: input ?? "", isEnd: eof }, options));
    }
  },
});

function shown(look: Outcome<ProcessLook>, kind: "page" | "log" = "page", notes: readonly string[] = []) {
  if (!look.ok) return look;
  const { moreBytes, nextOffset } = look.value;
  const how = kind === "log" ? `use offset=${nextOffset} to continue` : "poll again for them";
  const more = moreBytes > 0 ? `… ${moreBytes} more bytes (${how})` : "";
  return ok(renderLook(look.value, more), processData(look.value), {
    notes: [...look.value.notes, ...notes],
  });
}
