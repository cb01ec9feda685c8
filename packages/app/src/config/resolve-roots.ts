import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type CheckedLayer, pathOfSetting } from "./layer.ts";
import { expandHome, isAbsoluteOrHome } from "./places.ts";

const ROOT_SETTINGS = ["files.read_roots", "files.write_roots", "sandbox.write"] as const;

/** Puts real paths in the place of the folders a layer names, so that two layers can be compared. */
export function resolveRoots(checked: CheckedLayer, userHome: string): CheckedLayer {
  const faults = [...checked.faults];
  const warnings = [...checked.warnings];
  const said = { ...checked.layer.said };
  for (const name of ROOT_SETTINGS) {
    const folders = said[name];
    if (folders === undefined) continue;
    said[name] = folders.map((folder, index) => {
      const place = checked.layer.place(pathOfSetting(name, [index]));
      if (!isAbsoluteOrHome(folder)) {
        faults.push(
          `${place}: ${name}[${index}] is "${folder}"; allowed: an absolute path, or one starting with ~/`,
        );
        return folder;
      }
      const { real, exists } = realFolder(resolve(expandHome(folder, userHome)));
      if (!exists) warnings.push(`${place}: ${name}[${index}] names "${folder}", which does not exist now`);
      return real;
    });
  }
  return { layer: { ...checked.layer, said }, faults, warnings };
}

/** With links resolved as far as the path exists. */
function realFolder(path: string): { readonly real: string; readonly exists: boolean } {
  try {
    return { real: realpathSync(path), exists: true };
  } catch {
    const parent = dirname(path);
    return { real: parent === path ? path : join(realFolder(parent).real, basename(path)), exists: false };
  }
}
