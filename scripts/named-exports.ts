/** Where a package declares what it exports, by name: its index holds nothing but named exports. */
export type NamedExports = ReadonlyMap<string, { readonly file: string; readonly name: string }>;

const EXPORT = /^export (?:type )?\{([^}]*)\} from "(\.\/[^"]+)\.ts";$/gms;
const STATEMENT = /^(import|export) (type )?\{([^}]*)\} from "@wield\/([a-z]+)";$/gms;
const LIBRARY = /^import type \{([^}]*)\} from "([^"./][^"]*)";$/gms;
const INLINE = /import\("@wield\/([a-z]+)"\)\.(\w+)/g;

/** Of the declarations of an index. */
export function namedExports(index: string): NamedExports {
  const found = new Map<string, { readonly file: string; readonly name: string }>();
  for (const [, list = "", file = ""] of index.matchAll(EXPORT))
    for (const { outside, inside } of specifiers(list)) found.set(outside, { file, name: inside });
  return found;
}

/**
 * The same declarations, reading what they take of a package from the files that declare it: whoever takes one type is
 * not led to all of its package, and to the libraries that the rest of it needs.
 */
export function pastIndexes(code: string, exportsOf: (packageName: string) => NamedExports): string {
  const placed = (from: string, name: string): { readonly module: string; readonly name: string } => {
    const found = exportsOf(from).get(name);
    if (found === undefined) throw new Error(`@wield/${from} exports no ${name}`);
    return { module: `@wield/${from}/${found.file.slice(2)}.ts`, name: found.name };
  };
  return code
    .replaceAll(STATEMENT, (_all, word: string, type: string | undefined, list: string, from: string) =>
      specifiers(list)
        .map(({ inside, outside }) => {
          const { module, name } = placed(from, inside);
          const taken = name === outside ? name : `${name} as ${outside}`;
          return `${word} ${type ?? ""}{ ${taken} } from "${module}";`;
        })
        .join("\n"),
    )
    .replaceAll(INLINE, (_all, from: string, inside: string) => {
      const { module, name } = placed(from, inside);
      return `import("${module}").${name}`;
    });
}

/**
 * The same declarations without the libraries that are part of the bundle and so are not installed beside it: what is
 * taken of them is `any`, as it would be for a compiler that does not find them.
 */
export function withoutLibraries(code: string, isInstalled: (library: string) => boolean): string {
  return code.replaceAll(LIBRARY, (all, list: string, library: string) =>
    isInstalled(library)
      ? all
      : specifiers(list)
          .map(({ outside }) => `type ${outside} = any;`)
          .join("\n"),
  );
}

/** `a, type b as c`: what it is called where it comes from, and where it goes to. */
function specifiers(list: string): readonly { readonly inside: string; readonly outside: string }[] {
  return list
    .split(",")
    .map((part) => part.trim().replace(/^type /, ""))
    .filter((part) => part !== "")
    .map((part) => {
      const [inside = "", outside = inside] = part.split(" as ");
      return { inside, outside };
    });
}
