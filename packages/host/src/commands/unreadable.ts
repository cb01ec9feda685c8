import type { ShellScript } from "@wield/core";

/** A script of which nobody can say what it runs. */
export function unreadable(script: string, reason: string): ShellScript {
  return { commands: [], unreadable: [{ text: script.slice(0, 200), reason }] };
}
