import type { PermissionRule } from "@wield/core";
import { fieldsOf } from "../home/json-fields.ts";

const ACTIONS = new Set<unknown>(["allow", "ask", "deny"]);
const RULE_KEYS = new Set(["tool", "match", "action", "reason"]);
const TEXT_CONDITIONS = new Set(["effect", "path", "command", "host", "server", "caller", "surface"]);

/**
 * Whether parsed JSON is a rule with at least one condition. One with a key that is not known is none: leaving
 * the condition out would make the rule cover more than it was saved for.
 */
export function isPermissionRule(candidate: unknown): candidate is PermissionRule {
  const rule = fieldsOf(candidate);
  const match = rule.get("match");
  const conditions = [...fieldsOf(match)];
  return (
    ACTIONS.has(rule.get("action")) &&
    [...rule.keys()].every((key) => RULE_KEYS.has(key)) &&
    ["tool", "reason"].every((key) => !rule.has(key) || typeof rule.get(key) === "string") &&
    (match === undefined || (typeof match === "object" && match !== null && !Array.isArray(match))) &&
    conditions.every(([key, wanted]) =>
      key === "read_only"
        ? typeof wanted === "boolean"
        : TEXT_CONDITIONS.has(key) && typeof wanted === "string",
    ) &&
    (rule.has("tool") || conditions.length > 0)
  );
}
