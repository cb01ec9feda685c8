import type { ZodType } from "zod";
import type { EffectKind } from "../effects/effect.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import type { Caller, Surface } from "../ports/journal.ts";
import type { Zod } from "./setting.ts";

const EFFECT_KINDS: Readonly<Record<EffectKind, true>> = {
  read: true,
  write: true,
  delete: true,
  run: true,
  connect: true,
  browser: true,
  code: true,
  index: true,
  memory: true,
  skill: true,
  todo: true,
  agent: true,
  person: true,
  opaque: true,
};

const CALLERS: Readonly<Record<Caller, true>> = {
  agent: true,
  subagent: true,
  code: true,
  mcp: true,
  http: true,
  cli: true,
  test: true,
};

const SURFACE_SET: Readonly<Record<Surface, true>> = {
  terminal: true,
  web: true,
  telegram: true,
  discord: true,
  api: true,
  mcp: true,
};

export const SURFACES = Object.keys(SURFACE_SET) as readonly Surface[];

export const RULE_WORDS =
  "{tool?, match?: {effect?, path?, command?, read_only?, host?, server?, caller?, surface?}, action: allow | ask | deny, reason?}";

/** One entry of `tools.rules`. Unknown keys are faults here: a misspelt condition would make a rule wider. */
export function permissionRuleSchema(z: Zod): ZodType<PermissionRule> {
  const text = z.string().min(1);
  const match = z.strictObject({
    effect: z.enum(Object.keys(EFFECT_KINDS) as [EffectKind, ...EffectKind[]]).exactOptional(),
    path: text.exactOptional(),
    command: text.exactOptional(),
    read_only: z.boolean().exactOptional(),
    host: text.exactOptional(),
    server: text.exactOptional(),
    caller: z.enum(Object.keys(CALLERS) as [Caller, ...Caller[]]).exactOptional(),
    surface: z.enum(SURFACES as [Surface, ...Surface[]]).exactOptional(),
  });
  const rule = z.strictObject({
    tool: text.exactOptional(),
    match: match.exactOptional(),
    action: z.enum(["allow", "ask", "deny"]),
    reason: text.exactOptional(),
  });
  return rule.refine(
    (given) =>
      given.action !== "allow" || given.tool !== undefined || Object.keys(given.match ?? {}).length > 0,
    { message: "an allow rule must have a condition: tool or match" },
  );
}
