import type {
  ActiveTools,
  Asker,
  Caller,
  Conversation,
  Outcome,
  Pipeline,
  QuestionDesk,
  Registry,
  ServiceProvider,
  Surface,
  TodoLists,
  ToolDefinition,
  ToolSettings,
} from "@wield/core";
import type { WorkPlace } from "./processes/work-place.ts";
import type { WiredProcesses } from "./processes/wire-processes.ts";
import type { Sandbox } from "@wield/host";
import type { Store } from "@wield/store";
import type { McpWiring } from "./mcp/mcp-wiring.ts";
import type { AgentWiring } from "./agent/agent-wiring.ts";

export interface RuntimeFlags {
  readonly workspace?: string;
  readonly toolset?: string;
  readonly approvalMode?: string;
}

export interface RuntimeOptions {
  /** Where the command was started; the workspace unless a flag or `WIELD_WORKSPACE` names another. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags?: RuntimeFlags;
  readonly surface: Surface;
  readonly extraTools?: readonly ToolDefinition[];
  /** Lets `extraTools` take the place of tools of the same name. */
  readonly replaceTools?: boolean;
  /** Tools of the caller's own commands (undo): never offered, run only for caller `cli` on surface `terminal`. */
  readonly internalTools?: readonly ToolDefinition[];
  /** Made for where the work is, when they act there themselves. */
  readonly services?: readonly ServiceProvider[] | ((place: WorkPlace) => readonly ServiceProvider[]);
  /** Where warnings and errors go; default: standard error, by `WIELD_LOG_LEVEL`. */
  readonly log?: (level: "debug" | "info" | "warn" | "error", message: string) => void;
  /** Load only these built-in tools: for a single call, where start-up time counts. */
  readonly onlyTools?: readonly string[];
  /** Imports no tool file: for the tool check, which does that in processes of their own. */
  readonly withoutToolFiles?: boolean;
  /** Does not go to a server: for commands that run no tool. */
  readonly staysHere?: boolean;
}

/** Something a person should know that did not stop the start. */
export interface StartNotice {
  readonly kind: "tool_file" | "waiting_for_trust" | "unknown_name" | "value_not_used" | "store";
  readonly text: string;
}

export interface ConversationOptions {
  readonly sessionId: string;
  readonly caller: Caller;
  readonly surface: Surface;
  readonly askers?: readonly Asker[];
  readonly noAskerReason?: string;
  /** The toolset of the request; beats all settings. */
  readonly toolset?: string;
}

/** One conversation's state between calls. Handles of one session share its overrides and its rules. */
export interface ConversationHandle {
  readonly sessionId: string;
  /** A fresh snapshot for the next step: tools, settings, rules. */
  snapshot(): Conversation;
  /** The session's own toolset, as `/toolset NAME`; fails with the known names and keeps the old one. */
  setToolset(name: string): Outcome<ActiveTools>;
  /** The session's own approval mode, as `/approval MODE`. It can only be as strict as or stricter than a workspace's. */
  setApprovalMode(mode: string): Outcome<string>;
}

/** A wired Wield: configuration read, tools found, store open. */
export interface Runtime {
  readonly home: string;
  /** The folder of this machine: its configuration counts, and records are kept under it. The work may be elsewhere. */
  readonly workspaceRoot: string;
  /** Of the folder that is worked in. */
  readonly workspaceName: string;
  /** Where the work is. */
  readonly place: WorkPlace;
  readonly pipeline: Pipeline;
  readonly registry: Registry;
  readonly store: Store;
  /** Shells and background commands of its sessions. */
  readonly processes: WiredProcesses;
  /** What commands of this machine are kept in; looking at its facts tries it. */
  readonly sandbox: Sandbox;
  readonly notices: readonly StartNotice[];
  readonly settings: ResolvedSettings;
  readonly trust: WorkspaceTrustState;
  /** Other people's servers; nothing of them runs before `start`. */
  readonly mcp: McpWiring;
  /** For conversations with a model: `openAgent` makes them. */
  readonly agent: AgentWiring;
  /** Where a conversation that keeps its own task list says so. */
  readonly todos: TodoLists;
  /** Where a surface says that questions of a conversation can be answered there. */
  readonly questions: QuestionDesk;
  /** Throws when `toolset` is not a known one: check what comes from outside with `knowsToolset` first. */
  conversation(options: ConversationOptions): ConversationHandle;
  /** Fails with `unknown_toolset`, the known ones as hint. */
  knowsToolset(name: string): Outcome<string>;
  /**
   * Trusts the workspace in the state it had when this runtime was opened, which is the state the notices describe.
   * Counts from the next `openRuntime`. Fails with `nothing_to_trust`.
   */
  trustWorkspace(): Promise<Outcome<undefined>>;
  /** Removes what need not be kept any longer (once a day) and lets go of all files. */
  close(): Promise<void>;
}

/** Whether the workspace's own configuration, tools, skills and hooks are used. */
export interface WorkspaceTrustState {
  /** `nothing`: there is nothing of that kind. `unusable`: it cannot be trusted; a notice says why. */
  readonly kind: "nothing" | "trusted" | "waiting" | "unusable";
  /** Relative to `W/.wield`, sorted. */
  readonly files: readonly string[];
}

export interface SettingValue {
  /** Dotted name, such as `tools.toolset`. */
  readonly name: string;
  readonly value: unknown;
  /** `default`, a file with line, `environment WIELD_TOOLSET`, `flag --toolset`. */
  readonly origin: string;
}

export interface ResolvedSettings {
  readonly tools: ToolSettings;
  readonly all: readonly SettingValue[];
}
