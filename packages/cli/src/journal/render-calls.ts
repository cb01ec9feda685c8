import { visibleText } from "@wield/core";
import type { CallSummary, ListedStatus } from "@wield/store";
import type { Colours } from "../terminal/colours.ts";
import { cutToWidth, padToWidth } from "../terminal/display-width.ts";
import { shownDuration, shownTime } from "../terminal/times.ts";

export interface ListPage {
  readonly columns: number;
  readonly colours: Colours;
  /** Show the folder of each call: they are of several. */
  readonly showsWorkspace: boolean;
}

const STATUS_WIDTH = 11;

/** Calls as a table, one line per call and one for what it said. */
export function renderCalls(calls: readonly CallSummary[], page: ListPage): string {
  const width = Math.min(24, Math.max(4, ...calls.map(({ tool }) => (tool ?? "?").length)));
  return calls
    .flatMap((call) => callLines(call, width, page))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function callLines(
  call: CallSummary,
  width: number,
  { columns, colours, showsWorkspace }: ListPage,
): string[] {
  const tool = padToWidth(cutToWidth(visibleText(call.tool ?? "?"), width), width);
  const duration = call.durationMs === undefined ? "" : shownDuration(call.durationMs);
  const facts = [call.caller ?? "", ...(showsWorkspace ? [visibleText(call.workspace ?? "")] : [])].join(
    "  ",
  );
  const status = padToWidth(call.status, STATUS_WIDTH);
  const head = `${shownTime(call.at)}  ${paintStatus(status, call.status, colours)}  ${tool}  ${duration.padStart(9)}  ${facts}`;
  const said = oneLine(
    call.code === undefined || call.code === call.status
      ? (call.summary ?? "")
      : `${call.code}: ${call.summary ?? ""}`,
  );
  const id = `  ${call.callId}  `;
  return [head, `${colours.dim(id)}${cutToWidth(said, Math.max(20, columns - id.length))}`];
}

/** Green for what went well, red for what did not, yellow for what is not known to have ended. */
export function paintStatus(text: string, status: ListedStatus, colours: Colours): string {
  switch (status) {
    case "ok":
      return colours.green(text);
    case "running":
    case "interrupted":
    case "cancelled":
      return colours.yellow(text);
    default:
      return colours.red(text);
  }
}

function oneLine(text: string): string {
  return visibleText(text.replaceAll(/\s*\n\s*/g, " ").trim());
}
