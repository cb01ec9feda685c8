import { fail, type Outcome, value } from "../contract/result.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import { nearestName } from "../text/nearest.ts";
import type { ActiveTools, InactiveTool, ToolsetFacts } from "./active-tools.ts";
import type { RegisteredTool } from "./registry.ts";
import {
  entryMembers,
  isKnownToolset,
  knownToolsets,
  toolsetMembers,
  type ToolsetWorld,
} from "./toolset-members.ts";
import type { ToolsetSettings } from "./toolset-settings.ts";
import type { ChosenToolset, ToolsetRequest } from "./toolset-request.ts";
import { recallToolset, rememberToolset, type AskedTool } from "./recall-toolset.ts";
import { COMPANIONS } from "./toolsets.data.ts";

/**
 * The one way from settings to the tools of a conversation. Fails with `unknown_toolset`, naming the known ones.
 * Pure: the same request gives the same answer, and mostly the very same object.
 */
export function resolveToolset(request: ToolsetRequest): Outcome<ActiveTools> {
  const known = recallToolset(request);
  if (known !== undefined) return value(known);
  const asked: AskedTool[] = [];
  const resolved = resolveAnew(request, asked);
  if (resolved.ok) rememberToolset(request, { active: resolved.value, asked });
  return resolved;
}

function resolveAnew(request: ToolsetRequest, asked: AskedTool[]): Outcome<ActiveTools> {
  const { settings } = request;
  const base = chooseToolset(request);
  if (!isKnownToolset(base.name, settings.own)) return unknownToolset(base.name, settings.own);

  const world: ToolsetWorld = {
    tools: request.tools,
    own: settings.own,
    ...(request.joins === undefined ? {} : { joins: request.joins }),
  };
  const chosen = new Set([...toolsetMembers(base.name, world), ...entryMembers(settings.enabled, world)]);
  const disabled = entryMembers(settings.disabled, world);

  const active = new Map<string, { readonly tool: ToolDefinition; readonly origin: string }>();
  const inactive = new Map<string, InactiveTool>();
  const companions: RegisteredTool[] = [];
  const candidates: RegisteredTool[] = [];
  const turnDown = ({ tool, origin }: RegisteredTool, cause: InactiveTool["cause"], reason: string): void => {
    inactive.set(tool.name, { tool, cause, reason, origin });
  };

  for (const registered of request.tools) {
    const { name } = registered.tool;
    if (registered.source === "internal")
      turnDown(registered, "internal", "only the wield command itself runs it");
    else if (disabled.has(name)) turnDown(registered, "disabled", "it is switched off (tools.disabled)");
    else if (request.within?.active.has(name) === false) {
      turnDown(registered, "not_in_toolset", "the conversation that started this one does not have it");
    } else if (chosen.has(name)) candidates.push(registered);
    else companions.push(registered);
  }

  const names = candidates.map(({ tool }) => tool.name);
  const offer = (registered: RegisteredTool, among: readonly string[]): void => {
    const { tool, origin } = registered;
    const reason = request.hiddenReason?.(tool, among);
    asked.push({ tool, among, reason });
    if (reason === undefined) active.set(tool.name, { tool, origin });
    else turnDown(registered, "hidden", reason);
  };
  for (const candidate of candidates) offer(candidate, names);
  const joining = companions.filter(({ tool }) => followsOne(tool.name, active));
  const withJoining = [...names, ...joining.map(({ tool }) => tool.name)];
  for (const registered of companions) {
    if (joining.includes(registered)) offer(registered, withJoining);
    else turnDown(registered, "not_in_toolset", reasonOutside(registered.tool.name, base.name));
  }

  return value({
    toolset: base.name,
    toolsetOrigin: base.origin,
    active: sorted(active),
    inactive: sorted(inactive),
    toolsets: allToolsets(world),
  });
}

interface ToolsetsOf {
  readonly world: ToolsetWorld;
  readonly facts: ReadonlyMap<string, ToolsetFacts>;
}

/** By the list of the registry, which is another object once it changes: every step resolves, few see anything new. */
const lastToolsets = new WeakMap<ToolsetWorld["tools"], ToolsetsOf>();

function allToolsets(world: ToolsetWorld): ReadonlyMap<string, ToolsetFacts> {
  const last = lastToolsets.get(world.tools);
  if (last !== undefined && last.world.own === world.own && last.world.joins === world.joins)
    return last.facts;
  const facts = new Map(
    knownToolsets(world.own).map((name) => [
      name,
      {
        members: [...toolsetMembers(name, world)].toSorted(),
        origin: world.own.has(name) ? `toolsets.${name}` : "built in",
      },
    ]),
  );
  lastToolsets.set(world.tools, { world, facts });
  return facts;
}

export function unknownToolset(name: string, own: ToolsetSettings["own"]): Outcome<never> {
  const known = knownToolsets(own);
  const nearest = nearestName(name, known);
  const suggestion = nearest === undefined ? "" : `did you mean "${nearest}"? `;
  return fail("unknown_toolset", `unknown toolset "${name}"`, {
    hint: `${suggestion}known toolsets: ${known.join(", ")}`,
  });
}

function chooseToolset({ request, session, settings, surface }: ToolsetRequest): ChosenToolset {
  if (request !== undefined) return request;
  if (session !== undefined) return session;
  const forSurface = settings.platformToolsets.get(surface);
  if (forSurface !== undefined) return { name: forSurface, origin: `tools.platform_toolsets.${surface}` };
  return { name: settings.toolset, origin: "tools.toolset" };
}

type Offered = ReadonlyMap<string, { readonly tool: ToolDefinition }>;

/** Whether a tool that no set names comes along with what is offered. */
function followsOne(name: string, active: Offered): boolean {
  const leader = COMPANIONS.get(name);
  if (leader !== undefined) return active.has(leader);
  if (name === "read_output") return active.size > 0;
  if (name === "inspect_tool") return [...active.values()].some(({ tool }) => tool.examples.length > 0);
  if (name === "mcp_resource") return [...active.keys()].some((other) => other.startsWith("mcp__"));
  return false;
}

function reasonOutside(name: string, toolset: string): string {
  const leader = COMPANIONS.get(name);
  const alone = `it is not in the toolset "${toolset}"`;
  return leader === undefined ? alone : `${alone}; it comes with ${leader}`;
}

function sorted<Value>(map: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return new Map([...map].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
