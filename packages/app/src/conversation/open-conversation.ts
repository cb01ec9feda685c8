import {
  type ActiveTools,
  type ApprovalMode,
  APPROVAL_MODES,
  type ChosenToolset,
  fail,
  hiddenReason,
  isApprovalMode,
  isKnownToolset,
  type Outcome,
  type PermissionRule,
  type Providers,
  type RegisteredTool,
  type Registry,
  resolveToolset,
  strictestMode,
  toolSettingsOf,
  type ToolsetSettings,
  type ToolView,
  unknownToolset,
  value,
} from "@wield/core";
import type { AllSettingValues } from "../config/app-settings.ts";
import type { WorkPlace } from "../processes/work-place.ts";
import type { ConversationHandle, ConversationOptions } from "../runtime.ts";
import type { SessionState } from "./session-state.ts";

/** What all conversations of a runtime share. */
export interface ConversationWorld {
  readonly registry: Registry;
  readonly providers: Providers;
  readonly values: AllSettingValues;
  readonly toolsets: ToolsetSettings;
  /** The person's own mode, and the one of the workspace's file. */
  readonly modes: { readonly person: ApprovalMode; readonly workspace?: ApprovalMode };
  /** Rules that the answer `always` has saved for this workspace. */
  readonly savedRules: () => readonly PermissionRule[];
  readonly flagToolset?: string;
  readonly place: Pick<WorkPlace, "workspace" | "workspaceName">;
  readonly sessionOf: (sessionId: string) => SessionState;
  readonly hasStoredOutputs: (sessionId: string) => boolean;
  readonly platform: string;
  /** Toolsets a tool belongs to that no set names. */
  readonly joins: (tool: RegisteredTool) => readonly string[];
  /** Why a tool is of no use with the MCP servers that are connected now, as a sentence. */
  readonly hiddenByServers: (tool: string) => string | undefined;
}

/** Where a toolset comes from that the command line names. */
export const FLAG_TOOLSET = "flag --toolset";

/** Throws when the request's toolset is unknown: whoever takes it from outside checks it first. */
export function openConversation(options: ConversationOptions, world: ConversationWorld): ConversationHandle {
  const { sessionId, caller, surface } = options;
  const state = world.sessionOf(sessionId);
  const name = options.toolset ?? world.flagToolset;
  let request: ChosenToolset | undefined =
    name === undefined
      ? undefined
      : { name, origin: options.toolset === undefined ? FLAG_TOOLSET : "request" };

  const resolve = (session: string | undefined): Outcome<ActiveTools> => {
    const hasStoredOutputs = world.hasStoredOutputs(sessionId);
    return resolveToolset({
      tools: world.registry.list(),
      settings: world.toolsets,
      surface,
      joins: world.joins,
      // What is asked for in the conversation comes after what the command line said.
      ...(request === undefined || (request.origin === FLAG_TOOLSET && session !== undefined)
        ? {}
        : { request }),
      ...(session === undefined ? {} : { session: { name: session, origin: "session (/toolset)" } }),
      hiddenReason: (tool, activeTools) => {
        const { platform, place } = world;
        const view: ToolView = {
          surface,
          caller,
          platform,
          activeTools,
          workspaceName: place.workspaceName,
          hasStoredOutputs,
          sessionId,
        };
        return hiddenReason(tool, view, world.providers) ?? world.hiddenByServers(tool.name);
      },
    });
  };
  const leastMode = (): ApprovalMode =>
    strictestMode(world.modes.workspace, world.values["tools.platform_approval"][surface]);
  const approvalMode = (): ApprovalMode =>
    strictestMode(state.approvalMode ?? world.modes.person, leastMode());

  if (request !== undefined && !isKnownToolset(request.name, world.toolsets.own)) {
    throw new RangeError(`unknown toolset "${request.name}"`);
  }
  return {
    sessionId,
    snapshot: () => {
      const tools = resolve(state.toolset);
      if (!tools.ok) throw new Error(tools.message);
      const settings = toolSettingsOf(world.values, surface);
      return {
        sessionId,
        caller,
        surface,
        workspace: world.place.workspace,
        workspaceName: world.place.workspaceName,
        tools: tools.value,
        settings: {
          ...settings,
          approvalMode: approvalMode(),
          rules: [...settings.rules, ...world.savedRules()],
        },
        sessionRules: state.rules,
        askers: options.askers ?? [],
        ...(options.noAskerReason === undefined ? {} : { noAskerReason: options.noAskerReason }),
      };
    },
    setToolset: (wanted) => {
      if (!isKnownToolset(wanted, world.toolsets.own)) return unknownToolset(wanted, world.toolsets.own);
      request = undefined;
      state.toolset = wanted;
      return resolve(wanted);
    },
    setApprovalMode: (mode) => {
      if (!isApprovalMode(mode)) {
        return fail("unknown_approval_mode", `unknown approval mode "${mode}"`, {
          hint: `allowed: ${APPROVAL_MODES.join(", ")}`,
        });
      }
      const least = leastMode();
      if (strictestMode(mode, least) !== mode) {
        return fail(
          "approval_mode_too_loose",
          `"${mode}" is looser than "${least}", which the workspace or this surface asks for`,
          {
            hint: `"${approvalMode()}" still holds`,
          },
        );
      }
      state.approvalMode = mode;
      return value(mode);
    },
  };
}
