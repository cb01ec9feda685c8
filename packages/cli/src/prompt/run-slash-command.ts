import { APPROVAL_MODES, knownToolsets, nearestName, toolsetSettingsOf } from "@wield/core";
import type { ApprovalChoice } from "@wield/core";
import { requestLine } from "../approvals/render-request.ts";
import { settleRequest } from "../approvals/find-request.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { renderTool } from "../tools/render-tool.ts";
import { renderTools } from "../tools/render-tools.ts";
import { viewOf } from "../tools/view-of.ts";
import type { LineEnd, PromptWorld } from "./prompt-world.ts";
import { helpText } from "./help-text.ts";
import { rollBack, takeBack } from "./take-back.ts";
import { SLASH_COMMANDS } from "./slash-commands.data.ts";
import { statusText } from "./status-text.ts";

type Handler = (rest: string, world: PromptWorld, signal: AbortSignal) => LineEnd | Promise<LineEnd>;

const DONE: LineEnd = { code: 0 };
const CHOICES: readonly ApprovalChoice[] = ["once", "session", "always"];

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["help", (_rest, { out }) => (out.write(helpText(out.columns)), DONE)],
  ["tools", showTools],
  ["toolset", changeToolset],
  ["approval", changeApproval],
  ["undo", takeBack],
  ["rollback", rollBack],
  ["approve", approve],
  ["deny", deny],
  ["status", async (_rest, world) => (world.out.write(await statusText(world)), DONE)],
  ["quit", () => ({ code: 0, isOver: true })],
]);

/** Carries out a slash command. An unknown one is told with the nearest. */
export function runSlashCommand(
  { name, rest }: { readonly name: string; readonly rest: string },
  world: PromptWorld,
  signal: AbortSignal,
): LineEnd | Promise<LineEnd> {
  const handler = HANDLERS.get(name);
  if (handler !== undefined) return handler(rest, world, signal);
  const nearest = nearestName(
    name,
    SLASH_COMMANDS.map((command) => command.name),
  );
  world.err.line(
    `unknown command /${name}${nearest === undefined ? "" : `; did you mean /${nearest}?`} (/help lists them)`,
  );
  return { code: USAGE_EXIT };
}

function showTools(rest: string, { runtime, handle, out, err }: PromptWorld): LineEnd {
  const { tools, settings } = handle.snapshot();
  if (rest === "") {
    out.write(renderTools(viewOf(runtime, tools), out.columns, out.colours));
    return DONE;
  }
  const active = tools.active.get(rest);
  const inactive = tools.inactive.get(rest);
  const found = active ?? inactive;
  if (found === undefined || inactive?.cause === "internal") {
    const nearest = nearestName(rest, [...tools.active.keys(), ...tools.inactive.keys()]);
    return {
      code: printProblem(
        {
          message: `there is no tool ${JSON.stringify(rest)}`,
          ...(nearest === undefined ? {} : { hint: `did you mean ${nearest}?` }),
        },
        err,
        USAGE_EXIT,
      ),
    };
  }
  const shown = {
    tool: found.tool,
    origin: found.origin,
    isActive: active !== undefined,
    ...(inactive === undefined ? {} : { reason: inactive.reason }),
    settings,
  };
  out.write(renderTool(shown, { columns: Math.min(100, out.columns), colours: out.colours }));
  return DONE;
}

function changeToolset(rest: string, { runtime, handle, out, err }: PromptWorld): LineEnd {
  if (rest === "") {
    const { tools } = handle.snapshot();
    const settings = Object.fromEntries(runtime.settings.all.map(({ name, value }) => [name, value]));
    out.line(`toolset ${tools.toolset} (from ${tools.toolsetOrigin}): ${tools.active.size} tools`);
    out.line(`known: ${knownToolsets(toolsetSettingsOf(settings).own ?? new Map()).join(", ")}`);
    return DONE;
  }
  const changed = handle.setToolset(rest);
  if (!changed.ok) return { code: printProblem(changed, err, USAGE_EXIT) };
  out.line(`toolset ${changed.value.toolset} for this session: ${changed.value.active.size} tools`);
  return DONE;
}

function changeApproval(rest: string, { handle, out, err }: PromptWorld): LineEnd {
  if (rest === "") {
    out.line(
      `approval mode ${handle.snapshot().settings.approvalMode} (known: ${APPROVAL_MODES.join(", ")})`,
    );
    return DONE;
  }
  const changed = handle.setApprovalMode(rest);
  if (!changed.ok) return { code: printProblem(changed, err, USAGE_EXIT) };
  out.line(`approval mode ${handle.snapshot().settings.approvalMode} for this session`);
  return DONE;
}

async function approve(rest: string, { runtime, out, err }: PromptWorld): Promise<LineEnd> {
  const [id = "", given = "once", extra] = rest.split(/\s+/);
  if (id === "") {
    const pending = await runtime.store.approvals.pending();
    if (pending.length === 0) out.line("no request is waiting");
    for (const request of pending) out.line(requestLine(request, { columns: out.columns, now: Date.now() }));
    return DONE;
  }
  const choice = CHOICES.find((known) => known === given);
  if (choice === undefined || extra !== undefined) {
    return {
      code: printProblem({ message: "/approve ID [once|session|always] is expected" }, err, USAGE_EXIT),
    };
  }
  const settled = await settleRequest(runtime.store.approvals, { id, choice });
  if (!settled.ok) return { code: printProblem(settled, err) };
  out.line(settled.value);
  return DONE;
}

async function deny(rest: string, { runtime, out, err }: PromptWorld): Promise<LineEnd> {
  const [, id = "", remark = ""] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
  if (id === "")
    return {
      code: printProblem(
        { message: "/deny ID [REMARK] is expected", hint: "/approve lists what waits." },
        err,
        USAGE_EXIT,
      ),
    };
  const settled = await settleRequest(runtime.store.approvals, { id, choice: "deny", remark });
  if (!settled.ok) return { code: printProblem(settled, err) };
  out.line(settled.value);
  return DONE;
}
