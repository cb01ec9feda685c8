import {
  callInput,
  fail,
  listNames,
  nearestName,
  quote,
  readCallLine,
  type ModelAnswer,
  type ModelEvent,
  type ModelFacts,
  type ModelPort,
  type ModelRequest,
  type Outcome,
  type ToolCard,
} from "@wield/core";

export interface ManualModelOptions {
  /** The text of the file behind `key=@FILE`; without it such words are refused. */
  readonly readFile?: (path: string) => Outcome<string>;
}

const FACTS: ModelFacts = {
  id: "manual",
  provider: "manual",
  contextWindow: 1_000_000,
  maxOutputTokens: 1_000_000,
  canSeeImages: false,
  maxTools: Number.POSITIVE_INFINITY,
};

type Call = Extract<ModelAnswer["parts"][number], { readonly kind: "call" }>;

/**
 * A person in a model's place: each line typed by one is a call, such as `read_file path=README.md limit=5` or
 * `grep {"pattern": "todo"}`. Anything else is answered with how calls are typed. Lines that a person did not type
 * are never calls.
 */
export function manualModel(options: ManualModelOptions = {}): ModelPort {
  return {
    facts: FACTS,
    // A stream, although nothing is waited for.
    // eslint-disable-next-line require-await
    async *stream(request, signal): AsyncGenerator<ModelEvent, void, undefined> {
      if (signal.aborted) {
        yield { kind: "cancelled" };
        return;
      }
      const answer = answerTo(request, options);
      for (const part of answer.parts) {
        if (part.kind === "text") yield { kind: "text", delta: part.text };
        if (part.kind === "call") yield { kind: "call_started", tool: part.tool };
      }
      yield { kind: "answer", answer };
    },
  };
}

function answerTo(request: ModelRequest, options: ManualModelOptions): ModelAnswer {
  const last = request.messages.at(-1);
  if (last?.role === "result") return saying(endOfCalls(request));
  if (last?.role !== "user" || last.origin !== "person") return saying("Noted.");
  const text = last.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
  const calls: Call[] = [];
  for (const line of typedLines(text)) {
    const call = callOf(line, request.tools, options);
    // All lines or none: what was meant has to be typed again as a whole.
    if (!call.ok) return saying(`${call.message}${call.hint === undefined ? "" : `\n${call.hint}`}`);
    calls.push(call.value);
  }
  return calls.length === 0 ? saying(help(request.tools)) : { parts: calls, finish: "calls" };
}

/** JSON may run over several lines: they belong to the call that opened it. */
function typedLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const last = lines.at(-1);
    if (last !== undefined && /^\S+\s*[{[]/.test(last) && !isJson(last.replace(/^\S+\s*/, ""))) {
      lines[lines.length - 1] = `${last}\n${line}`;
    } else if (line.trim() !== "") lines.push(line);
  }
  return lines;
}

function callOf(line: string, tools: readonly ToolCard[], options: ManualModelOptions): Outcome<Call> {
  const find = (name: string): ToolCard | undefined => tools.find((tool) => tool.name === name);
  const read = readCallLine(line, (name) => find(name) !== undefined);
  switch (read.kind) {
    case "text":
      return fail("no_call", help(tools, line.trim().split(/\s+/)[0]));
    case "mistake":
      return fail("no_call", read.message, read.hint === undefined ? {} : { hint: read.hint });
    case "json":
      return { ok: true, value: { kind: "call", tool: read.tool, rawInput: read.text } };
    case "words": {
      const card = find(read.tool);
      const input = callInput(read.words, {
        ...(card === undefined ? {} : { tool: { input: { json: card.schema }, aliases: {} } }),
        readFile: options.readFile ?? ((path) => fail("no_files", `${path} cannot be read here`)),
      });
      if (!input.ok) return input;
      return { ok: true, value: { kind: "call", tool: read.tool, rawInput: JSON.stringify(input.value) } };
    }
  }
}

function help(tools: readonly ToolCard[], word?: string): string {
  const names = tools.map(({ name }) => name);
  const near = word === undefined ? undefined : nearestName(word, names);
  const beginning =
    near === undefined
      ? "No model is configured: type a call."
      : `There is no tool ${quote(word)}; did you mean ${near}?`;
  return [
    `${beginning} A call is a tool's name, then key=value or JSON:`,
    "  read_file path=README.md limit=5",
    '  grep {"pattern": "todo"}',
    names.length === 0 ? "No tool is active here." : `Tools: ${listNames(names, 40)}.`,
    "`wield setup` configures a model that thinks for itself.",
  ].join("\n");
}

function endOfCalls({ messages }: ModelRequest): string {
  const results = messages.slice(messages.findLastIndex(({ role }) => role !== "result") + 1);
  const failed = results.filter((result) => result.role === "result" && result.status !== "ok");
  if (failed.length === 0) return "Done.";
  return results.length === 1
    ? "The call did not succeed."
    : `${failed.length} of ${results.length} calls did not succeed.`;
}

function saying(text: string): ModelAnswer {
  return { parts: [{ kind: "text", text }], finish: "stop" };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
