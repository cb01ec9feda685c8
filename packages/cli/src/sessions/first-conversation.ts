import type { Runtime } from "@wield/app";
import { fail, value } from "@wield/core";
import type { Outcome } from "@wield/core";
import type { CommandInput } from "../argv/command-spec.ts";
import type { OpenRequest } from "../chat/slash/slash-world.ts";

/**
 * The conversation that `--continue`, `--resume ID` or `--session ID` go on with; else a new one. Fails with
 * `no_such_session`, `ambiguous_session`, `wrong_usage`.
 */
export async function firstConversation(
  runtime: Runtime,
  { flags, io }: Pick<CommandInput, "flags" | "io">,
): Promise<Outcome<OpenRequest>> {
  const id = flags.get("resume") ?? flags.get("session");
  if (id !== undefined && flags.has("continue"))
    return fail("wrong_usage", "--continue and an id cannot both say which conversation goes on");
  if (id !== undefined) {
    const found = await runtime.store.sessions.find(id);
    if (!found.ok) return found;
    const { workspaceRoot } = found.value;
    if (workspaceRoot !== runtime.workspaceRoot)
      io.err.line(
        `wield: this conversation was held in ${io.err.foreign(workspaceRoot)}; its tools work in ${io.err.foreign(runtime.workspaceRoot)} now`,
      );
    return value({ kind: "resume", id: found.value.id });
  }
  if (!flags.has("continue")) return value({ kind: "new" });
  const [newest] = await runtime.store.sessions.list({ workspaceRoot: runtime.workspaceRoot, limit: 1 });
  if (newest === undefined)
    return fail("no_such_session", `there is no conversation in ${runtime.workspaceRoot} to continue`, {
      hint: "without --continue a new one begins.",
    });
  return value({ kind: "resume", id: newest.id });
}
