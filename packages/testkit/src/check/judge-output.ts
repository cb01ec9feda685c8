import { isToolResult } from "@wield/core";
import type { Remark } from "./finding.ts";
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
  const remarks: Remark[] = [];
  const bytes = sizeOf(result);
  if (bytes > MOST_BYTES) {
    remarks.push(
      fault(`${label}: its result has ${(bytes / 1024 / 1024).toFixed(1)} MB; at most 16 MB are allowed`),
    );
  }
  const given = typeof seen.input === "string" ? seen.input : JSON.stringify(seen.input);
  const texts = stringsIn(result);
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

/** Bytes in memory: two per character, images as they are. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length * 2;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, member) => sum + sizeOf(member), 0);
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(stringsIn);
}

function fault(message: string): Remark {
  return { check: "output", severity: "fail", message };
}
