import { changesSomething } from "../effects/effect.ts";
import type { FloorPlaces } from "../ports/floor.ts";
import type { Workspace } from "../ports/paths.ts";
import type { GuardVerdict, NamedEffect, PatternName } from "./guard.ts";
import { mayMeet, namesMeet } from "./pattern-overlap.ts";

const literal = (text: string): PatternName => ({ text, isLiteral: true });
const CODE_FOLDERS = [".git", ".husky", ".vscode"].map(literal);
const CODE_FILE = literal(".envrc");

/** What the floor says of a pattern: which files it stands for is not known, so each it may stand for counts. */
export function patternFloor(
  { effect, pattern, isWhole }: NamedEffect,
  { floor, workspace }: { readonly floor: FloorPlaces; readonly workspace: Workspace },
): GuardVerdict | undefined {
  if (pattern === undefined) return undefined;
  const { display } = pattern;
  const { names } = pattern;
  const isChange = changesSomething(effect);
  const meets = (place: string, how: { readonly isBelow: boolean }): boolean =>
    mayMeet(names, namesOf(place), { ...how, isAbove: isWhole });
  // A folder that is not known is not taken for the home of Wield, but for one that holds what becomes code.
  const isAnywhere = names[0]?.isLiteral === false && names[0].text === "**";
  if (!isAnywhere && meets(floor.home, { isBelow: true }))
    return {
      decision: "deny",
      reason: `${display} may be what belongs to Wield itself and is closed to every tool`,
      hint: "name what is meant more closely.",
    };
  if (!isChange) return undefined;
  if (
    !isAnywhere &&
    effect.kind === "delete" &&
    isWhole &&
    mayMeet(names, namesOf(workspace.home), { isBelow: false, isAbove: false })
  )
    return {
      decision: "deny",
      reason: "this command is never run: it may delete the home folder as a whole",
      hint: "do not repeat it; a person has to do this by hand.",
    };
  const own = `${workspace.root}/.wield`;
  if (!isAnywhere && meets(`${own}/config.yaml`, { isBelow: false }) && !isWhole)
    return {
      decision: "deny",
      reason: `${display} may be ${own}/config.yaml, which is changed only by a person`,
      hint: "ask the person to use wield config.",
    };
  const isCode =
    (!isAnywhere && meets(own, { isBelow: true })) ||
    names.some((name) => !isAnyFolder(name) && CODE_FOLDERS.some((code) => namesMeet(lower(name), code))) ||
    names.slice(-1).some((name) => namesMeet(lower(name), CODE_FILE));
  return isCode
    ? {
        decision: "ask",
        reason: `${display} may be what becomes code or instructions, so a change of it is always asked for`,
      }
    : undefined;
}

function isAnyFolder({ text, isLiteral }: PatternName): boolean {
  return !isLiteral && text === "**";
}

function lower(name: PatternName): PatternName {
  return { ...name, text: name.text.toLowerCase() };
}

function namesOf(path: string): readonly PatternName[] {
  return path
    .split("/")
    .filter((name) => name !== "")
    .map(literal);
}
