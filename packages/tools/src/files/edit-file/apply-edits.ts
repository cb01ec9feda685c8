import { fail } from "@wield/core";
import type { FailedResult } from "@wield/core";
import { composeRegions } from "../diff/region.ts";
import type { Region } from "../diff/region.ts";
import { lineNumbersAt, majorityEnding } from "../lines/line-rule.ts";
import { diagnose } from "./diagnosis/diagnose.ts";
import type { Edit, EditRequest } from "./edit-request.ts";
import { replaceText } from "./replace-text.ts";
import type { Ambiguous, Replaced } from "./replace-text.ts";

export interface Edited {
  readonly text: string;
  readonly replacements: number;
  readonly regions: readonly Region[];
  readonly isTranslated: boolean;
  readonly putsLfIntoCrlf: boolean;
}

export interface EditPlace {
  /** As it is named in messages. */
  readonly path: string;
  /** Whether this very edit failed before: more of the file is shown then. */
  readonly isRepeated: (edit: Edit) => boolean;
}

/** What `old_string` and `new_string` must be, whatever the file holds; told before it is opened. */
export function refuseNoChange(request: EditRequest): FailedResult | undefined {
  for (const [index, edit] of request.edits.entries()) {
    if (edit.old_string !== edit.new_string) continue;
    const same = fail("no_change", "old_string and new_string are the same, so nothing would change");
    return ofEdit(same, request, index);
  }
  return undefined;
}

/** Applies the edits one after the other, each to the result of the one before: all, or none and a failure. */
export function applyEdits(text: string, request: EditRequest, place: EditPlace): Edited | FailedResult {
  let edited: Edited = { text, replacements: 0, regions: [], isTranslated: false, putsLfIntoCrlf: false };
  for (const [index, edit] of request.edits.entries()) {
    const step = applyOne(edited.text, edit, place);
    if ("code" in step) return ofEdit(step, request, index);
    edited = {
      text: step.text,
      replacements: edited.replacements + step.count,
      regions: composeRegions(edited.regions, step.regions),
      isTranslated: edited.isTranslated || step.isTranslated,
      putsLfIntoCrlf: edited.putsLfIntoCrlf || step.putsLfIntoCrlf,
    };
  }
  return edited;
}

function applyOne(text: string, edit: Edit, place: EditPlace): Replaced | FailedResult {
  if (edit.old_string === "") return fillEmpty(text, edit, place.path);
  const replacement = replaceText(text, edit);
  switch (replacement.kind) {
    case "replaced":
      return replacement;
    case "ambiguous":
      return ambiguous(text, replacement, place.path);
    case "not_found":
      return notFound(text, edit, place);
  }
}

function fillEmpty(text: string, edit: Edit, path: string): Replaced | FailedResult {
  if (text !== "") {
    return fail("invalid_arguments", `old_string is empty, but ${path} is not`, {
      hint: "use write_file to replace a whole file, or put text into old_string",
    });
  }
  return {
    kind: "replaced",
    text: edit.new_string,
    count: 1,
    regions: [{ oldFrom: 0, oldTo: 0, newFrom: 0, newTo: edit.new_string.length }],
    isTranslated: false,
    putsLfIntoCrlf: false,
  };
}

function ambiguous(text: string, { count, places }: Ambiguous, path: string): FailedResult {
  const lines = [...new Set(lineNumbersAt(text, places, majorityEnding(text)))];
  const more = count > places.length ? ", …" : "";
  return fail(
    "ambiguous",
    `old_string appears ${count} times in ${path}. Current match line(s): ${lines.join(", ")}${more}.`,
    {
      hint: "add surrounding text to old_string so that it fits one place, or set replace_all",
    },
  );
}

function notFound(text: string, edit: Edit, place: EditPlace): FailedResult {
  const why = diagnose(text, edit.old_string, { showsSurroundings: place.isRepeated(edit) });
  return fail("text_not_found", `old_string not found in ${place.path}. ${why}`, {
    hint: "read the file again with read_file and copy the text from it",
  });
}

function ofEdit(failure: FailedResult, request: EditRequest, index: number): FailedResult {
  if (!request.isList) return failure;
  const sentence = failure.message.replace(/\.$/, "");
  const separator = sentence.includes("\n") ? "\n" : "; ";
  const message = `edit ${index + 1} of ${request.edits.length}: ${sentence}${separator}nothing was changed`;
  return fail("edit_failed", message, failure.hint === undefined ? {} : { hint: failure.hint });
}
