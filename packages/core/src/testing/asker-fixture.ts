import type { Asker } from "../pipeline/call.ts";
import type { ApprovalChoice, ApprovalRequest } from "../ports/approvals.ts";

export type ShownRequest = Omit<ApprovalRequest, "rawInput">;

/** A person who gives the same answer each time; `seen` holds what was shown. */
export function personWho(
  choice: ApprovalChoice,
  remark?: string,
): { readonly asker: Asker; readonly seen: ShownRequest[] } {
  const seen: ShownRequest[] = [];
  const asker: Asker = {
    surface: "terminal",
    ask: async (request) => {
      seen.push(request);
      return {
        choice,
        by: "Ada",
        surface: "terminal",
        at: 0,
        ...(remark === undefined ? {} : { remark }),
      };
    },
  };
  return { asker, seen };
}

/** Somebody who was told and never answers. */
export const SILENT: Asker = { surface: "terminal", ask: () => new Promise(() => undefined) };
