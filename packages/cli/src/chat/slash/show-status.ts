import { requestLine } from "../../approvals/render-request.ts";
import { whereCommandsRun } from "./where-commands-run.ts";
import { DONE } from "./slash-world.ts";
import type { SlashHandler } from "./slash-world.ts";

/** Where the chat is and what holds there. */
export const showStatus: SlashHandler = async (_rest, { runtime, session, handle, out, version }) => {
  const { tools, settings, sessionRules } = handle.snapshot();
  const pending = await runtime.store.approvals.pending();
  const rules = `${settings.rules.length} rules, ${sessionRules.list().length} of this session`;
  const facts: readonly (readonly [string, string])[] = [
    ["wield", `${version} in ${out.foreign(runtime.workspaceRoot)}`],
    ["session", `${session.id}${session.title === "" ? "" : `: ${out.foreign(session.title)}`}`],
    ["state", session.isBusy ? "a turn is running" : "waiting for you"],
    ["model", out.foreign(session.model)],
    ...(session.goal === undefined
      ? []
      : ([["goal", `${session.goal.state}: ${out.foreign(session.goal.text)}`]] as const)),
    ["toolset", `${tools.toolset} (from ${tools.toolsetOrigin}), ${tools.active.size} tools`],
    ["approval", `mode ${settings.approvalMode}, ${rules}`],
    [
      "trust",
      runtime.trust.kind === "nothing"
        ? "this folder has no .wield of its own"
        : `.wield of this folder: ${runtime.trust.kind}`,
    ],
    ["commands", out.foreign(whereCommandsRun(runtime))],
    ["records", out.foreign(runtime.home)],
    ["waiting", pending.length === 0 ? "no request" : `${pending.length} requests`],
  ];
  for (const [label, text] of facts) out.line(`${out.colours.dim(label.padEnd(9))} ${text}`);
  for (const request of pending)
    out.line(`  ${requestLine(request, { columns: out.columns - 2, now: Date.now() })}`);
  return DONE;
};
