import type { InstalledTypes } from "./installed-types.ts";

/** The text of a `tsconfig.json` with which an editor, or `tsc`, checks the types of tool files. */
export function tsconfigTemplate({ wield, zod, typeRoot }: InstalledTypes): string {
  const config = {
    compilerOptions: {
      target: "es2024",
      lib: typeRoot === undefined ? ["esnext", "dom"] : ["esnext"],
      module: "preserve",
      moduleResolution: "bundler",
      moduleDetection: "force",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowJs: true,
      erasableSyntaxOnly: true,
      allowImportingTsExtensions: true,
      ...(typeRoot === undefined ? { types: [] } : { typeRoots: [typeRoot], types: ["node"] }),
      paths: { wield: [wield], ...(zod === undefined ? {} : { zod: [zod] }) },
    },
    include: ["*.ts", "*.mts", "*.js", "*.mjs", "*/*.ts", "*/*.mts", "*/*.js", "*/*.mjs"],
    exclude: ["node_modules"],
  };
  return [
    "// Written by wield tools new for your editor: the paths lead to the types of the wield on this machine.",
    "// Wield itself does not read it.",
    `${JSON.stringify(config, undefined, 2)}\n`,
  ].join("\n");
}
