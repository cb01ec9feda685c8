import type { ApprovalStore } from "../ports/approvals.ts";
import type { Clock, IdSource, Log } from "../ports/clock.ts";
import type { CommandParser } from "../ports/command-parser.ts";
import type { FilesDriver } from "../ports/files-driver.ts";
import type { FloorPlaces } from "../ports/floor.ts";
import type { Journal } from "../ports/journal.ts";
import type { OutputStore } from "../ports/outputs.ts";
import type { BackendFacts } from "../ports/processes-driver.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import type { SightingStore } from "../ports/sightings.ts";
import type { UndoStore } from "../ports/undo.ts";
import type { Registry } from "../registry/registry.ts";
import type { ServiceProvider } from "../services/provider.ts";
import type { Secret } from "../text/scrub.ts";

interface CommandBackend {
  /** Stands in effects and matches rules about servers; absent for this machine. */
  readonly name?: string;
  /** For previews. A first look at what is in force may take some milliseconds. */
  facts(): BackendFacts;
}

/** What the host gives the pipeline. Nothing in it belongs to one conversation. */
export interface PipelineDeps {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly registry: Registry;
  readonly journal: Journal;
  readonly approvals: ApprovalStore;
  readonly outputs: OutputStore;
  readonly undo: UndoStore;
  readonly sightings: SightingStore;
  readonly files: FilesDriver;
  readonly floor: FloorPlaces;
  /** Reads command lines. Without it no allow rule about commands covers any. */
  readonly commands?: CommandParser;
  /** Where commands of tools run that name no place themselves. Default: this machine. */
  readonly backend?: CommandBackend;
  /** Absolute folder in which the next command of a session runs. Default: its workspace. */
  readonly commandFolder?: (sessionId: string) => string;
  /** A path that a command names, as this machine calls it. Default: commands run on this machine. */
  readonly commandPath?: (path: string) => string;
  /** Services besides `files`, `outputs`, `catalog` and `undo`, which the pipeline provides itself. */
  readonly services: readonly ServiceProvider[];
  /** Read anew for each call. */
  readonly secrets: () => readonly Secret[];
  /** Keeps the rule of an answer `always` for this workspace. */
  readonly saveRule: (workspaceRoot: string, rule: PermissionRule) => Promise<void>;
  /** Such as `linux`. */
  readonly platform: string;
  /** For the tool check: told what `run` returned, before anything is made of it. */
  readonly onReturned?: (callId: string, returned: unknown) => void;
  /** For the tool check: what `run` gets in place of its context, to see what it takes from it. */
  readonly wrapContext?: <Context extends object>(context: Context) => Context;
}
