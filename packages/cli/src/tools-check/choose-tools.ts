import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fail, listNames, nearestName, value, type Outcome } from "@wield/core";
import type { ToolProbe } from "@wield/testkit";
import { builtInFile } from "../tools/built-in-file.ts";
import { isNamed } from "./find-own-tools.ts";

/** One tool that is to be checked. */
export interface ChosenTool {
  /** What the loader takes: a path, or what stands for a built-in tool. */
  readonly file: string;
  readonly probe?: ToolProbe;
  /** Names of all other tools with their places. */
  readonly taken: ReadonlyMap<string, string>;
}

export interface KnownTools {
  readonly builtIn: readonly string[];
  /** The person's and the folder's, by path, as far as they were loaded. */
  readonly own: ReadonlyMap<string, ToolProbe>;
  /** Names of others of these, to suggest. */
  readonly ownNames: readonly string[];
  /** Names that a later tool may take (`tools.replace`). */
  readonly replaceable: readonly string[];
  /** Tool files of the folder that nobody has trusted yet, as they are shown. */
  readonly waiting: readonly string[];
}

interface Choice {
  readonly names: readonly string[];
  readonly cwd: string;
  /** Without names: the built-in tools too. */
  readonly isAll: boolean;
}

/** What `names` mean: names of tools, or paths of tool files. Without any: all that one wrote oneself. */
export function chooseTools(
  known: KnownTools,
  { names, cwd, isAll }: Choice,
): Outcome<readonly ChosenTool[]> {
  const own = [...known.own].map(([file, probe]) => chosenFile(known, file, probe));
  if (names.length === 0)
    return value([...(isAll ? known.builtIn.map((name) => chosenBuiltIn(name)) : []), ...own]);
  const chosen: ChosenTool[] = [];
  for (const name of new Set(names)) {
    const found = [
      ...(known.builtIn.includes(name) ? [chosenBuiltIn(name)] : []),
      ...own.filter(({ probe }) => probe?.name === name),
    ];
    const file = resolve(cwd, name);
    const unread = own.filter(({ file: path, probe }) => probe?.name === undefined && isNamed(path, name));
    if (found.length > 0) chosen.push(...found);
    else if (existsSync(file)) chosen.push(chosenFile(known, file, known.own.get(file)));
    // A file that gives no tool has no name but its own: what is wrong with it is what the check is to say.
    else if (unread.length > 0) chosen.push(...unread);
    else return unknownTool(name, known);
  }
  return value(chosen);
}

function chosenBuiltIn(name: string): ChosenTool {
  return { file: builtInFile(name), taken: new Map() };
}

function chosenFile(known: KnownTools, file: string, probe: ToolProbe | undefined): ChosenTool {
  const others = [...known.own].flatMap(([path, other]): readonly (readonly [string, string])[] =>
    path === file || other.name === undefined ? [] : [[other.name, path]],
  );
  const taken = new Map([...others, ...known.builtIn.map((name) => [name, "built in"] as const)]);
  for (const name of known.replaceable) taken.delete(name);
  return { file, taken, ...(probe === undefined ? {} : { probe }) };
}

function unknownTool(name: string, { builtIn, own, ownNames, waiting }: KnownTools): Outcome<never> {
  const loaded = [...own.values()].flatMap((probe) => probe.name ?? []);
  const names = new Set([...builtIn, ...loaded, ...ownNames]);
  return fail("not_found", `there is no tool ${JSON.stringify(name)}`, {
    hint: hintFor(name, [...names], waiting),
  });
}

function hintFor(name: string, names: readonly string[], waiting: readonly string[]): string {
  const file = waiting.find((path) => isNamed(path, name));
  if (file !== undefined)
    return `${file} is not used before wield trust; wield tools check ${file} checks it as a file.`;
  const nearest = nearestName(name, names);
  const known = nearest === undefined ? `there are ${listNames(names)}` : `did you mean ${nearest}?`;
  return waiting.length === 0 ? known : `${known} (this folder's own tools wait for wield trust)`;
}
