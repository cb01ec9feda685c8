import { value } from "@wield/core";
import type { Outcome, WalkEnd, WalkOptions } from "@wield/core";
import { ioError, notADirectory } from "../../files/failures.ts";
import { openForReading } from "../../files/open-for-reading.ts";
import type { FilesContext } from "../../files/open-path.ts";
import { osError } from "../../walk/os-error.ts";
import { rulesAbove } from "../ignore/rules-above.ts";
import { walkTree } from "./walk-tree.ts";

/** Walks the folder a call names. */
export async function walkFolder(
  context: FilesContext,
  given: string,
  options: WalkOptions,
): Promise<Outcome<WalkEnd>> {
  const opening = await openForReading(context, given, "directory");
  if (!opening.ok) return opening;
  using opened = opening.value.opened;
  const { object: held, notes } = opening.value;
  const { real, display, lineage } = opened.path;
  if (!held.stats.isDirectory()) return notADirectory(display);
  try {
    const start = {
      held,
      real,
      lineageAbove: lineage,
      rulesAbove: options.readsIgnoreFiles === true ? rulesAbove(context.walker, real) : [],
    };
    const { closed, isComplete } = await walkTree(context, start, options);
    return value({ path: display, notes, closed, isComplete });
  } catch (error) {
    return ioError("read", display, osError(error));
  }
}
