import type { ToolDefinition } from "@wield/core";
import { completeCall } from "../../completion/complete-call.ts";

export interface CompletionWorld {
  readonly commands: readonly {
    readonly name: string;
    readonly form: string;
    readonly about: string;
    /** Candidates for what follows it. */
    readonly values?: (world: CompletionWorld) => Iterable<string>;
  }[];
  readonly tools: ReadonlyMap<string, { readonly tool: ToolDefinition }>;
  readonly toolsets: readonly string[];
  readonly models: readonly string[];
  /** Whether calls are typed by hand here. */
  readonly takesCalls: boolean;
  /** Names in a folder of the workspace, folders with `/` at their end; nothing when it cannot be read. */
  readonly listFolder: (path: string) => readonly string[];
}

export interface Candidate {
  readonly text: string;
  readonly about?: string;
}

export interface Completion {
  /** Where the word that is completed begins. */
  readonly from: number;
  readonly candidates: readonly Candidate[];
}

const MOST = 50;

/** What may stand in place of the word before the cursor. */
export function completionAt(text: string, cursor: number, world: CompletionWorld): Completion {
  const before = text.slice(0, cursor);
  const word = /\S*$/.exec(before)?.[0] ?? "";
  const from = cursor - word.length;
  const give = (candidates: readonly Candidate[]): Completion => ({
    from,
    candidates: candidates.slice(0, MOST),
  });
  if (word.startsWith("@") && word !== "@@") return give(mentions(word.slice(1), world));
  const command = /^\/([a-z]*)$/.exec(before);
  if (command !== null) {
    return give(
      world.commands
        .filter(({ name }) => name.startsWith(command[1] ?? ""))
        .map(({ name, form, about }) => ({ text: `/${name}${form === "" ? "" : " "}`, about })),
    );
  }
  const [, name, rest] = /^\/([a-z]+)\s+(\S*)$/.exec(before) ?? [];
  if (name !== undefined) {
    const values = world.commands.find((known) => known.name === name)?.values?.(world) ?? [];
    return give(
      [...values].filter((value) => value.startsWith(rest ?? "")).map((value) => ({ text: value })),
    );
  }
  if (!world.takesCalls || before.includes("\n") || before.startsWith("/")) return give([]);
  return give(completeCall(before, world.tools).map((candidate) => ({ text: candidate })));
}

function mentions(typed: string, { listFolder }: CompletionWorld): readonly Candidate[] {
  const slash = typed.lastIndexOf("/");
  const folder = slash < 0 ? "" : typed.slice(0, slash + 1);
  const start = typed.slice(slash + 1).toLowerCase();
  return listFolder(folder)
    .filter((name) => name.toLowerCase().startsWith(start) && (start !== "" || !name.startsWith(".")))
    .map((name) => ({ text: `@${folder}${name}` }));
}

/** What all candidates begin with. */
export function commonBeginning(candidates: readonly Candidate[]): string {
  const [first = { text: "" }, ...others] = candidates;
  let length = first.text.length;
  for (const { text } of others) {
    while (!text.startsWith(first.text.slice(0, length))) length -= 1;
  }
  return first.text.slice(0, length);
}
