import type { AgentSettings, Role } from "@wield/agent";
import { personOnly, replaces, type Setting, type SettingValues, type Zod } from "@wield/core";

function setting<Value>(of: Setting<Value>): Setting<Value> {
  return of;
}

const MOST = 1_000_000;
const DEFAULT_REPEAT_LIMIT = 3;
const count = (z: Zod) => z.int().min(1).max(MOST);
const flag = (z: Zod) => z.boolean();

type RoleValue = Partial<Pick<Role, "toolset" | "model">> & Pick<Role, "description" | "prompt">;

/** The settings of a conversation with a model. */
export const AGENT_SETTINGS = {
  "agent.max_steps": setting<number>({
    description: "Model requests of one turn.",
    default: 200,
    allowed: "a whole number from 1 on",
    schema: count,
    workspace: replaces(),
  }),
  "agent.max_turn_tokens": setting<number | null>({
    description: "Tokens, in and out, that one turn may use; null for no limit.",
    default: null,
    allowed: "a whole number from 1 on, or null",
    schema: (z) => z.int().min(1).nullable(),
    workspace: personOnly(),
  }),
  "agent.wake_on_background": setting<boolean>({
    description: "Background work that ends starts a turn when the session is idle.",
    default: true,
    allowed: "true, false",
    schema: flag,
    workspace: replaces(),
  }),
  "agent.verify": setting<boolean>({
    description: "Let the model compare each answer with the question before it is given.",
    default: false,
    allowed: "true, false",
    schema: flag,
    workspace: replaces(),
  }),
  "tool_loop_guardrails.warn_after": setting<number>({
    description: "Calls of one turn after which person and model are told how many are left.",
    default: 24,
    allowed: "a whole number from 1 on, below hard_stop_after",
    schema: count,
    workspace: replaces(),
  }),
  "tool_loop_guardrails.hard_stop_after": setting<number>({
    description: "Calls that one turn may make.",
    default: 32,
    allowed: "a whole number from 1 on, above warn_after",
    schema: count,
    workspace: replaces(),
  }),
  "tool_loop_guardrails.repeat_limit": setting<number>({
    description:
      "Equal results of one call, or rounds of a cycle, that are pointed out; twice as many end the turn.",
    default: DEFAULT_REPEAT_LIMIT,
    allowed: "a whole number; 0 or less stands for the default",
    schema: (z) => z.int().max(MOST),
    workspace: replaces(),
  }),
  "tool_loop_guardrails.extensions": setting<number>({
    description: "How often in a turn open todos set the count of calls back at the hard stop.",
    default: 0,
    allowed: "a whole number from 0 to 100",
    schema: (z) => z.int().min(0).max(100),
    workspace: replaces(),
  }),
  "tool_loop_guardrails.exempt": setting<readonly string[]>({
    description: "Tools whose repetition is not looked at.",
    default: [],
    allowed: "a list of tool names",
    schema: (z) => z.array(z.string().min(1)).readonly(),
    workspace: replaces(),
  }),
  "compaction.enabled": setting<boolean>({
    description: "Shorten a conversation before it no longer fits the model.",
    default: true,
    allowed: "true, false",
    schema: flag,
    workspace: replaces(),
  }),
  "compaction.threshold": setting<number>({
    description: "Share of the model's context window from which on a conversation is shortened.",
    default: 0.75,
    allowed: "a number from 0.1 to 0.95",
    schema: (z) => z.number().min(0.1).max(0.95),
    workspace: replaces(),
  }),
  "compaction.keep_first": setting<number>({
    description: "Messages at the beginning that are never summarised.",
    default: 2,
    allowed: "a whole number from 0 to 100",
    schema: (z) => z.int().min(0).max(100),
    workspace: replaces(),
  }),
  "compaction.keep_last": setting<number>({
    description: "Messages at the end that are never summarised.",
    default: 6,
    allowed: "a whole number from 1 to 1000",
    schema: (z) => z.int().min(1).max(1000),
    workspace: replaces(),
  }),
  "compaction.min_messages": setting<number>({
    description: "Shorter conversations are not summarised; only long results are cut.",
    default: 8,
    allowed: "a whole number from 2 to 1000",
    schema: (z) => z.int().min(2).max(1000),
    workspace: replaces(),
  }),
  "delegation.enabled": setting<boolean>({
    description: "Offer delegate_task and task, which start sub-agents.",
    default: true,
    allowed: "true, false",
    schema: flag,
    workspace: replaces(),
  }),
  "delegation.max_turns": setting<number>({
    description: "Most model requests of one sub-agent.",
    default: 40,
    allowed: "a whole number from 1 to 1000",
    schema: (z) => z.int().min(1).max(1000),
    workspace: replaces(),
  }),
  "delegation.max_depth": setting<number>({
    description: "How deep sub-agents may start others; those at the last depth cannot.",
    default: 1,
    allowed: "a whole number from 1 to 5",
    schema: (z) => z.int().min(1).max(5),
    workspace: replaces(),
  }),
  "delegation.max_parallel": setting<number>({
    description: "Sub-agents of one session that run at once; more wait.",
    default: 4,
    allowed: "a whole number from 1 to 32",
    schema: (z) => z.int().min(1).max(32),
    workspace: replaces(),
  }),
  "delegation.roles": setting<Readonly<Record<string, RoleValue>>>({
    description: "Parts that sub-agents can be given: NAME: {description, prompt, toolset?, model?}.",
    default: {},
    allowed: "a map of name to {description, prompt, toolset?, model?}",
    schema: (z) =>
      z.record(
        z.string().min(1),
        z.strictObject({
          description: z.string().min(1),
          prompt: z.string().min(1),
          toolset: z.string().min(1).exactOptional(),
          model: z.string().min(1).exactOptional(),
        }),
      ),
    workspace: replaces(),
  }),
};

export type AgentSettingValues = SettingValues<typeof AGENT_SETTINGS>;

/** From the names of the configuration file to what the loop reads. */
export function agentSettingsOf(values: AgentSettingValues): AgentSettings {
  const maxTurnTokens = values["agent.max_turn_tokens"];
  const repeatLimit = values["tool_loop_guardrails.repeat_limit"];
  return {
    maxSteps: values["agent.max_steps"],
    ...(maxTurnTokens === null ? {} : { maxTurnTokens }),
    wakesOnBackground: values["agent.wake_on_background"],
    verifies: values["agent.verify"],
    guardrails: {
      warnAfter: values["tool_loop_guardrails.warn_after"],
      hardStopAfter: values["tool_loop_guardrails.hard_stop_after"],
      repeatLimit: repeatLimit > 0 ? repeatLimit : DEFAULT_REPEAT_LIMIT,
      extensions: values["tool_loop_guardrails.extensions"],
      exempt: values["tool_loop_guardrails.exempt"],
    },
    compaction: {
      isEnabled: values["compaction.enabled"],
      threshold: values["compaction.threshold"],
      keepFirst: values["compaction.keep_first"],
      keepLast: values["compaction.keep_last"],
      minMessages: values["compaction.min_messages"],
    },
    delegation: {
      isEnabled: values["delegation.enabled"],
      maxTurns: values["delegation.max_turns"],
      maxDepth: values["delegation.max_depth"],
      maxParallel: values["delegation.max_parallel"],
      roles: new Map(Object.entries(values["delegation.roles"])),
    },
  };
}

/** The warning has to come before the stop. Empty when it does. */
export function guardrailFault(values: AgentSettingValues): string | undefined {
  const warn = values["tool_loop_guardrails.warn_after"];
  const stop = values["tool_loop_guardrails.hard_stop_after"];
  return warn < stop
    ? undefined
    : `tool_loop_guardrails.warn_after (${warn}) must be below tool_loop_guardrails.hard_stop_after (${stop})`;
}

/** Values that are read as something else, one sentence each. */
export function agentSettingNotices(values: AgentSettingValues): readonly string[] {
  const repeatLimit = values["tool_loop_guardrails.repeat_limit"];
  return repeatLimit > 0
    ? []
    : [`tool_loop_guardrails.repeat_limit: ${repeatLimit} is taken as the default, ${DEFAULT_REPEAT_LIMIT}`];
}
