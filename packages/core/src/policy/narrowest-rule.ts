import { exactPattern } from "./command-pattern.ts";
import { changesSomething, isOwnState } from "../effects/effect.ts";
import type { ResolvedEffect } from "./guard.ts";
import { isLiteralPath } from "./path-glob.ts";
import type { PermissionRule } from "./permission-rule.ts";

/** The narrowest rule that covers a call; nothing when one rule cannot (several paths, unknown effects). */
export function narrowestRule(tool: string, effects: readonly ResolvedEffect[]): PermissionRule | undefined {
  const changing = effects.filter(({ effect }) => changesSomething(effect) && !isOwnState(effect));
  const [only] = changing;
  if (only === undefined || changing.length > 1) return undefined;
  const { effect, path, command } = only;
  switch (effect.kind) {
    case "write":
    case "delete":
      // A name with a character that means more in a rule would cover other files too.
      return path === undefined || !isLiteralPath(path.real)
        ? undefined
        : { tool, match: { effect: effect.kind, path: path.real }, action: "allow" };
    case "run": {
      const text = command === undefined ? undefined : exactPattern(command.parsed);
      if (text === undefined) return undefined;
      const server =
        effect.backend === undefined || effect.backend === "local" ? {} : { server: effect.backend };
      return { tool, match: { command: text, ...server }, action: "allow" };
    }
    case "opaque":
      return { tool, action: "allow" };
    default:
      return undefined;
  }
}
