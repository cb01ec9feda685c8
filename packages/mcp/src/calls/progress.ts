import type { Progress } from "@wield/core";
import type { ProgressReport } from "../serve/client-request.ts";

/**
 * Makes the reports of one call fit the protocol, where each value has to be larger than the one before. A tool
 * that gives fractions is reported against a total of 1; one that only says something is counted.
 */
export function createProgressReports(send: (report: ProgressReport) => void): (progress: Progress) => void {
  let last = 0;
  let isCounted: boolean | undefined;
  return ({ message, fraction }) => {
    isCounted ??= fraction === undefined;
    if (isCounted) {
      last += 1;
      send({ progress: last, message });
      return;
    }
    if (last >= 1) return;
    last = fraction !== undefined && fraction > last ? fraction : last + (1 - last) / 1000;
    send({ progress: last, total: 1, message });
  };
}
