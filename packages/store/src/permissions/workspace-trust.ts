import { join } from "node:path";
import type { Clock } from "@wield/core";
import { replaceFile } from "../home/durable-file.ts";
import { workspaceKey } from "../home/home-layout.ts";
import { fieldsOf, parseJson } from "../home/json-fields.ts";
import { readIfThere } from "../home/read-file.ts";
import { saving } from "../home/saving.ts";
import { makeFolder } from "../home/make-folder.ts";

/** Which workspaces a person trusts, and in which state of their `.wield`. */
export interface WorkspaceTrust {
  /** Whether the person trusts this workspace with exactly this hash. */
  isTrusted(workspace: string, hash: string): Promise<boolean>;
  /** Takes the place of the hash trusted before. On disk when this resolves. */
  set(workspace: string, hash: string): Promise<void>;
}

/** One file per workspace, so that processes that set it at once for two workspaces lose neither. */
export function workspaceTrust(folder: string, clock: Clock): WorkspaceTrust {
  const pathOf = (workspace: string): string => join(folder, `${workspaceKey(workspace)}.json`);
  return {
    async isTrusted(workspace, hash) {
      const text = await readIfThere(pathOf(workspace));
      const fields = fieldsOf(text === undefined ? undefined : parseJson(text));
      return (
        fields.get("v") === 1 &&
        fields.get("workspace") === workspace &&
        fields.get("hash") === hash &&
        hash !== ""
      );
    },

    async set(workspace, hash) {
      await saving("the trust in this folder", async () => {
        makeFolder(folder);
        await replaceFile(
          pathOf(workspace),
          JSON.stringify({ v: 1, workspace, hash, at: clock.now() }, undefined, 2),
        );
      });
    },
  };
}
