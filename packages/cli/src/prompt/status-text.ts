import { requestLine } from "../approvals/render-request.ts";
import type { PromptWorld } from "./prompt-world.ts";

/** Where the prompt is and what holds there. */
export async function statusText({ runtime, handle, out, version }: PromptWorld): Promise<string> {
  const { tools, settings, sessionRules } = handle.snapshot();
  const pending = await runtime.store.approvals.pending();
  const facts: readonly (readonly [string, string])[] = [
    ["wield", `${version} in ${out.foreign(runtime.workspaceRoot)}`],
    ["session", handle.sessionId],
    ["toolset", `${tools.toolset} (from ${tools.toolsetOrigin}), ${tools.active.size} tools`],
    [
      "approval",
      `mode ${settings.approvalMode}, ${settings.rules.length} rules, ${sessionRules.list().length} of this session`,
    ],
    [
      "trust",
      runtime.trust.kind === "nothing"
        ? "this folder has no .wield of its own"
        : `.wield of this folder: ${runtime.trust.kind}`,
    ],
    ["records", out.foreign(runtime.home)],
    ["waiting", pending.length === 0 ? "no request" : `${pending.length} requests`],
  ];
  const lines = facts.map(([label, text]) => `${out.colours.dim(label.padEnd(9))} ${text}`);
  const requests = pending.map(
    (request) => `  ${requestLine(request, { columns: out.columns - 2, now: Date.now() })}`,
  );
  return [...lines, ...requests].map((line) => `${line}\n`).join("");
}
