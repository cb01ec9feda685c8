import { relative, resolve, sep } from "node:path";
import { changesSomething, isPathEffect, type ToolDefinition } from "@wield/core";
import type { Remark } from "./finding.ts";
import type { Observation } from "./observation.ts";

/** Whether the call changed what the tool says it may change, and nothing past its services. */
export function judgeHonest(tool: ToolDefinition, seen: Observation): readonly Remark[] {
  const remarks = seen.denied.map((attempt) =>
    fault(
      `${seen.label}: tried to ${DENIED_WORDS[attempt.kind]} ${attempt.target} past its services`.replace(
        "  ",
        " ",
      ),
    ),
  );
  remarks.push(
    ...seen.connected.map((target) =>
      fault(`${seen.label}: tried to connect to ${target} past its services`),
    ),
  );
  return [...remarks, ...(mayChange(tool, seen) ? judgeChanges(tool, seen) : judgeSilence(tool, seen))];
}

const DENIED_WORDS = {
  write: "write",
  program: "start the program",
  worker: "start a thread",
  addon: "load the addon",
};

function mayChange(tool: ToolDefinition, seen: Observation): boolean {
  if (tool.mutates === false) return false;
  return !tool.hasEffects || seen.outcome.call.effects.some(changesSomething);
}

/** For a call that only reports: any change is a lie, refused ones too. */
function judgeSilence(tool: ToolDefinition, seen: Observation): readonly Remark[] {
  const claim = tool.mutates === false ? "mutates is false" : "its effects change nothing";
  const asked = seen.requested.map(({ access, path }) =>
    fault(`${seen.label}: asked its files service to ${access} ${path}, but ${claim}`),
  );
  const done = seen.changes.map((change) =>
    fault(
      `${seen.label}: ${WORDS[change.how]} ${shown(seen, change.path)} past its files service, but ${claim}`,
    ),
  );
  return [...asked, ...done];
}

const WORDS = {
  created: "created",
  deleted: "deleted",
  changed: "changed",
  mode: "changed the mode of",
  touched: "wrote in",
} as const;

function judgeChanges(tool: ToolDefinition, seen: Observation): readonly Remark[] {
  const declared = seen.outcome.call.effects.filter(isPathEffect).filter(changesSomething);
  const declaredPaths = declared.map((effect) => resolve(seen.root, effect.path));
  const askedPaths = seen.requested.map((change) => resolve(seen.root, change.path));
  return seen.changes.flatMap((change): readonly Remark[] => {
    const name = shown(seen, change.path);
    if (!isInside(seen.root, change.path)) {
      return [
        fault(`${seen.label}: ${WORDS[change.how]} ${name}, outside its workspace, past its files service`),
      ];
    }
    if (tool.hasEffects && !isCovered(change.path, declaredPaths)) {
      return [
        fault(`${seen.label}: ${WORDS[change.how]} ${name}, which is not among the effects of the call`),
      ];
    }
    if (isCovered(change.path, askedPaths)) return [];
    const hint = `${seen.label}: ${WORDS[change.how]} ${name} past its files service, so it cannot be undone`;
    return [{ check: "honest", severity: "warn", message: hint }];
  });
}

/** Covered is a path itself, what is in it, and the folders above it that had to be made or that saw it come. */
function isCovered(path: string, covering: readonly string[]): boolean {
  return covering.some((cover) => isInside(cover, path) || isInside(path, cover));
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

function shown(seen: Observation, path: string): string {
  return isInside(seen.root, path) ? relative(seen.root, path) || "." : path;
}

function fault(message: string): Remark {
  return { check: "honest", severity: "fail", message };
}
