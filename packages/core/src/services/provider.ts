import type { ToolView } from "../contract/tool-definition.ts";
import type { CallScope } from "../pipeline/call-scope.ts";
import type { ServiceToken } from "./service.ts";

/** How the host provides one service. Opened anew for each call. */
export interface ServiceProvider<Service = unknown> {
  readonly token: ServiceToken<string, Service>;
  /** Why the service is missing, as one sentence; nothing when it is there. */
  missing?(view: ToolView): string | undefined;
  open(scope: CallScope): Service;
}
