import { fail, type FailedResult } from "../contract/result.ts";
import type { CallInfo } from "../contract/tool-definition.ts";
import { recordFolder } from "../ports/paths.ts";
import type { FilesScope } from "../ports/files-driver.ts";
import { createCatalog } from "../services/create-catalog.ts";
import { guardMasks } from "../services/guard-masks.ts";
import { serverCatalog } from "../services/server-catalog.ts";
import type { DecodedCall } from "./call-state.ts";
import type { CallScope } from "./call-scope.ts";
import type { PipelineDeps } from "./deps.ts";
import { storeOutput } from "./store-output.ts";
import { messageOf } from "../text/message-of.ts";

export interface Opening {
  readonly info: CallInfo;
  readonly files: FilesScope;
  readonly mayChange: boolean;
  readonly signal: AbortSignal;
  refused(failure: FailedResult): void;
}

export type OpenedServices =
  | { readonly opened: Readonly<Record<string, unknown>> }
  | { readonly missing: string; readonly why: string };

/** Opens the services a tool needs, for this one call. One that is missing or fails is answered instead. */
export function openServices(call: DecodedCall, deps: PipelineDeps, opening: Opening): OpenedServices {
  const opened: Record<string, unknown> = {};
  for (const name of call.tool.needs) {
    let service: unknown;
    try {
      service = openService(name, call, { deps, opening });
    } catch (error) {
      return { missing: name, why: messageOf(error) };
    }
    if (service === undefined) return { missing: name, why: "nothing provides it" };
    opened[name] = service;
  }
  return { opened };
}

function openService(
  name: string,
  call: DecodedCall,
  { deps, opening }: { readonly deps: PipelineDeps; readonly opening: Opening },
): unknown {
  const { conversation } = call;
  const records = recordFolder(conversation.workspace);
  switch (name) {
    case "files":
      return guardMasks(deps.files.open(opening.files), call.scrubber, opening.refused);
    case "outputs":
      return {
        get: (id: string) => deps.outputs.get(conversation.sessionId, id),
        list: () => deps.outputs.list(conversation.sessionId),
        inheritOrigins: (origins: readonly string[]) => origins.forEach((origin) => call.origins.add(origin)),
      };
    case "catalog":
      return createCatalog(
        conversation.tools,
        serverCatalog(deps.services, () => scopeOf(call, deps, opening)),
      );
    case "undo":
      // It shows what files held, whatever rules say now.
      if (deps.registry.get(call.tool.name)?.source !== "internal") return undefined;
      return {
        get: (callId: string) => deps.undo.get(records, callId),
        content: (callId: string, index: number) => deps.undo.content(records, callId, index),
        markUndone: (callId: string) => deps.undo.markUndone(records, callId, call.id),
      };
    default:
      return deps.services
        .find((provider) => provider.token.name === name)
        ?.open(scopeOf(call, deps, opening));
  }
}

function scopeOf(call: DecodedCall, deps: PipelineDeps, opening: Opening): CallScope {
  return {
    call: opening.info,
    ...(call.conversation.turn === undefined ? {} : { turn: call.conversation.turn.number }),
    tool: call.tool,
    workspaceRoot: call.conversation.workspace.root,
    tools: call.conversation.tools,
    signal: opening.signal,
    files: opening.files,
    mayChange: opening.mayChange,
    effects: call.effects.map(({ effect }) => effect),
    storeOutput: async ({ pieces, isPartial, shownCharacters }) => {
      const stored = await storeOutput(call, deps, { pieces, isPartial });
      if (stored !== undefined) call.stored = { ...stored, missing: stored.characters - shownCharacters };
      return stored;
    },
    cameFrom: (origin) => {
      call.origins.add(origin);
    },
    refuse: (message, hint) => {
      const failure = fail("policy_denied", message, hint === undefined ? {} : { hint });
      opening.refused(failure);
      return failure;
    },
  };
}
