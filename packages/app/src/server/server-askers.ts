import type { Asker } from "@wield/core";
import { runningServer } from "./claim-server.ts";

/**
 * Leaves a request where it is stored: it shows where the home is served, and `wield approve` or `wield deny` of any
 * terminal answers it.
 */
export const STORED_REQUEST: Asker = { surface: "terminal", ask: async () => undefined };

/**
 * Who can be asked through the running server of a home: nobody without one. `onlyAttended`: nor where its requests
 * show to nobody, so that a call is refused at once instead of waiting for an answer that does not come.
 */
export function serverAskers(
  home: string,
  { onlyAttended }: { readonly onlyAttended: boolean },
): readonly Asker[] {
  const server = runningServer(home);
  return server === undefined || (onlyAttended && !server.isAttended) ? [] : [STORED_REQUEST];
}
