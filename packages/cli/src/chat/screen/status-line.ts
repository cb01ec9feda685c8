import { cutLine, paintLine, span } from "../../terminal/styled-text.ts";
import type { LinesView } from "./lines-view.ts";
import type { ScreenModel } from "./screen-model.ts";
import { shownCount } from "./shown-count.ts";

/** The last line: what goes on and what holds. */
export function statusLine(model: ScreenModel, { columns, colours, now }: LinesView): string {
  const { transcript, hint, isBusy, isStopping, approvalMode, workspaceName } = model;
  const { usage, turnStartedAt, model: name, toolset, toolCount } = transcript;
  if (hint !== undefined) return paintLine(cutLine([span(hint, "yellow")], columns), colours);
  const facts = [
    name,
    `${toolset} (${toolCount})`,
    `mode ${approvalMode}`,
    ...(usage.input + usage.output === 0
      ? []
      : [`${shownCount(usage.input)} in ${shownCount(usage.output)} out`]),
    workspaceName,
  ].filter((fact) => fact !== "");
  const seconds = turnStartedAt === undefined ? 0 : Math.max(0, Math.floor((now - turnStartedAt) / 1000));
  const activity = isStopping
    ? "stopping · "
    : isBusy
      ? `${SPINNER[seconds % SPINNER.length]} ${seconds} s · `
      : "";
  return paintLine(cutLine([span(activity, "cyan"), span(facts.join(" · "), "dim")], columns), colours);
}

const SPINNER = ["◐", "◓", "◑", "◒"];
