import { changesSomething, isPathEffect } from "../effects/effect.ts";
import type { DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";

/**
 * Names for temporary files, each given once: those of the declared paths stand in the intent, any other is journaled
 * when it is given.
 */
export function createTemporaryNames(call: DecodedCall, deps: PipelineDeps): (real: string) => string {
  const declared = namesByPath(call);
  let others = declared.size;
  return (real) => {
    const known = declared.get(real);
    if (known !== undefined) {
      declared.delete(real);
      return known;
    }
    const path = temporaryPath(call.id, real, others);
    others += 1;
    // Whoever cleans up after us can do so on this machine only.
    if (call.conversation.workspace.elsewhere === undefined)
      deps.journal.append({ v: 1, type: "temporary", callId: call.id, at: deps.clock.now(), path });
    return path;
  };
}

/** The temporary files a call may leave behind when its process dies. */
export function temporaryFiles(call: DecodedCall): readonly string[] {
  return [...namesByPath(call).values()];
}

function namesByPath(call: DecodedCall): Map<string, string> {
  const names = new Map<string, string>();
  for (const { effect, path } of call.effects) {
    if (path === undefined || !isPathEffect(effect) || !changesSomething(effect) || names.has(path.real))
      continue;
    names.set(path.real, temporaryPath(call.id, path.real, names.size));
  }
  return names;
}

function temporaryPath(callId: string, real: string, index: number): string {
  const folder = real.slice(0, real.lastIndexOf("/") + 1);
  return `${folder}.wield-${callId.slice("call_".length)}-${index}.tmp`;
}
