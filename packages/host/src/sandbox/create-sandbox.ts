import { fail, type Outcome, type ProgramSpec, type SandboxFacts, value } from "@wield/core";
import { removeLeftFolder } from "../processes/remove-left-folder.ts";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";
import { endInside } from "./end-inside.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { mountsOf, type SandboxPlaces } from "./mounts.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

export interface SandboxOptions extends SandboxPlaces {
  /** `auto`: without bubblewrap programs run unprotected, and that is said. `bubblewrap`: then nothing runs. */
  readonly kind: "auto" | "bubblewrap" | "none";
  readonly network: "on" | "off";
  /** Where bubblewrap is looked for; the folders of the system when absent. */
  readonly programs?: readonly string[];
}

/** Wraps the programs of a driver, so that they change only what they may. */
export interface Sandbox {
  /** What is really in force. The first look tries it, which takes some milliseconds. */
  readonly facts: SandboxFacts;
  /** Why less is in force than was wished for; nothing when all is. */
  readonly problem: string | undefined;
  /** Its folder for temporary files, once there is one. */
  readonly temporary: string | undefined;
  /** The program as it has to be started. Fails with `sandbox_unavailable`; nothing may run then. */
  wrap(spec: ProgramSpec): Outcome<ProgramSpec>;
  /** Ends what still runs in it, and removes its folder for temporary files. */
  close(): void;
}

type State =
  | { readonly isOn: true; readonly program: string }
  | { readonly isOn: false; readonly reason?: string };

const OFF: SandboxFacts = { kind: "none", network: "on" };

/** Nothing is tried and no folder is made before it is first asked. */
export function createSandbox(options: SandboxOptions): Sandbox {
  let temporary: string | undefined;
  let known: State | undefined;

  const temporaryFolder = (): string => {
    if (temporary !== undefined) return temporary;
    temporary = makeTemporaryFolder();
    process.once("exit", close);
    return temporary;
  };
  // Looked at anew each time: a repository may have been made since.
  const args = (writable: readonly string[] = []): readonly string[] =>
    bubblewrapArguments({
      mounts: mountsOf({ ...options, writable: [...options.writable, ...writable] }),
      temporary: temporaryFolder(),
      hasNetwork: options.network === "on",
    });
  const state = (): State => {
    known ??= options.kind === "none" ? { isOn: false } : tryIt();
    return known;
  };
  const tryIt = (): State => {
    try {
      const how = {
        folder: options.workspace,
        ...(options.programs === undefined ? {} : { places: options.programs }),
      };
      const found = findBubblewrap(args(), how);
      return found.isUsable ? { isOn: true, program: found.program } : { isOn: false, reason: found.reason };
    } catch (error) {
      return { isOn: false, reason: error instanceof Error ? error.message : String(error) };
    }
  };
  const close = (): void => {
    process.off("exit", close);
    if (temporary !== undefined) {
      endInside(temporary);
      removeLeftFolder(temporary);
    }
    temporary = undefined;
  };

  return {
    get facts() {
      const inForce: SandboxFacts = { kind: "bubblewrap", network: options.network };
      return state().isOn ? inForce : OFF;
    },
    get problem() {
      const now = state();
      return now.isOn || now.reason === undefined ? undefined : now.reason;
    },
    get temporary() {
      return temporary;
    },
    wrap: (spec) => {
      const now = state();
      if (now.isOn) return value({ ...spec, argv: [now.program, ...args(spec.writable), ...spec.argv] });
      if (options.kind !== "bubblewrap") return value(spec);
      return fail(
        "sandbox_unavailable",
        `sandbox bubblewrap was asked for and cannot be used: ${now.reason ?? "it is off"}`,
        { hint: "a person can install it, or set sandbox.kind to auto or none; nothing was run." },
      );
    },
    close,
  };
}
