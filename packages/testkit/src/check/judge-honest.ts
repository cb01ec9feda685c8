import { relative, resolve, sep } from "node:path";
import { changesSomething, isPathEffect, type Effect, type ToolDefinition } from "@wield/core";
import { describeAttempt } from "../watch/attempt.ts";
import type { Remark } from "./finding.ts";
import { judgeAttempts } from "./judge-attempts.ts";
import type { Observation } from "./observation.ts";

/** Whether the call changed what the tool says it may change, and nothing past its services. */
export function judgeHonest(tool: ToolDefinition, seen: Observation): readonly Remark[] {
  const reached = judgeAttempts(seen).map((attempt) =>
    fault(
      seen.mayConnect && attempt.kind === "connect"
        ? `${seen.label}: connected to ${attempt.target}, which is not among the effects of the call`
        : `${seen.label}: tried to ${describeAttempt(attempt)} past its services`,
    ),
  );
  return [...reached, ...(mayChange(tool, seen) ? judgeChanges(tool, seen) : judgeSilence(tool, seen))];
}

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
  const changed = seen.serviceChanges.map(({ service, words }) =>
    fault(`${seen.label}: asked its ${service} service to ${words}, but ${claim}`),
  );
  const done = seen.changes.map((change) =>
    fault(
      `${seen.label}: ${WORDS[change.how]} ${shown(seen, change.path)} past its files service, but ${claim}`,
    ),
  );
  return [...asked, ...changed, ...done];
}

const WORDS = {
  created: "created",
  deleted: "deleted",
  changed: "changed",
  mode: "changed the mode of",
  touched: "wrote in",
} as const;

const UNDECLARED = "which is not among the effects of the call";

function judgeChanges(tool: ToolDefinition, seen: Observation): readonly Remark[] {
  const effects = seen.outcome.call.effects.filter(changesSomething);
  const declaredPaths = effects.filter(isPathEffect).map((effect) => resolve(seen.root, effect.path));
  return [
    ...(tool.hasEffects ? judgeAsked(seen, effects, declaredPaths) : []),
    ...judgeDone(tool, seen, declaredPaths),
  ];
}

/** What was asked of services and is not announced. Such a write was refused, so nothing of it is to be seen. */
function judgeAsked(
  seen: Observation,
  effects: readonly Effect[],
  declaredPaths: readonly string[],
): readonly Remark[] {
  const paths = seen.requested
    .filter(({ path, isRefused }) => isRefused && !isCovered(resolve(seen.root, path), declaredPaths))
    .map(({ access, path }) =>
      fault(`${seen.label}: asked its files service to ${access} ${path}, ${UNDECLARED}`),
    );
  const isAnnounced = (kind: Effect["kind"]): boolean =>
    effects.some((effect) => effect.kind === kind || effect.kind === "opaque");
  const others = seen.serviceChanges
    .filter(({ effect }) => !isAnnounced(effect))
    .map(({ service, words, effect }) =>
      fault(`${seen.label}: asked its ${service} service to ${words}, ${UNDECLARED} (kind "${effect}")`),
    );
  return [...paths, ...others];
}

function judgeDone(
  tool: ToolDefinition,
  seen: Observation,
  declaredPaths: readonly string[],
): readonly Remark[] {
  const askedPaths = seen.requested.map((change) => resolve(seen.root, change.path));
  return seen.changes.flatMap((change): readonly Remark[] => {
    const name = shown(seen, change.path);
    if (!isInside(seen.root, change.path)) {
      return [
        fault(`${seen.label}: ${WORDS[change.how]} ${name}, outside its workspace, past its files service`),
      ];
    }
    if (tool.hasEffects && !isCovered(change.path, declaredPaths)) {
      return [fault(`${seen.label}: ${WORDS[change.how]} ${name}, ${UNDECLARED}`)];
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
