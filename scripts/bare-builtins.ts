import { isBuiltin } from "node:module";
import type { Plugin } from "rolldown";

const PREFIX = "\0bare-builtin:";
/** The bundler's own code imports this one, and must not depend on a chunk of ours. */
const IMPORTED = "node:module";
/** Seldom needed, and dear: their functions load them when they are called. */
const ON_FIRST_USE = new Set(["node:child_process", "node:zlib"]);
/** Looked up at each call, as an imported one would be: the tool check puts functions of its own in their place. */
const REPLACED = new Set(["node:fs"]);
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/**
 * Gets Node's own modules by `process.getBuiltinModule`. An `import` of one reads all that it exports, lazy parts
 * too: `node:fs` loads its streams and `node:crypto` web cryptography that way, about 10 ms of a start of 80.
 */
export function bareBuiltins(): Plugin {
  return {
    name: "bare-builtins",
    resolveId: {
      filter: { id: /^node:/ },
      handler(id, _importer, { kind }) {
        if (kind !== "import-statement" || !isBuiltin(id) || id === IMPORTED) return null;
        return { id: PREFIX + id, moduleSideEffects: false };
      },
    },
    load: {
      filter: { id: /^\0bare-builtin:/ },
      handler: (id) => moduleText(id.slice(PREFIX.length)),
    },
  };
}

function moduleText(name: string): string {
  const builtin = `process.getBuiltinModule(${JSON.stringify(name)})`;
  const exported: ReadonlyMap<string, unknown> = new Map(
    Object.entries(process.getBuiltinModule(name) ?? {}),
  );
  const parts = [...exported].filter(([each]) => IDENTIFIER.test(each) && each !== "default");
  const isLazy = ON_FIRST_USE.has(name);
  const isBehind = isLazy || REPLACED.has(name);
  const holder = isLazy ? builtin : "builtin";
  return [
    isLazy ? "" : `const builtin = ${builtin};`,
    `export default /* @__PURE__ */ (() => ${builtin})();`,
    ...parts.map(([each, value]) => {
      const text =
        isBehind && isPlainFunction(each, value)
          ? `(...given) => ${holder}.${each}(...given)`
          : `/* @__PURE__ */ (() => ${holder}.${each})()`;
      return `const part_${each} = ${text};\nexport { part_${each} as ${each} };`;
    }),
  ].join("\n");
}

/** A function that can stand behind another one: no class, and nothing hangs on it, such as its promise form. */
function isPlainFunction(name: string, value: unknown): boolean {
  return (
    typeof value === "function" &&
    /^[a-z]/.test(name) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    Object.keys(value).length === 0
  );
}
