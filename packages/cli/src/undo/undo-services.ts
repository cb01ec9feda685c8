import type { WorkPlace } from "@wield/app";
import type { ServiceProvider } from "@wield/core";
import { restoringService } from "./restoring.service.ts";

/** Services a runtime has to be opened with so that changes can be taken back in it, where its files are. */
export function undoServices({ files, folders }: WorkPlace): readonly ServiceProvider[] {
  return [restoringService(files, folders)];
}
