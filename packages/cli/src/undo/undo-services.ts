import type { ServiceProvider } from "@wield/core";
import { createLocalFiles } from "@wield/host";
import { restoringService } from "./restoring.service.ts";

/** Services a runtime has to be opened with so that changes can be taken back in it. */
export function undoServices(): readonly ServiceProvider[] {
  return [restoringService(createLocalFiles())];
}
