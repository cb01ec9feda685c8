import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as authorApi from "./author-api.ts";
import { forbidExit } from "./forbid-exit.ts";
import { noteToolFolder } from "./tool-file-in-stack.ts";

/** A folder whose files get the running instances of `wield` and `zod`. */
interface HookedFolder {
  /** Real path. */
  readonly folder: string;
  /** sha256 by real path: a file of another content is not run. Absent: any content is. */
  readonly trusted?: ReadonlyMap<string, string>;
}

type Namespace = Readonly<Record<string, unknown>>;

/**
 * Generated modules find the running ones here. A key on `globalThis`, since a module's source text can reach
 * nothing else; one slot per copy of this file, since a process may hold several.
 */
const REGISTER = Symbol.for("wield.running-modules");

const FORMATS: ReadonlyMap<string, string> = new Map([
  [".ts", "module-typescript"],
  [".mts", "module-typescript"],
  [".js", "module"],
  [".mjs", "module"],
]);

const SCHEME = "wield-running:";
const NATIVE_IMPORT = "native-import";

export interface ToolModuleHooks {
  /** Files below this folder, and files given one by one (links from elsewhere), are tool files from now on. */
  cover(folder: HookedFolder): void;
  /** Node's own import, whatever loads this file: a bundler and a test runner put their own in its place. */
  importNatively(url: string): Promise<Namespace>;
}

let installed: Promise<ToolModuleHooks> | undefined;

/** Installs the hooks on first use; they stay, since a tool may import a helper of its own when it runs. */
export function toolModuleHooks(): Promise<ToolModuleHooks> {
  installed ??= import("zod").then((zod) =>
    install(
      new Map<string, Namespace>([
        ["wield", authorApi],
        ["zod", zod],
      ]),
    ),
  );
  return installed;
}

function install(modules: ReadonlyMap<string, Namespace>): ToolModuleHooks {
  const slot = claimSlot(modules);
  const base = `${SCHEME}${slot}/`;
  const folders = new Map<string, HookedFolder>();
  const coveredBy = (url: string | undefined): HookedFolder | undefined => {
    if (url?.startsWith("file:") !== true) return undefined;
    for (const [prefix, folder] of folders) {
      if (url.startsWith(prefix) && !url.slice(prefix.length).includes("node_modules/")) return folder;
    }
    return undefined;
  };

  registerHooks({
    resolve: (specifier, context, next) => {
      const isOurs = specifier === `${base}${NATIVE_IMPORT}`;
      if (isOurs) return { url: specifier, format: "module", shortCircuit: true };
      const name = specifier === "zod/v4" ? "zod" : specifier;
      if (modules.has(name) && coveredBy(context.parentURL) !== undefined) {
        return { url: `${base}${name}`, format: "module", shortCircuit: true };
      }
      return next(specifier, context);
    },
    load: (url, context, next) => {
      if (url.startsWith(base)) {
        return {
          format: "module",
          source: sourceOf(url.slice(base.length), slot, modules),
          shortCircuit: true,
        };
      }
      const folder = coveredBy(url);
      const path = folder === undefined ? undefined : fileURLToPath(url.split(/[?#]/, 1)[0] ?? url);
      const format = path === undefined ? undefined : FORMATS.get(extname(path));
      if (folder === undefined || path === undefined || format === undefined) return next(url, context);
      return { format, source: readChecked(path, folder), shortCircuit: true };
    },
  });

  forbidExit();
  const native: unknown = createRequire(import.meta.url)(`${base}${NATIVE_IMPORT}`);
  const { importNatively } = native as Pick<ToolModuleHooks, "importNatively">;
  return {
    cover: (folder) => {
      const prefix = `${pathToFileURL(folder.folder).href}/`;
      folders.set(prefix, folder);
      noteToolFolder(prefix);
    },
    importNatively,
  };
}

function claimSlot(modules: ReadonlyMap<string, Namespace>): number {
  const holder = globalThis as { [REGISTER]?: ReadonlyMap<string, Namespace>[] };
  const slots = (holder[REGISTER] ??= []);
  return slots.push(modules) - 1;
}

/** A module that hands on every name of a running one. */
function sourceOf(name: string, slot: number, modules: ReadonlyMap<string, Namespace>): string {
  if (name === NATIVE_IMPORT) return "export const importNatively = (url) => import(url);";
  const names = Object.keys(modules.get(name) ?? {});
  return [
    `const running = globalThis[Symbol.for("wield.running-modules")][${slot}].get(${JSON.stringify(name)});`,
    ...names.map((each, index) => `const e${index} = running[${JSON.stringify(each)}];`),
    `export { ${names.map((each, index) => `e${index} as ${JSON.stringify(each)}`).join(", ")} };`,
  ].join("\n");
}

/** The bytes that are run are the bytes that were trusted, however the file changes meanwhile. */
function readChecked(path: string, { trusted }: HookedFolder): Uint8Array {
  const bytes = readFileSync(path);
  if (trusted !== undefined && trusted.get(path) !== createHash("sha256").update(bytes).digest("hex")) {
    throw new Error(`${path} is not what was trusted; it was changed meanwhile`);
  }
  return bytes;
}
