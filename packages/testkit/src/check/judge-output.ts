import { isToolResult } from "@wield/core";
import { findSecret } from "./find-secret.ts";
import type { Remark } from "./finding.ts";
import { measure } from "./measure-result.ts";
import type { Observation } from "./observation.ts";

const MOST_BYTES = 16 * 1024 * 1024;

/** Control codes other than tab, line feed and carriage return. */
const CONTROL_CODES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const LONE_SURROGATES = /\p{Cs}/gu;

/** Whether what `run` returned fits into memory and into a transcript. Characters that came in the call are not its fault. */
export function judgeOutput(seen: Observation): readonly Remark[] {
  const { raw, label } = seen;
  if (typeof raw !== "string" && !isToolResult(raw)) return [];
  const result = typeof raw === "string" ? { text: raw } : raw;
  const { texts, bytes } = measure(result);
  if (bytes > MOST_BYTES)
    return [fault(`${label}: its result has ${inMegabytes(bytes)} MB; at most 16 MB are allowed`)];
  const remarks: Remark[] = [];
  const given = typeof seen.input === "string" ? seen.input : JSON.stringify(seen.input);
  const secret = findSecret(texts, seen.secrets);
  if (secret !== undefined) {
    remarks.push(
      fault(`${label}: its result holds the secret ${secret.name} of its environment; leave it out`),
    );
  }
  if (texts.some((text) => hasOwn(text, LONE_SURROGATES, given))) {
    remarks.push(fault(`${label}: its result holds half a surrogate pair`));
  }
  const shown = "verbatim" in result && result.verbatim === true ? [] : texts;
  const control = shown.flatMap((text) => own(text, CONTROL_CODES, given))[0];
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    remarks.push(
      fault(
        `${label}: its result holds the control code U+${code}; remove it or return ok(..., { verbatim: true })`,
      ),
    );
  }
  return remarks;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

function hasOwn(text: string, pattern: RegExp, given: string): boolean {
  return own(text, pattern, given).length > 0;
}

/** What the pattern finds in the text and not in the call's input (where JSON may have escaped it). */
function own(text: string, pattern: RegExp, given: string): readonly string[] {
  const found = new Set(text.match(pattern));
  return [...found].filter((unit) => {
    const escaped = `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
    return !given.includes(unit) && !given.toLowerCase().includes(escaped);
  });
}

function fault(message: string): Remark {
  return { check: "output", severity: "fail", message };
}
