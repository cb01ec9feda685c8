import type { CommandParser, ParseShell, ShellScript } from "@wield/core";
import type { Parser } from "web-tree-sitter";
import { readScript } from "./read-script.ts";

const MOST_BYTES = 100 * 1024;
/** Longest time one line may take to parse, in milliseconds. */
const PARSE_LIMIT_MS = 1000;

/**
 * One for the whole process: the library keeps its memory in one place, and parsers that were made before it was begun
 * anew are later freed in what is no longer theirs.
 */
let opening: Promise<ParseShell> | undefined;

/** Lines of bash and sh, read with the tree-sitter grammar. The 1.5 MB of WebAssembly are loaded by the first `open`. */
export function createCommandParser(): CommandParser {
  return {
    open: () => {
      opening ??= load().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    },
  };
}

async function load(): Promise<ParseShell> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init();
  const { fileURLToPath } = await import("node:url");
  const grammar = fileURLToPath(import.meta.resolve("tree-sitter-bash/tree-sitter-bash.wasm"));
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (script) => parse(parser, script);
}

function parse(parser: Parser, script: string): ShellScript {
  if (Buffer.byteLength(script) > MOST_BYTES) return unreadable(script, "it is longer than 100 KB");
  if (/[^\P{Cc}\t\n]/u.test(script)) return unreadable(script, "it holds control characters");
  const end = performance.now() + PARSE_LIMIT_MS;
  const tree = parser.parse(script, null, { progressCallback: () => performance.now() > end });
  if (tree === null) {
    parser.reset();
    return unreadable(script, "it takes too long to read");
  }
  try {
    if (tree.rootNode.hasError) return unreadable(script, "it is not complete, or no line of bash");
    const { startIndex, endIndex } = tree.rootNode;
    const around = script.slice(0, startIndex) + script.slice(endIndex);
    if (!/^(?:[ \t\n]|\\\n)*$/.test(around))
      return unreadable(script, "it holds characters that shells read differently");
    return readScript(tree.rootNode);
  } catch (error) {
    return unreadable(
      script,
      `it could not be read (${error instanceof Error ? error.message : String(error)})`,
    );
  } finally {
    tree.delete();
  }
}

function unreadable(script: string, reason: string): ShellScript {
  return { commands: [], unreadable: [{ text: script.slice(0, 200), reason }] };
}
