import { posix } from "node:path";
import { type FailedResult, fail, type Outcome, value } from "@wield/core";
import { cancelled } from "../../failures.ts";
import { judge } from "../../open-path.ts";
import type { RemoteShell, ShellReply } from "../connection/remote-shell.ts";
import type { RemoteWork } from "../open/open-remote-for-reading.ts";
import type { OpenRemotePath } from "../open/open-remote-path.ts";
import { locateRemote, remotePath } from "../place/remote-locate.ts";

/** The folder a change is made in, and the name there. */
export interface RemoteTarget {
  readonly access: "write" | "delete";
  readonly opened: OpenRemotePath;
  readonly name: string;
}

/**
 * The last look before a change is made visible: the call still goes on, and the folder the shell is in, wherever it is
 * by now, is a place this change may be made in. Answers where that is: the change is made only while it is there.
 */
export async function judgeRemoteAgain(work: RemoteWork, target: RemoteTarget): Promise<Outcome<string>> {
  const { shell, scope } = work;
  const { access, opened, name } = target;
  const { display, given, real } = opened.path;
  const gone = () =>
    fail("io_error", `cannot ${access} ${display}: its folder was removed or replaced meanwhile`);
  const reply = await step(work, target, `here; printf '%s' "$W"`);
  if (!reply.ok) return reply;
  const folder = reply.value.body.toString();
  if (folder === "") return gone();
  const there = posix.join(folder, name);
  if (there === real) return judge(scope, access, opened.path) ?? value(folder);
  const moved = await locateRemote(shell, there, { staysHere: true });
  if (!moved.ok) return moved;
  const refusal = judge(scope, access, remotePath(moved.value, given, scope.workspace));
  if (refusal !== undefined) return refusal;
  return moved.value.folder === folder ? value(folder) : gone();
}

/** A step before anything is changed: when the connection is lost by then, the file is as it was. */
export async function step(
  { shell, scope }: RemoteWork,
  { access, opened }: Pick<RemoteTarget, "access" | "opened">,
  script: string,
  input?: Uint8Array,
): Promise<Outcome<ShellReply>> {
  const { display } = opened.path;
  if (scope.signal.aborted) return cancelled(access, display);
  const reply = await shell.ask(script, input === undefined ? {} : { input });
  if (scope.signal.aborted) return cancelled(access, display);
  if (reply.ok) return reply;
  return fail(reply.code, `cannot ${access} ${display}: ${reply.message}; the file is as it was`, {
    hint: "try again: the connection is opened anew",
  });
}

/** The step that changes something. When its answer is missing nobody knows whether it was made, and that is told. */
export async function finalStep(
  { shell, scope }: { readonly shell: RemoteShell; readonly scope: RemoteWork["scope"] },
  { access, opened }: Pick<RemoteTarget, "access" | "opened">,
  change: { readonly script: string; readonly unknown: string },
): Promise<Outcome<ShellReply>> {
  const { display, real } = opened.path;
  if (scope.signal.aborted) return cancelled(access, display);
  const reply = await shell.ask(change.script, { isWhole: true });
  if (reply.ok) return reply;
  scope.sightings.forget(real);
  return fail(reply.code, `the connection was lost while ${display} was to be changed: ${change.unknown}`, {
    hint: "read the file before anything else is done with it",
  });
}

export function movedMeanwhile({ access, opened }: Pick<RemoteTarget, "access" | "opened">): FailedResult {
  return fail(
    "io_error",
    `cannot ${access} ${opened.path.display}: its folder was removed or replaced meanwhile`,
  );
}
