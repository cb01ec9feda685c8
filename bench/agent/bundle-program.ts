import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { bareBuiltins } from "../../scripts/bare-builtins.ts";
import { publishSchemas } from "../../scripts/publish-schemas.ts";

/** Below the repository, so that what is not bundled (the search program) is found. */
const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/wield-bench", import.meta.url));

/** Bundles a program of this folder as the command is bundled. Gives back the path of its entry. */
export async function bundleProgram(name: string): Promise<string> {
  const bundled = await rolldown({
    input: { [name]: fileURLToPath(new URL(`./${name}.program.ts`, import.meta.url)) },
    platform: "node",
    // Compiled additions that are optional where they are used.
    external: [/\.node$/, "cpu-features"],
    plugins: [bareBuiltins(), publishSchemas()],
    treeshake: { manualPureFunctions: ["z", "bounded"] },
    checks: { bundlerTimings: false },
    logLevel: "silent",
  });
  await bundled.write({
    dir: FOLDER,
    format: "esm",
    minify: true,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await bundled.close();
  return join(FOLDER, `${name}.mjs`);
}
