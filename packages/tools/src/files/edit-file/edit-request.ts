import { fail } from "@wield/core";
import type { FailedResult } from "@wield/core";

/** One replacement as a call asks for it. */
export interface Edit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all: boolean;
}

export interface EditInput {
  readonly path: string;
  readonly old_string?: string | undefined;
  readonly new_string?: string | undefined;
  readonly replace_all: boolean;
  readonly edits?: readonly Edit[] | undefined;
}

export interface EditRequest {
  readonly edits: readonly Edit[];
  /** True when they came as `edits`: failures then say which one they are about. */
  readonly isList: boolean;
}

/** Which of the two forms a call has. Both, none or half of one is refused. */
export function editRequest(input: EditInput): EditRequest | FailedResult {
  const { old_string, new_string, replace_all, edits } = input;
  if (edits !== undefined) {
    if (old_string !== undefined || new_string !== undefined || replace_all) {
      return fail(
        "invalid_arguments",
        "edits stands instead of old_string, new_string and replace_all; both forms came",
        {
          hint: "put every replacement into edits, each with its own replace_all",
        },
      );
    }
    return { edits, isList: true };
  }
  if (old_string === undefined && new_string === undefined) {
    return fail("invalid_arguments", "nothing to replace: give old_string and new_string, or edits");
  }
  if (old_string === undefined) return fail("invalid_arguments", "old_string is required with new_string");
  if (new_string === undefined) {
    return fail("invalid_arguments", "new_string is required with old_string", {
      hint: "an empty new_string deletes the text",
    });
  }
  return { edits: [{ old_string, new_string, replace_all }], isList: false };
}
