import type { BackendFacts, ByteSource, Outcome, ProgramEnd } from "@wield/core";

/** A program somewhere else, as its connection shows it. */
export interface RemoteChannel {
  readonly output: ByteSource;
  readonly errors: ByteSource;
  /** False when it no longer reads. */
  write(bytes: Uint8Array | string): Promise<boolean>;
  endInput(): void;
  readonly ended: Promise<ProgramEnd>;
  /** Drops what still comes and lets go of it; it goes on there. */
  release(): void;
}

/**
 * Somewhere else with a POSIX shell at `/bin/sh`: a container, a server. A script is run at the head of a session of
 * its own, as the shell that reads it.
 */
export interface RemotePlace {
  readonly facts: BackendFacts;
  /** All that runs there ends with our process, however that ends. */
  readonly endsWithUs?: boolean;
  /** Fails with `backend_unavailable`; nothing was started then. */
  open(script: string): Promise<Outcome<RemoteChannel>>;
  /** Whether that is a folder there, where it can be told from here; nothing when it has to be asked. */
  isFolder?(path: string): boolean | undefined;
  close(): Promise<void>;
}
