import type {
  Asker,
  CallOutcome,
  CallRequest,
  Caller,
  Clock,
  Conversation,
  FilesDriver,
  Guard,
  IdSource,
  Journal,
  Json,
  PermissionRule,
  Pipeline,
  Progress,
  Registry,
  Secret,
  ServiceProvider,
  Surface,
  ToolDefinition,
  ToolSettings,
  Workspace,
} from "@wield/core";
import type { LocalFilesOptions } from "@wield/host";
import type { MemoryApprovals } from "../ports/memory-approvals.ts";
import type { MemoryJournal } from "../ports/memory-journal.ts";
import type { LogLine } from "../ports/memory-log.ts";
import type { MemoryOutputs } from "../ports/memory-outputs.ts";
import type { MemoryUndo } from "../ports/memory-undo.ts";
import type { FolderContent, WorkspaceFolder } from "./workspace-folder.ts";

export interface TestBenchOptions {
  /** All of them are active unless `toolset` says otherwise. */
  readonly tools: readonly ToolDefinition[];
  /** What the workspace holds at the start, by path. */
  readonly files?: FolderContent;
  /** Over the defaults of the product. */
  readonly settings?: Partial<ToolSettings>;
  /** Resolved as in the product. Default: `all`. */
  readonly toolset?: string;
  readonly services?: readonly ServiceProvider[];
  /** Default: the machine's. A manual one moves only when it is told to. */
  readonly clock?: Clock;
  /** Default: ids that count up. */
  readonly ids?: IdSource;
  /** Real paths of folders outside the workspace that may be read, or read and written. */
  readonly readRoots?: readonly string[];
  readonly writeRoots?: readonly string[];
  readonly secrets?: readonly Secret[];
  /** How the driver holds what it works on. Default: the safest way of this machine. */
  readonly holding?: NonNullable<LocalFilesOptions["holding"]>;
  /** Puts something around the local files driver. */
  readonly wrapFiles?: (driver: FilesDriver) => FilesDriver;
  /** Puts something around the journal. */
  readonly wrapJournal?: (journal: Journal) => Journal;
  /** Told what a tool's `run` returned, before the pipeline made anything of it. */
  readonly onReturned?: (callId: string, returned: unknown) => void;
  /** What a tool's `run` gets in place of its context. */
  readonly wrapContext?: <Context extends object>(context: Context) => Context;
  /** Where the next command of a session runs. Default: the workspace. */
  readonly commandFolder?: (sessionId: string) => string;
}

/** Who calls, from where, and with what at hand. */
export interface BenchCaller {
  /** Default: `test`. */
  readonly caller?: Caller;
  /** Default: `ses_test`. Calls of one session share what they have seen and its rules. */
  readonly sessionId?: string;
  /** Default: `api`. */
  readonly surface?: Surface;
  readonly askers?: readonly Asker[];
  readonly noAskerReason?: string;
  readonly guards?: readonly Guard[];
  readonly turn?: Conversation["turn"];
  readonly parent?: Conversation["parent"];
  /** Over the bench's. */
  readonly settings?: Partial<ToolSettings>;
}

export interface BenchCallOptions extends BenchCaller {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly wasCutOff?: boolean;
}

/** A pipeline of its own on a real folder, with everything else in memory. */
export interface TestBench extends AsyncDisposable {
  /** One call through the whole pipeline. */
  call(tool: string, input?: string | Json, options?: BenchCallOptions): Promise<CallOutcome>;
  batch(requests: readonly CallRequest[], caller?: BenchCaller): Promise<readonly CallOutcome[]>;
  /** Text of a file of the workspace. Rejects when it does not exist. */
  read(path: string): Promise<string>;
  /** Writes a file of the workspace past the pipeline, as a person would. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  conversation(caller?: BenchCaller): Conversation;
  /** Absolute, links resolved. */
  readonly root: string;
  readonly folder: WorkspaceFolder;
  readonly workspace: Workspace;
  /** The `WIELD_HOME` that the floor protects. */
  readonly home: string;
  readonly pipeline: Pipeline;
  readonly registry: Registry;
  readonly journal: MemoryJournal;
  readonly approvals: MemoryApprovals;
  readonly outputs: MemoryOutputs;
  readonly undo: MemoryUndo;
  readonly logLines: readonly LogLine[];
  /** Rules that answers `always` added. */
  readonly savedRules: readonly PermissionRule[];
  /** Forgets what the journal, the outputs and the undo data hold, for benches that make very many calls. */
  forget(): void;
  /** Removes the folder. */
  dispose(): Promise<void>;
}
