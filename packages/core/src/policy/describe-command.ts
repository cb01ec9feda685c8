import type { ResolvedCommand } from "./guard.ts";
import type { CommandPart } from "../effects/parsed-command.ts";

const MOST_LINES = 100;

/** What a person should hear before a command runs: what is dangerous in it, and what nobody can know. */
export function commandWarnings({ parsed }: ResolvedCommand): readonly string[] {
  return [
    ...parsed.dangers.map((danger) => `dangerous: ${danger}`),
    ...parsed.unreadable.map(({ text, reason }) => `cannot be known: ${text} (${reason})`),
    ...parsed.parts.flatMap(({ source, code }) =>
      code === undefined ? [] : [`cannot be known: ${source} (${code})`],
    ),
  ].slice(0, MOST_LINES);
}

/** A command taken apart, one line per part and per thing it names. */
export function commandLines(command: ResolvedCommand): readonly string[] {
  const { parsed, named } = command;
  const parts = parsed.parts.map((part, at) => `${at + 1}. ${partWords(part)}`);
  const names = named.map(({ effect, path, part, isWhole, pattern }) => {
    if (effect.kind === "connect") return `connect ${effect.host}:${effect.port} (${part + 1})`;
    return `${effect.kind} ${pattern?.display ?? path?.real ?? ""}${isWhole ? " and all in it" : ""} (${part + 1})`;
  });
  const reading = parsed.isReadOnly ? ["only reads"] : [];
  return [...parts, ...names, ...reading, ...commandWarnings(command)].slice(0, MOST_LINES);
}

function partWords({ words, assignments, redirects, within, isRemote }: CommandPart): string {
  const said = [
    ...assignments.map(({ name, value }) => `${name}=${value.text}`),
    ...words.map(({ text, isLiteral }) =>
      isLiteral && /[\s'"]|^$/.test(text) ? JSON.stringify(text) : text,
    ),
    ...redirects.map(({ use, target }) => `${use === "read" ? "<" : ">"} ${target.text}`),
  ].join(" ");
  return `${said}${within === undefined ? "" : ` (started by ${within + 1})`}${isRemote ? " (on another machine)" : ""}`;
}
