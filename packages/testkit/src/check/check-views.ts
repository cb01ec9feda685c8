import type { Caller, Surface, ToolDefinition, ToolView } from "@wield/core";
import type { Remark } from "./finding.ts";

const MOST_PROMPT_CHARS = 4000;

const SURFACES: readonly (readonly [Surface, Caller])[] = [
  ["terminal", "agent"],
  ["web", "subagent"],
  ["telegram", "agent"],
  ["discord", "agent"],
  ["api", "http"],
  ["mcp", "mcp"],
];

/** What `available` and `prompt` answer in conversations of several kinds. */
export function checkViews(tool: ToolDefinition): readonly Remark[] {
  const found = viewsFor(tool.name).flatMap((view) => [
    ...askAvailable(tool, view),
    ...askPrompt(tool, view),
  ]);
  return [...new Set(found)].map((message) => ({ check: "contract", severity: "fail", message }));
}

function viewsFor(name: string): readonly ToolView[] {
  return SURFACES.flatMap(([surface, caller]) =>
    [true, false].map((isBusy) => ({
      surface,
      caller,
      platform: isBusy ? "linux" : "win32",
      activeTools: isBusy ? [name, "read_file"] : [],
      workspaceName: isBusy ? "check" : "",
      hasStoredOutputs: isBusy,
      sessionId: "ses_check",
    })),
  );
}

function askAvailable(tool: ToolDefinition, view: ToolView): readonly string[] {
  if (tool.available === undefined) return [];
  const asked = ask(() => tool.available?.(view));
  if ("error" in asked) return [`available threw: ${asked.error}; return the reason as a sentence instead`];
  const { answer } = asked;
  if (answer === undefined || (typeof answer === "string" && answer.trim() !== "")) return [];
  return [
    `available gave ${shown(answer)}; return nothing when the tool can be used, else the reason as one sentence`,
  ];
}

function askPrompt(tool: ToolDefinition, view: ToolView): readonly string[] {
  if (tool.prompt === undefined) return [];
  const asked = ask(() => tool.prompt?.(view));
  if ("error" in asked) return [`prompt threw: ${asked.error}`];
  const { answer } = asked;
  if (answer === undefined) return [];
  if (typeof answer !== "string") return [`prompt gave ${shown(answer)}; return text or nothing`];
  return answer.length <= MOST_PROMPT_CHARS
    ? []
    : [`prompt gave ${answer.length} characters; at most ${MOST_PROMPT_CHARS} are sent, the rest is cut off`];
}

/** Tools may be written without types: what comes back can be anything. */
function ask(question: () => unknown): { readonly answer: unknown } | { readonly error: string } {
  try {
    return { answer: question() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function shown(answer: unknown): string {
  if (answer instanceof Promise) return "a promise";
  return answer === "" ? "an empty text" : typeof answer === "object" ? "an object" : String(answer);
}
