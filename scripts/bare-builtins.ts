import { isBuiltin } from "node:module";
import type { Plugin } from "rolldown";

const PREFIX = "\0bare-builtin:";
/** The bundler's own code imports this one, and must not depend on a chunk of ours. */
const IMPORTED = "node:module";
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
      handler(id) {
        const name = id.slice(PREFIX.length);
        const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((each) =>
          IDENTIFIER.test(each),
        );
        const parts = names
          .filter((each) => each !== "default")
          .map(
            (each) =>
              `const part_${each} = /* @__PURE__ */ (() => builtin.${each})();\nexport { part_${each} as ${each} };`,
          );
        return [
          `const builtin = process.getBuiltinModule(${JSON.stringify(name)});`,
          "export default builtin;",
          ...parts,
        ].join("\n");
      },
    },
  };
}
