import { parsePathPattern } from "@wield/core";
import { parseIgnoreLine } from "./parse-ignore-line.ts";
import type { IgnoreLine } from "./parse-ignore-line.ts";

/** What one ignore file says. */
export interface IgnoreRules {
  /**
   * Whether the file ignores the entry, keeps it in spite of files above, or says nothing. `path` is relative to
   * the ignore file's folder.
   */
  verdict(entry: IgnoreSubject): boolean | undefined;
}

interface IgnoreSubject {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
}

interface Rule extends IgnoreLine {
  /** Its place in the file: the last one that matches counts. */
  readonly order: number;
}

/** The rules of an ignore file's text; nothing when it has none. */
export function parseIgnoreRules(text: string): IgnoreRules | undefined {
  const rules = text
    .split("\n")
    .map(parseIgnoreLine)
    .filter((line) => line !== undefined)
    .map((line, order): Rule => ({ ...line, order }));
  return rules.length === 0 ? undefined : rulesOf(rules);
}

/** Most rules are a name or an ending: those are looked up, and only the others are matched one by one. */
function rulesOf(rules: readonly Rule[]): IgnoreRules {
  const names = new Map<string, Rule[]>();
  const endings: (readonly [ending: string, rule: Rule])[] = [];
  const others: (readonly [matches: (subject: IgnoreSubject) => boolean, rule: Rule])[] = [];
  for (const rule of rules.toReversed()) {
    const ending = /^\*([^*?[\\]+)$/.exec(rule.pattern)?.[1];
    if (rule.isAnchored || /[*?[\\]/.test(rule.pattern.slice(ending === undefined ? 0 : 1))) {
      others.push([matcherOf(rule), rule]);
    } else if (ending !== undefined) endings.push([ending, rule]);
    else names.set(rule.pattern, [...(names.get(rule.pattern) ?? []), rule]);
  }

  return {
    verdict(subject) {
      let last: Rule | undefined;
      const consider = (rule: Rule): void => {
        if (rule.isFolderOnly && !subject.isFolder) return;
        if (last === undefined || rule.order > last.order) last = rule;
      };
      for (const rule of names.get(subject.name) ?? []) consider(rule);
      for (const [ending, rule] of endings) if (subject.name.endsWith(ending)) consider(rule);
      for (const [matches, rule] of others) {
        if (last !== undefined && rule.order < last.order) break;
        if (matches(subject)) consider(rule);
      }
      return last === undefined ? undefined : !last.isNegated;
    },
  };
}

function matcherOf(rule: Rule): (subject: IgnoreSubject) => boolean {
  const pattern = parsePathPattern(rule.pattern, {
    hasBraces: false,
    matchesDots: true,
    hasStrayGlobstar: false,
  });
  if (!pattern.ok) return () => false;
  const { matches } = pattern.value;
  return rule.isAnchored ? ({ path }) => matches(path) : ({ name }) => matches(name);
}
