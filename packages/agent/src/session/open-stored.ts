import { fail, NotSavedError, value, type NewSession, type OpenSession, type Outcome } from "@wield/core";
import type { AgentParts } from "../agent-parts.ts";

/**
 * A new session, or the one to go on with. Fails with `not_saved` where nothing can be written, and with what opening
 * one fails with.
 */
export async function openStored(
  { sessions }: Pick<AgentParts, "sessions">,
  { resume, ...made }: NewSession & { readonly resume?: string },
): Promise<Outcome<OpenSession>> {
  try {
    return resume === undefined ? value(await sessions.create(made)) : await sessions.open(resume);
  } catch (error) {
    if (error instanceof NotSavedError)
      return fail("not_saved", error.message, { hint: "wield doctor says what is wrong with the home." });
    throw error;
  }
}
