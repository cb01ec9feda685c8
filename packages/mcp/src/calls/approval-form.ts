import type { ApprovalAnswer, ApprovalRequest } from "@wield/core";
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";

/** Characters of a preview that a form shows. */
const MAX_PREVIEW_CHARS = 20_000;

const ONCE = "allow once";
const SESSION = "allow for this session";
const DENY = "deny";

type Asked = Omit<ApprovalRequest, "rawInput">;

/** The question whether a call may run, as a form any client can show. `always` is not offered over MCP. */
export function approvalForm(request: Asked): ElicitRequestFormParams {
  const choices = request.rule === undefined ? [ONCE, DENY] : [ONCE, SESSION, DENY];
  return {
    mode: "form",
    message: describe(request),
    requestedSchema: {
      type: "object",
      properties: {
        decision: {
          type: "string",
          title: "May this call run?",
          description:
            request.rule === undefined ? "Only this one call." : "For the session: every call like it.",
          enum: choices,
        },
      },
      required: ["decision"],
    },
  };
}

/**
 * What the client made of the form. Everything but a plain choice to allow is a refusal: declined, cancelled, sent
 * empty, or filled in with something that was not offered.
 */
export function readDecision(response: unknown): Pick<ApprovalAnswer, "choice" | "remark"> {
  const { action, content } = fieldsOf(response);
  if (action !== "accept") return { choice: "deny" };
  const { decision } = fieldsOf(content);
  if (decision === ONCE) return { choice: "once" };
  if (decision === SESSION) return { choice: "session" };
  return decision === DENY ? { choice: "deny" } : { choice: "deny", remark: "the answer chose nothing" };
}

function describe({ tool, reason, effectWords, preview, previewProblem }: Asked): string {
  const lines = [`Wield asks: may ${tool} run?`, reason];
  if (effectWords.length > 0) lines.push(`It would: ${effectWords.join("; ")}`);
  const shown = preview ?? previewProblem;
  if (shown !== undefined) lines.push("", shorten(shown));
  return lines.join("\n");
}

function shorten(text: string): string {
  if (text.length <= MAX_PREVIEW_CHARS) return text;
  const head = text.slice(0, MAX_PREVIEW_CHARS).toWellFormed();
  return `${head}\n… ${text.length - MAX_PREVIEW_CHARS} more characters are not shown here`;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
