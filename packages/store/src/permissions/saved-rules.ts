import { createHash } from "node:crypto";
import { join } from "node:path";
import { canonicalJson, isJsonObject } from "@wield/core";
import type { Clock, Log, PermissionRule } from "@wield/core";
import { createFile, syncFolder } from "../home/durable-file.ts";
import { workspaceKey } from "../home/home-layout.ts";
import { fieldsOf, parseJson } from "../home/json-fields.ts";
import { namesIn, readIfThere } from "../home/read-file.ts";
import { saving } from "../home/saving.ts";
import { isPermissionRule } from "./is-permission-rule.ts";
import { makeFolder } from "../home/make-folder.ts";

/** The rules that the answer `always` has saved. Each holds for one workspace alone. */
export interface SavedRules {
  /** Oldest first. A rule whose file cannot be read is left out, with a warning: it allows nothing then. */
  list(workspace: string): Promise<readonly PermissionRule[]>;
  /** On disk when this resolves. A rule that is saved already stays as it is. */
  add(workspace: string, rule: PermissionRule): Promise<void>;
}

interface SavedRule {
  readonly at: number;
  readonly rule: PermissionRule;
}

/** One file per rule, named by its content: processes that save at once lose no rule, and none is saved twice. */
export function savedRules(folder: string, clock: Clock, log: Log): SavedRules {
  return {
    async list(workspace) {
      const own = join(folder, workspaceKey(workspace));
      const saved: SavedRule[] = [];
      for (const name of await namesIn(own)) {
        if (!/^[0-9a-f]{16}\.json$/.test(name)) continue;
        const text = await readIfThere(join(own, name));
        const rule = text === undefined ? undefined : parseSaved(text, workspace);
        if (rule === undefined)
          log("warn", `the saved rule ${join(own, name)} cannot be read; it is not used`);
        else saved.push(rule);
      }
      return saved.toSorted((one, other) => one.at - other.at).map(({ rule }) => rule);
    },

    async add(workspace, rule) {
      const plain: unknown = JSON.parse(JSON.stringify(rule));
      if (!isJsonObject(plain) || !isPermissionRule(plain))
        throw new Error("this is not a permission rule that can be saved");
      const own = join(folder, workspaceKey(workspace));
      await saving("the rule", async () => {
        makeFolder(own);
        const name = createHash("sha256").update(canonicalJson(plain)).digest("hex").slice(0, 16);
        await createFile(
          join(own, `${name}.json`),
          JSON.stringify({ v: 1, workspace, at: clock.now(), rule }, undefined, 2),
        );
        await syncFolder(folder);
      });
    },
  };
}

function parseSaved(text: string, workspace: string): SavedRule | undefined {
  const fields = fieldsOf(parseJson(text));
  const [rule, at] = [fields.get("rule"), fields.get("at")];
  if (fields.get("v") !== 1 || fields.get("workspace") !== workspace || typeof at !== "number")
    return undefined;
  return isPermissionRule(rule) ? { at, rule } : undefined;
}
