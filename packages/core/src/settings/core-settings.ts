import { DEFAULT_TOOLSET_SETTINGS, type OwnToolset } from "../registry/toolset-settings.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import { APPROVAL_MODES } from "./approval-mode.ts";
import { permissionRuleSchema, RULE_WORDS, SURFACES } from "./permission-rule-schema.ts";
import type { Setting, SettingValues, Zod } from "./setting.ts";
import { TIME_LIMIT_CEILINGS_S } from "./time-limits.data.ts";
import { DEFAULT_TOOL_SETTINGS, type ApprovalMode } from "./tool-settings.ts";
import {
  adds,
  addsKeys,
  addsSome,
  narrowsFolders,
  onlyStricter,
  onlyStricterByKey,
  personOnly,
  replaces,
  replacesKeys,
} from "./workspace-rule.ts";

type ByName<Value> = Readonly<Record<string, Value>>;

const MAX_SECONDS = 1_000_000;
const NAME_LIST = "a list of tool names, @toolsets and patterns with *";
const SURFACE_WORDS = SURFACES.join(", ");

const names = (z: Zod) => z.array(z.string().min(1)).readonly();
const seconds = (z: Zod) => z.number().positive().max(MAX_SECONDS);
const days = (z: Zod) => z.int().min(1).max(36_500);
const mode = (z: Zod) => z.enum(APPROVAL_MODES as [ApprovalMode, ...ApprovalMode[]]);

function setting<Value>(of: Setting<Value>): Setting<Value> {
  return of;
}

/** Which tools a conversation has. */
const TOOLSET_SETTINGS = {
  "tools.toolset": setting<string>({
    description: "The toolset of a conversation that names none.",
    default: DEFAULT_TOOLSET_SETTINGS.toolset,
    allowed: "the name of a toolset",
    schema: (z) => z.string().min(1),
    workspace: replaces(),
  }),
  "tools.platform_toolsets": setting<ByName<string>>({
    description: `The toolset by surface (${SURFACE_WORDS}).`,
    default: {},
    allowed: `a map of surface (${SURFACE_WORDS}) to the name of a toolset`,
    schema: (z) => z.partialRecord(z.enum(SURFACES), z.string().min(1)),
    workspace: replacesKeys(),
  }),
  "tools.enabled": setting<readonly string[]>({
    description: "Tools added to the toolset.",
    default: [],
    allowed: NAME_LIST,
    schema: names,
    workspace: adds(),
  }),
  "tools.disabled": setting<readonly string[]>({
    description: "Tools that are off, whatever else names them.",
    default: [],
    allowed: NAME_LIST,
    schema: names,
    workspace: adds(),
    protects: true,
  }),
  "tools.replace": setting<readonly string[]>({
    description: "Tools that a later source (person, workspace, embedder) may define anew.",
    default: [],
    allowed: "a list of tool names",
    schema: names,
    workspace: adds(),
  }),
  toolsets: setting<ByName<Partial<OwnToolset>>>({
    description: "Toolsets of your own: NAME: {include: [...], exclude: [...]}.",
    default: {},
    allowed: "a map of name to {include: [...], exclude: [...]}",
    schema: (z) =>
      z.record(
        z.string(),
        z.strictObject({ include: names(z).exactOptional(), exclude: names(z).exactOptional() }),
      ),
    workspace: addsKeys(),
  }),
};

/** What a call may do, and who is asked. */
const POLICY_SETTINGS = {
  "tools.approval_mode": setting<ApprovalMode>({
    description: "Whether calls that change something run (auto), ask (prompt) or are refused (deny).",
    default: DEFAULT_TOOL_SETTINGS.approvalMode,
    allowed: APPROVAL_MODES.join(", "),
    schema: mode,
    workspace: onlyStricter(APPROVAL_MODES),
    protects: true,
  }),
  "tools.platform_approval": setting<ByName<ApprovalMode>>({
    description: `A stricter approval mode by surface (${SURFACE_WORDS}).`,
    default: { telegram: "prompt", discord: "prompt" },
    allowed: `a map of surface (${SURFACE_WORDS}) to ${APPROVAL_MODES.join(", ")}`,
    schema: (z) => z.partialRecord(z.enum(SURFACES), mode(z)),
    workspace: onlyStricterByKey(APPROVAL_MODES),
    protects: true,
  }),
  "tools.rules": setting<readonly PermissionRule[]>({
    description: "Permission rules. Deny beats ask beats allow, whatever their order.",
    default: [],
    allowed: `a list of ${RULE_WORDS}`,
    schema: (z) => z.array(permissionRuleSchema(z)).readonly(),
    workspace: addsSome((rule) =>
      rule.action === "allow" ? "a workspace's rules may only ask or deny" : undefined,
    ),
    protects: true,
  }),
  "terminal.blocked": setting<readonly string[]>({
    description: "Commands that are denied in every mode, written as in a rule: program, words, * for any.",
    default: DEFAULT_TOOL_SETTINGS.blockedCommands,
    allowed: "a list of commands",
    schema: names,
    workspace: adds(),
    protects: true,
  }),
  "tools.approval_timeout": setting<number>({
    description: "Seconds a question waits for its answer; then the call is refused.",
    default: DEFAULT_TOOL_SETTINGS.approvalTimeoutMs / 1000,
    allowed: "a positive number of seconds",
    schema: seconds,
    workspace: replaces(),
  }),
  "tools.fence_untrusted": setting<boolean>({
    description: "Mark text that came from outside, so that a model takes it as data.",
    default: DEFAULT_TOOL_SETTINGS.fenceUntrusted,
    allowed: "true, false",
    schema: (z) => z.boolean(),
    workspace: onlyStricter([false, true]),
    protects: true,
  }),
  "files.read_roots": setting<readonly string[]>({
    description: "Folders outside the workspace that tools may read.",
    default: [],
    allowed: "a list of folders, absolute or starting with ~/",
    schema: names,
    workspace: narrowsFolders(),
  }),
  "files.write_roots": setting<readonly string[]>({
    description: "Folders outside the workspace that tools may read and change.",
    default: [],
    allowed: "a list of folders, absolute or starting with ~/",
    schema: names,
    workspace: narrowsFolders(),
  }),
};

const LIMIT_SETTINGS = {
  "tools.timeout": setting<number>({
    description: "Seconds a call may take when neither the tool nor tools.timeouts says otherwise.",
    default: DEFAULT_TOOL_SETTINGS.timeoutMs / 1000,
    allowed: "a positive number of seconds",
    schema: seconds,
    workspace: replaces(),
  }),
  "tools.timeouts": setting<ByName<number>>({
    description: "Seconds a call may take, by tool name.",
    default: {},
    allowed:
      "a map of tool name to a positive number of seconds, at most the tool's ceiling; 0 for ask_user only",
    schema: (z) => z.record(z.string(), z.number().max(MAX_SECONDS)).check(checkTimeouts),
    workspace: replacesKeys(),
  }),
  "tools.max_output_chars": setting<number>({
    description: "Characters of one result that a model gets.",
    default: DEFAULT_TOOL_SETTINGS.maxOutputChars,
    allowed: "a whole number from 1000 to 1000000",
    schema: (z) => z.int().min(1000).max(1_000_000),
    workspace: replaces(),
  }),
  "tools.max_parallel": setting<number>({
    description: "Calls of one batch that run side by side.",
    default: DEFAULT_TOOL_SETTINGS.maxParallel,
    allowed: "a whole number from 1 to 64",
    schema: (z) => z.int().min(1).max(64),
    workspace: replaces(),
  }),
};

/** What is kept, for how long. One home serves all workspaces, so no workspace decides it. */
const RECORD_SETTINGS = {
  "journal.strict": setting<boolean>({
    description: "Refuse a call whose intent or undo data cannot be saved first.",
    default: DEFAULT_TOOL_SETTINGS.isJournalStrict,
    allowed: "true, false",
    schema: (z) => z.boolean(),
    workspace: onlyStricter([false, true]),
    protects: true,
  }),
  "journal.keep_days": setting<number>({
    description: "Days the journal is kept.",
    default: 90,
    allowed: "a whole number of days from 1 on",
    schema: days,
    workspace: personOnly(),
  }),
  "undo.keep_days": setting<number>({
    description: "Days undo data is kept.",
    default: 30,
    allowed: "a whole number of days from 1 on",
    schema: days,
    workspace: personOnly(),
  }),
  "undo.keep_bytes": setting<number>({
    description: "Bytes of undo data that are kept; the oldest goes first.",
    default: 1024 ** 3,
    allowed: "a whole number of bytes from 0 on",
    schema: (z) => z.int().min(0),
    workspace: personOnly(),
  }),
  "undo.max_file_bytes": setting<number>({
    description: "Size in bytes of the largest file whose previous content is kept.",
    default: DEFAULT_TOOL_SETTINGS.maxUndoBytes,
    allowed: "a whole number of bytes from 0 to 1073741824",
    schema: (z) =>
      z
        .int()
        .min(0)
        .max(1024 ** 3),
    workspace: personOnly(),
  }),
  "outputs.keep_days": setting<number>({
    description: "Days a result that was too long to show is kept.",
    default: 30,
    allowed: "a whole number of days from 1 on",
    schema: days,
    workspace: personOnly(),
  }),
};

/** The settings of this package, by dotted name. */
export const CORE_SETTINGS = {
  ...TOOLSET_SETTINGS,
  ...POLICY_SETTINGS,
  ...LIMIT_SETTINGS,
  ...RECORD_SETTINGS,
} as const;

export type CoreSettingValues = SettingValues<typeof CORE_SETTINGS>;

interface Checked {
  readonly value: ByName<number>;
  readonly issues: {
    push(issue: { code: "custom"; input: number; path: string[]; message: string }): unknown;
  };
}

function checkTimeouts({ value, issues }: Checked): void {
  for (const [tool, limit] of Object.entries(value)) {
    const ceiling = TIME_LIMIT_CEILINGS_S.get(tool) ?? MAX_SECONDS;
    const isNoLimit = tool === "ask_user" && limit === 0;
    if (isNoLimit || (limit > 0 && limit <= ceiling)) continue;
    const message =
      limit > 0
        ? `at most ${ceiling} for ${tool}`
        : "must be above 0; 0 stands for no limit with ask_user only";
    issues.push({ code: "custom", input: limit, path: [tool], message });
  }
}
