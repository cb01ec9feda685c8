import type { ApprovalMode } from "./tool-settings.ts";

/** From loose to strict. */
export const APPROVAL_MODES: readonly ApprovalMode[] = ["auto", "prompt", "deny"];

export function isApprovalMode(text: string): text is ApprovalMode {
  return (APPROVAL_MODES as readonly string[]).includes(text);
}

/** Of several modes that hold the strictest counts. */
export function strictestMode(...modes: readonly (ApprovalMode | undefined)[]): ApprovalMode {
  const ranks = modes.map((mode) => (mode === undefined ? 0 : APPROVAL_MODES.indexOf(mode)));
  return APPROVAL_MODES[Math.max(0, ...ranks)] ?? "deny";
}
