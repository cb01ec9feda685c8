import { getSetting, setSetting } from "@wield/app";
import type { Runtime } from "@wield/app";
import { APPROVAL_MODES, knownToolsets, nearestName, toolsetSettingsOf } from "@wield/core";
import { settingLines, shownValue } from "../../configuration/setting-lines.ts";
import { USAGE_EXIT } from "../../outcome/exit-code.ts";
import { printProblem } from "../../outcome/print-problem.ts";
import { renderTool } from "../../tools/render-tool.ts";
import { renderTools } from "../../tools/render-tools.ts";
import { viewOf } from "../../tools/view-of.ts";
import { DONE } from "./slash-world.ts";
import type { SlashHandler } from "./slash-world.ts";

export const changeModel: SlashHandler = async (rest, { session, out }) => {
  if (rest === "") {
    out.line(`model ${out.foreign(session.model)}`);
    out.line(out.colours.dim("/model PROVIDER/NAME changes it for this session"));
    return DONE;
  }
  const changed = await session.setModel(rest);
  if (!changed.ok) return { code: printProblem(changed, out, USAGE_EXIT) };
  out.line(`model ${out.foreign(changed.value)} for this session`);
  return DONE;
};

export const showTools: SlashHandler = (rest, { runtime, handle, out }) => {
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
    const hint = nearest === undefined ? {} : { hint: `did you mean ${nearest}?` };
    const message = `there is no tool ${JSON.stringify(rest)}`;
    return { code: printProblem({ message, ...hint }, out, USAGE_EXIT) };
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
};

export const changeToolset: SlashHandler = async (rest, { runtime, session, handle, out }) => {
  if (rest === "") {
    const { tools } = handle.snapshot();
    out.line(`toolset ${tools.toolset} (from ${tools.toolsetOrigin}): ${tools.active.size} tools`);
    out.line(`known: ${toolsetsOf(runtime).join(", ")}`);
    return DONE;
  }
  const changed = handle.setToolset(rest);
  if (!changed.ok) return { code: printProblem(changed, out, USAGE_EXIT) };
  await session.keepSettings({ toolset: changed.value.toolset });
  out.line(`toolset ${changed.value.toolset} for this session: ${changed.value.active.size} tools`);
  return DONE;
};

export const changeApproval: SlashHandler = async (rest, { session, handle, out }) => {
  if (rest === "") {
    const mode = handle.snapshot().settings.approvalMode;
    out.line(`approval mode ${mode} (known: ${APPROVAL_MODES.join(", ")})`);
    return DONE;
  }
  const changed = handle.setApprovalMode(rest);
  if (!changed.ok) return { code: printProblem(changed, out, USAGE_EXIT) };
  await session.keepSettings({ approvalMode: changed.value });
  out.line(`approval mode ${handle.snapshot().settings.approvalMode} for this session`);
  return DONE;
};

export const configure: SlashHandler = async (rest, { runtime, config, out }) => {
  const [, name = "", text = ""] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
  if (name === "") {
    const problem = {
      message: "/config NAME [VALUE] is expected",
      hint: "wield config --all lists the names.",
    };
    return { code: printProblem(problem, out, USAGE_EXIT) };
  }
  if (text === "") {
    const found = getSetting(runtime.settings.all, name);
    if (!found.ok) return { code: printProblem(found, out, USAGE_EXIT) };
    out.write(settingLines(found.value, out.colours));
    return DONE;
  }
  const { file, userHome } = config;
  const done = await setSetting({ file, name, text, userHome });
  if (!done.ok) return { code: printProblem(done, out, USAGE_EXIT) };
  for (const warning of done.value.warnings) out.line(out.colours.yellow(out.foreign(warning)));
  out.line(
    `${name}: ${out.foreign(shownValue(done.value.value))}  (${out.foreign(file)}); counts from the next start`,
  );
  return DONE;
};

export function toolsetsOf({ settings }: Runtime): readonly string[] {
  const values = Object.fromEntries(settings.all.map(({ name, value }) => [name, value]));
  return knownToolsets(toolsetSettingsOf(values).own ?? new Map());
}
