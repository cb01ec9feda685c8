import type { ShellScript } from "@wield/core";
import type { Parser } from "web-tree-sitter";
import { readScript } from "./read-script.ts";
import { unreadable } from "./unreadable.ts";

/** Longest time one script may take to parse, in milliseconds. */
const PARSE_LIMIT_MS = 1000;
/** More than a script of some hundred commands has; what is beyond costs whoever looks at it too much. */
const MOST_NODES = 8000;

/** Loads the grammar: 1.5 MB of WebAssembly. */
export async function loadGrammar(): Promise<(script: string) => ShellScript> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init();
  const { fileURLToPath } = await import("node:url");
  const grammar = fileURLToPath(import.meta.resolve("tree-sitter-bash/tree-sitter-bash.wasm"));
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (script) => parseScript(parser, script);
}

/** Throws when the parser broke, which it does not come back from. */
function parseScript(parser: Parser, script: string): ShellScript {
  const end = performance.now() + PARSE_LIMIT_MS;
  const tree = parser.parse(script, null, { progressCallback: () => performance.now() > end });
  if (tree === null) {
    parser.reset();
    return unreadable(script, "it takes too long to read");
  }
  try {
    const { rootNode } = tree;
    if (rootNode.hasError) return unreadable(script, "it is not complete, or no line of bash");
    if (rootNode.descendantCount > MOST_NODES) return unreadable(script, "it has too many parts");
    const around = script.slice(0, rootNode.startIndex) + script.slice(rootNode.endIndex);
    if (!/^(?:[ \t\n]|\\\n)*$/.test(around))
      return unreadable(script, "it holds characters that shells read differently");
    return readScript(rootNode);
  } catch (error) {
    return unreadable(
      script,
      `it could not be read (${error instanceof Error ? error.message : String(error)})`,
    );
  } finally {
    tree.delete();
  }
}
