/** One thing a reader of a page does. */
export type PageStep =
  | { readonly kind: "file"; readonly line: number; readonly path: string; readonly text: string }
  | {
      readonly kind: "command";
      readonly line: number;
      readonly command: string;
      /** As the page shows it, one entry per line. */
      readonly output: readonly string[];
    };

interface Block {
  /** Of the opening fence, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly lines: readonly string[];
  /** The last line of text above it. */
  readonly above: string;
}

/** Text such as ``Save this as `tools/a.ts`:`` right above a block makes it a file. */
const NAMES_FILE = /`([^`\s]+)`:$/;

const PROMPT = "$ ";

/**
 * What a page tells its reader to do, in order: the blocks that a line such as "Save this as `PATH`:" stands above
 * are files; in `console` blocks each line that starts with `$ ` is a command, and what follows is its output.
 */
export function readPage(markdown: string): readonly PageStep[] {
  return blocksOf(markdown).flatMap((block): readonly PageStep[] => {
    if (block.language === "console") return commandsOf(block);
    const path = NAMES_FILE.exec(block.above)?.[1];
    if (path === undefined) return [];
    return [{ kind: "file", line: block.line, path, text: `${block.lines.join("\n")}\n` }];
  });
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { readonly line: number; readonly language: string; readonly lines: string[] } | undefined;
  let above = "";
  for (const [index, text] of markdown.split("\n").entries()) {
    if (open === undefined && text.startsWith("```")) {
      open = { line: index + 1, language: text.slice(3).trim(), lines: [] };
    } else if (open !== undefined && text === "```") {
      blocks.push({ ...open, above });
      open = undefined;
      above = "";
    } else if (open !== undefined) open.lines.push(text);
    else if (text.trim() !== "") above = text.trimEnd();
  }
  if (open !== undefined) throw new Error(`the block of line ${open.line} has no end`);
  return blocks;
}

function commandsOf({ line, lines }: Block): readonly PageStep[] {
  const commands: { line: number; command: string; output: string[] }[] = [];
  for (const [index, text] of lines.entries()) {
    if (text.startsWith(PROMPT))
      commands.push({ line: line + index + 1, command: text.slice(PROMPT.length), output: [] });
    else if (commands.length > 0) commands.at(-1)?.output.push(text);
    else throw new Error(`line ${line + index + 1}: a console block starts with a command ("$ …")`);
  }
  return commands.map((command) => ({ kind: "command", ...command }));
}
