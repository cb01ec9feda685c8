import type { AgentEventBody } from "@wield/agent";
import * as z from "zod";
import { RUN_EVENTS_VERSION } from "./run-events-version.ts";

const usage = z.object({
  input: z.int().describe("Tokens that were sent."),
  output: z.int().describe("Tokens that came."),
  cached: z.int().describe("Of the tokens sent, those the provider had in its cache."),
});
const anything = z.json();
const objects = z.array(z.looseObject({ kind: z.string() }));
const status = z.enum(["ok", "failed", "denied", "cancelled"]);
const reason = z.enum([
  "done",
  "cancelled",
  "tool_limit",
  "repetition",
  "step_limit",
  "spend_limit",
  "context_full",
  "model_error",
  "no_progress",
]);

/** Every event by its type: what it tells, and its fields. */
export const RUN_EVENTS = {
  session: {
    about: "First: which conversation it is and what it has. Again when one of these changes.",
    fields: {
      session_id: z.string().describe("To go on with it: `wield --resume ID`."),
      workspace: z.string(),
      model: z.string().describe("`provider/name`."),
      toolset: z.string(),
      tools: z.array(z.string()).describe("Names of the tools the model has."),
    },
  },
  turn: {
    about: "A message of the person starts a turn.",
    fields: { turn: z.int(), message_id: z.string(), text: z.string() },
  },
  text: { about: "The next piece of the answer.", fields: { delta: z.string() } },
  reasoning: { about: "The next piece of the model's thinking.", fields: { delta: z.string() } },
  tool_call: {
    about: "A call the model asked for.",
    fields: {
      call_id: z.string(),
      tool: z.string(),
      input: anything.describe("Secrets are masked."),
      effects: objects.describe("What it touches."),
      parent_id: z.string().optional().describe("The call inside which it was made."),
    },
  },
  tool_progress: {
    about: "What a running call does.",
    fields: {
      call_id: z.string(),
      message: z.string(),
      fraction: z.number().optional().describe("From 0 to 1."),
    },
  },
  tool_result: {
    about: "How a call ended. One for each call.",
    fields: {
      call_id: z.string(),
      tool: z.string(),
      status,
      code: z.string().optional().describe("Of a failure; docs/failure-codes.md lists them."),
      text: z.string(),
      notes: z.array(z.string()),
      data: anything.optional(),
      duration_ms: z.number(),
      output_ref: z.string().optional().describe("Where the whole text is when it was cut."),
    },
  },
  approval: {
    about: "A request whether a call may run; later the same id with the answer.",
    fields: {
      id: z.string(),
      request: z.looseObject({}).optional(),
      answer: z.looseObject({ choice: z.enum(["once", "session", "always", "deny"]) }).optional(),
    },
  },
  ask: {
    about: "Questions to the person; later the same id with the answer.",
    fields: { id: z.string(), questions: anything.optional(), answer: anything.optional() },
  },
  todo: {
    about: "The model's list, whole.",
    fields: {
      items: z.array(
        z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) }),
      ),
    },
  },
  steered: { about: "A remark of the person has reached the model.", fields: { text: z.string() } },
  notice: {
    about: "Something a person should know.",
    fields: { level: z.enum(["info", "warn", "error"]), text: z.string() },
  },
  usage: { about: "After each model request: the sums of the turn.", fields: { usage, steps: z.int() } },
  reset: {
    about: "The text and reasoning streamed since the last request began are void: it is made again.",
    fields: {},
  },
  error: { about: "Why the turn could not go on.", fields: { code: z.string(), message: z.string() } },
  done: {
    about: "The end: always last, exactly once.",
    fields: {
      reason: reason.describe("Why the turn ended."),
      answer: z.string().describe("The final answer."),
      usage,
      steps: z.int().describe("Model requests."),
      calls: z.int(),
      denied: z.int().describe("Calls that were denied because nobody could be asked."),
      exit_code: z.int().describe("Of the command."),
    },
  },
} satisfies Readonly<Record<AgentEventBody["type"], EventDescription>>;

export interface EventDescription {
  readonly about: string;
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

/** One line of `wield run --json`. Further fields may be added. */
export const RUN_EVENT = z.union(
  Object.entries<EventDescription>(RUN_EVENTS).map(([type, { about, fields }]) =>
    z
      .looseObject({
        v: z.literal(RUN_EVENTS_VERSION).describe("Version of these events."),
        seq: z.int().describe("Rises by one."),
        at: z.number().describe("Milliseconds since 1970."),
        type: z.literal(type),
        ...fields,
      })
      .describe(about),
  ),
);
