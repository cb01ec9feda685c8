import type {
  ShellAssignment,
  SimpleCommand,
  ShellRedirect,
  ShellScript,
  ShellWord,
  UnreadablePart,
} from "@wield/core";
import type { Node } from "web-tree-sitter";
import { hasOddGaps } from "./odd-gaps.ts";
import { readHeredoc, readRedirects } from "./read-redirects.ts";
import { isWord, readWord } from "./read-word.ts";

const MOST_DEPTH = 150;
const MOST_COMMANDS = 500;
const MOST_LOOP_VALUES = 64;

interface Place {
  /** Nodes above, as a bound of the walk. */
  readonly level: number;
  readonly depth: number;
  readonly pipe?: SimpleCommand["pipe"];
  readonly inFunction?: string;
  readonly loops?: readonly ShellAssignment[];
}

/** What a command adds to its words while it is read: targets that swallowed arguments, heredocs, redirections. */
interface Attached {
  readonly redirects: ShellRedirect[];
  readonly words: ShellWord[];
  input?: ShellWord;
}

const STATEMENT_GROUPS: ReadonlySet<string> = new Set([
  "program",
  "list",
  "compound_statement",
  "negated_command",
  "if_statement",
  "elif_clause",
  "else_clause",
  "while_statement",
  "do_group",
  "for_statement",
  "c_style_for_statement",
  "case_statement",
  "case_item",
  "variable_assignments",
]);

/** Every simple command below a root node. A kind of node that is not known here is unreadable. */
export function readScript(root: Node): ShellScript {
  const commands: SimpleCommand[] = [];
  const unreadable: UnreadablePart[] = [];
  let pipes = 0;

  const refuse = (node: Node, reason: string): void => {
    unreadable.push({ text: node.text.slice(0, 200), reason });
  };

  const statement = (node: Node, place: Place): void => {
    const inside = { ...place, level: place.level + 1 };
    if (place.level > MOST_DEPTH) return refuse(node, "it is nested too deeply");
    if (commands.length >= MOST_COMMANDS) return;
    if (hasOddGaps(node))
      return refuse(node, "it holds characters between words that shells read differently");
    if (node.type === "comment") return;
    if (STATEMENT_GROUPS.has(node.type)) {
      const { pipe: _pipe, ...rest } = inside;
      const loops = loopsOf(node, place.loops);
      for (const child of node.children) groupPart(child, { ...rest, ...loops });
      return;
    }
    switch (node.type) {
      case "command":
        return simple(node, inside);
      case "redirected_statement":
        return redirected(node, inside);
      case "pipeline":
        return pipeline(node, inside);
      case "subshell":
        for (const child of node.namedChildren) statement(child, { ...inside, depth: place.depth + 1 });
        return;
      case "function_definition":
        return defineFunction(node, inside);
      case "declaration_command":
      case "unset_command":
        return declaration(node, inside);
      case "variable_assignment":
        return add(node, inside, { words: [], assignments: assignmentsOf(node, inside) });
      case "test_command":
        substitutions(node, inside);
        return add(node, inside, { words: [literal("test"), { text: node.text, isLiteral: false }] });
      default:
        return refuse(node, `${node.type.replaceAll("_", " ")} is not understood`);
    }
  };

  /** A child of a group: another statement, a word whose substitutions count, or punctuation. */
  const groupPart = (node: Node, place: Place): void => {
    if (!node.isNamed) return;
    if (isWord(node) || isExpression(node)) substitutions(node, place);
    else statement(node, place);
  };

  const pipeline = (node: Node, place: Place): void => {
    const parts = node.namedChildren.filter(({ type }) => type !== "comment");
    const id = (pipes += 1);
    for (const [at, part] of parts.entries())
      statement(part, { ...place, pipe: { id, place: at, length: parts.length } });
  };

  const redirected = (node: Node, place: Place): void => {
    const attached: Attached = { redirects: [], words: [] };
    const bodies: Node[] = [];
    for (const child of node.namedChildren) {
      if (child.type === "file_redirect" || child.type === "herestring_redirect")
        attach(child, attached, place);
      else if (child.type !== "heredoc_redirect") bodies.push(child);
      else if (attached.input === undefined) heredoc(child, attached, place);
      else refuse(child, "more than one heredoc");
    }
    const [body] = bodies;
    if (body?.type === "command") return simple(body, place, attached);
    for (const each of bodies) statement(each, place);
    if (attached.words.length > 0) refuse(node, "words after a redirection belong to no command");
    add(node, place, opened(attached));
  };

  const attach = (node: Node, attached: Attached, place: Place): void => {
    if (hasOddGaps(node)) refuse(node, "it holds characters between words that shells read differently");
    substitutions(node, place);
    const read = readRedirects(node);
    if (read === undefined) return refuse(node, "a redirection that is not understood");
    attached.redirects.push(...read.redirects);
    attached.words.push(...read.words);
    if (read.input !== undefined) attached.input = read.input;
  };

  /** The rest of the line stands inside the node of a heredoc: arguments, redirections, what follows. */
  const heredoc = (node: Node, attached: Attached, place: Place): void => {
    const body = readHeredoc(node);
    if (body === undefined) return refuse(node, "a heredoc that is not understood");
    attached.input = body;
    for (const child of node.namedChildren) {
      if (child.type === "heredoc_start" || child.type === "heredoc_end" || child.type === "file_descriptor")
        continue;
      if (child.type === "heredoc_body") substitutions(child, place);
      else if (child.type === "file_redirect" || child.type === "herestring_redirect")
        attach(child, attached, place);
      else if (isWord(child)) {
        substitutions(child, place);
        attached.words.push(readWord(child));
      } else if (child.type === "pipeline") {
        const id = (pipes += 1);
        const parts = child.namedChildren;
        for (const [at, part] of parts.entries())
          statement(part, { ...place, pipe: { id, place: at + 1, length: parts.length + 1 } });
      } else statement(child, place);
    }
  };

  const simple = (node: Node, place: Place, outer: Attached = { redirects: [], words: [] }): void => {
    if (hasOddGaps(node))
      return refuse(node, "it holds characters between words that shells read differently");
    const words: ShellWord[] = [];
    const assignments: ShellAssignment[] = [];
    const attached: Attached = { redirects: [], words: [] };
    let end = -1;
    for (const child of node.children) {
      // Two words without a space between them are one for the shell.
      if (child.startIndex === end && !child.type.endsWith("redirect"))
        refuse(node, "words that run into each other");
      end = child.type.endsWith("redirect") ? -1 : child.endIndex;
      if (child.type === "variable_assignment") assignments.push(...assignmentsOf(child, place));
      else if (child.type === "command_name") {
        const name = child.firstChild;
        if (name === null || child.childCount !== 1 || !isWord(name))
          return refuse(child, "a command name that is not understood");
        substitutions(name, place);
        words.push(readWord(name));
      } else if (child.type === "file_redirect" || child.type === "herestring_redirect") {
        attach(child, attached, place);
        words.push(...attached.words.splice(0));
      } else if (isWord(child)) {
        substitutions(child, place);
        words.push(readWord(child));
      } else return refuse(child, `${child.type.replaceAll("_", " ")} in a command is not understood`);
    }
    const input = outer.input ?? attached.input;
    add(node, place, {
      words: [...words, ...outer.words],
      assignments,
      redirects: [...attached.redirects, ...outer.redirects],
      ...(input === undefined ? {} : { input }),
    });
  };

  const defineFunction = (node: Node, place: Place): void => {
    const name = node.childForFieldName("name")?.text ?? "";
    for (const child of node.namedChildren.slice(1)) {
      if (child.type === "file_redirect" || child.type === "herestring_redirect") {
        const attached: Attached = { redirects: [], words: [] };
        attach(child, attached, place);
        add(child, place, opened(attached));
      } else statement(child, { ...place, depth: place.depth + 1, inFunction: name });
    }
  };

  const declaration = (node: Node, place: Place): void => {
    const words = node.children.map((child): ShellWord => {
      if (!child.isNamed) return literal(child.text);
      substitutions(child, place);
      if (child.type !== "variable_assignment") return isWord(child) ? readWord(child) : unknown(child);
      const [made] = assignmentsOf(child, place, { isVisited: true });
      return made?.value.isLiteral === true ? literal(`${made.name}=${made.value.text}`) : unknown(child);
    });
    add(node, place, { words });
  };

  const assignmentsOf = (
    node: Node,
    place: Place,
    how?: { readonly isVisited: true },
  ): readonly ShellAssignment[] => {
    if (how === undefined) substitutions(node, place);
    const name = node.childForFieldName("name")?.text ?? "";
    const value = node.childForFieldName("value");
    if (value === null) return [{ name, value: literal("") }];
    return [{ name, value: isWord(value) ? readWord(value) : unknown(value) }];
  };

  /** Walks into every substitution below a word or an expression. */
  const substitutions = (node: Node, place: Place, level = place.level): void => {
    if (level > MOST_DEPTH) return refuse(node, "it is nested too deeply");
    if (node.type === "command_substitution" || node.type === "process_substitution") {
      if (node.text.startsWith("`") && node.text.includes("\\"))
        return refuse(node, "backticks with escapes inside");
      if (hasOddGaps(node))
        return refuse(node, "it holds characters between words that shells read differently");
      const { pipe: _pipe, ...rest } = place;
      const inside = { ...rest, level: level + 1, depth: place.depth + 1 };
      const attached: Attached = { redirects: [], words: [] };
      for (const child of node.namedChildren) {
        if (child.type === "file_redirect") attach(child, attached, inside);
        else statement(child, inside);
      }
      if (attached.redirects.length > 0) add(node, inside, opened(attached));
      return;
    }
    if (
      node.type === "redirected_statement" ||
      node.type === "subshell" ||
      node.type === "compound_statement"
    ) {
      return statement(node, { ...place, level: level + 1 });
    }
    if (node.type === "arithmetic_expansion" && node.text.includes("`"))
      refuse(node, "backticks in arithmetic");
    if (holdsUnreadText(node)) refuse(node, "a substitution that is not understood");
    for (const child of node.namedChildren) substitutions(child, place, level + 1);
  };

  const add = (
    node: Node,
    place: Place,
    made: Partial<SimpleCommand> & Pick<SimpleCommand, "words">,
  ): void => {
    if (commands.length === MOST_COMMANDS) return refuse(node, "the line holds too many commands");
    const { depth, pipe, inFunction, loops } = place;
    commands.push({
      words: made.words,
      assignments: made.assignments ?? [],
      redirects: made.redirects ?? [],
      source: node.text,
      ...(made.input === undefined ? {} : { input: made.input }),
      ...(pipe === undefined ? {} : { pipe }),
      depth,
      ...(inFunction === undefined ? {} : { inFunction }),
      ...(loops === undefined ? {} : { loops }),
    });
  };

  statement(root, { level: 0, depth: 0 });
  if (commands.length >= MOST_COMMANDS) refuse(root, "the line holds too many commands");
  return { commands, unreadable };
}

/** Text that means itself, whatever stands in it. */
const QUOTED: ReadonlySet<string> = new Set(["raw_string", "ansi_c_string", "comment", "heredoc_body"]);

/** The grammar takes a pattern in `${x#…}` and the like for text, where a shell starts what stands in it. */
function holdsUnreadText(node: Node): boolean {
  if (node.type === "expansion" && node.text.endsWith("@P}")) return true;
  if (node.namedChildCount > 0 || QUOTED.has(node.type)) return false;
  return /`|[$<>]\(/.test(node.text.replace(/\\[\s\S]/g, ""));
}

/** The variable of a `for`, with each word it goes through. */
function loopsOf(node: Node, outer: Place["loops"]): Pick<Place, "loops"> {
  const name = node.type === "for_statement" ? node.childForFieldName("variable")?.text : undefined;
  if (name === undefined) return {};
  const values = node.childrenForFieldName("value").filter(isWord).slice(0, MOST_LOOP_VALUES);
  return { loops: [...(outer ?? []), ...values.map((value) => ({ name, value: readWord(value) }))] };
}

/** What a compound command opens: nothing is started by it. */
function opened({ redirects, input }: Attached): Pick<SimpleCommand, "words" | "redirects" | "input"> {
  return { words: [], redirects, ...(input === undefined ? {} : { input }) };
}

function isExpression(node: Node): boolean {
  return /(_expression|^subscript|^array)$/.test(node.type) || node.type === "subscript";
}

function literal(text: string): ShellWord {
  return { text, isLiteral: true };
}

function unknown(node: Node): ShellWord {
  return { text: node.text, isLiteral: false };
}
