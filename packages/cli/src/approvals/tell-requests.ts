import type { Store } from "@wield/store";
import type { Output } from "../terminal/output.ts";
import { renderRequest } from "./render-request.ts";

const LOOK_EVERY_MS = 500;

/** Shows each request of this home that waits for an answer, once, with what answers it. Gives back what ends that. */
export function tellRequests(approvals: Store["approvals"], out: Output): () => void {
  const told = new Set<string>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const request of await approvals.pending()) {
        if (told.has(request.id)) continue;
        told.add(request.id);
        const { colours, columns } = out;
        out.line(renderRequest(request, { colours, columns, now: Date.now(), offersRules: true }));
        out.line(`  wield approve ${request.id}   wield deny ${request.id}`);
      }
    } catch {
      // Looked at again in a moment.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
