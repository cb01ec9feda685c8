import type { ApprovalChoice } from "@wield/core";

export interface GivenAnswer {
  readonly choice: ApprovalChoice;
  readonly remark?: string;
}

const WORDS: ReadonlyMap<string, ApprovalChoice> = new Map([
  ["y", "once"],
  ["yes", "once"],
  ["once", "once"],
  ["s", "session"],
  ["session", "session"],
  ["a", "always"],
  ["always", "always"],
  ["n", "deny"],
  ["no", "deny"],
  ["deny", "deny"],
]);

/**
 * What a person typed as an answer; nothing when it is none. Only a refusal takes further words, as its remark:
 * `y, but …` must not run.
 */
export function parseAnswer(line: string): GivenAnswer | undefined {
  const [, word = "", rest = ""] = /^\s*([A-Za-z]+)[\s,.:;!]*(.*)$/s.exec(line) ?? [];
  const choice = WORDS.get(word.toLowerCase());
  if (choice === undefined) return undefined;
  const remark = rest.trim();
  if (choice === "deny") return remark === "" ? { choice } : { choice, remark };
  return remark === "" ? { choice } : undefined;
}
