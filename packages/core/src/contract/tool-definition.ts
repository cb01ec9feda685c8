import type { z } from "zod";
import type { Effect } from "../effects/effect.ts";
import type { Caller, Surface } from "../ports/journal.ts";
import type { BackendFacts } from "../ports/processes-driver.ts";
import type { ToolSchema } from "../schema/tool-schema.ts";
import type { Files } from "../services/files.ts";
import type { ServicesOf, ServiceToken } from "../services/service.ts";
import type { ForeignSchema } from "./foreign-schema.ts";
import type { Json, JsonObject } from "./json.ts";
import type { ToolResult } from "./result.ts";

/** Read-only facts for `available`, `effects` and `prompt`. It has no services and no way to act. */
export interface ToolView {
  readonly surface: Surface;
  readonly caller: Caller;
  readonly platform: string;
  /** Names of the tools of this conversation. */
  readonly activeTools: readonly string[];
  readonly workspaceName: string;
  /** Whether anything was stored for `read_output` in this session. */
  readonly hasStoredOutputs: boolean;
  readonly sessionId: string;
}

export interface CallInfo {
  readonly id: string;
  readonly parentId?: string;
  readonly rootId: string;
  readonly caller: Caller;
  readonly sessionId: string;
  readonly surface: Surface;
  /** Milliseconds since the epoch when the time limit ends; absent without a limit. */
  readonly deadline?: number;
  /** The time limit itself, in milliseconds. */
  readonly limitMs?: number;
  /** The output limit of this call in characters; tools that page stop below it. */
  readonly maxOutputChars: number;
}

/** What every `run` gets besides its services. */
export interface RunContext {
  /** Aborted on cancel and on time-out. */
  readonly signal: AbortSignal;
  /** `fraction` from 0 to 1. After the result it does nothing. */
  readonly progress: (message: string, fraction?: number) => void;
  readonly call: CallInfo;
}

export type Mutates = boolean | "depends";

export interface ToolExample<Input> {
  readonly input: Input;
  readonly note?: string;
}

/** A tool's `input` or `output`: a strict zod object, or JSON Schema as data. */
export type SchemaSource = z.ZodObject | JsonObject;

type InputOf<Source> = Source extends z.ZodType ? z.output<Source> : JsonObject;
type GivenOf<Source> = Source extends z.ZodType ? z.input<Source> : JsonObject;
type DataOf<Source> = Source extends z.ZodType
  ? z.output<Source>
  : Source extends undefined
    ? Json | undefined
    : Json;

/** What a preview is made with. */
export interface PreviewContext {
  /** Reading only; for a tool that needs `files`. */
  readonly files?: Files;
  /** Where commands run and what keeps them in; for a tool that needs `processes`. */
  readonly backend?: BackendFacts;
  readonly signal: AbortSignal;
}

/** What an author writes. The rules of each field are checked by `defineTool`. */
export interface ToolSpec<
  Input extends SchemaSource = SchemaSource,
  Output extends SchemaSource | undefined = undefined,
  Needs extends readonly ServiceToken[] = readonly [],
> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  readonly output?: Output;
  readonly mutates: Mutates;
  readonly effects?: (input: InputOf<Input>, view: ToolView) => readonly Effect[];
  readonly guidance?: string;
  readonly examples?: readonly ToolExample<GivenOf<Input>>[];
  readonly needs?: Needs;
  readonly available?: (view: ToolView) => string | undefined;
  readonly prompt?: (view: ToolView) => string | undefined;
  readonly timeoutMs?: number;
  /** The limit that a parameter of the call gives, in milliseconds; nothing when it gives none. Beats all settings. */
  readonly limitMs?: (input: InputOf<Input>) => number | undefined;
  readonly preview?: (input: InputOf<Input>, context: PreviewContext) => string | Promise<string>;
  readonly aliases?: Readonly<Record<string, string>>;
  readonly codes?: Readonly<Record<string, string>>;
  readonly run: (
    input: InputOf<Input>,
    context: RunContext & ServicesOf<Needs>,
  ) => ToolResult<DataOf<Output>> | string | Promise<ToolResult<DataOf<Output>> | string>;
}

/**
 * A defined tool: frozen data. `run`, `preview` and `effects` are not here; only the pipeline reaches them.
 */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input: ToolSchema;
  readonly output?: ToolSchema;
  /** Of a tool that another program defined: its own schema, of which `input` is only an outline. */
  readonly foreign?: ForeignSchema;
  readonly mutates: Mutates;
  readonly guidance?: string;
  readonly examples: readonly ToolExample<JsonObject>[];
  /** Names of the services it needs, sorted. */
  readonly needs: readonly string[];
  readonly timeoutMs?: number;
  readonly aliases: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, string>>;
  readonly hasEffects: boolean;
  readonly hasPreview: boolean;
  readonly available?: (view: ToolView) => string | undefined;
  readonly prompt?: (view: ToolView) => string | undefined;
}
