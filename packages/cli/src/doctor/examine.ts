import type { Runtime, StartNotice } from "@wield/app";
import { localFilesHolding } from "@wield/host";
import { describeFault } from "@wield/store";
import { shownValue } from "../configuration/setting-lines.ts";
import { finding } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Looks at everything an open runtime tells about itself. */
export async function examine(runtime: Runtime): Promise<readonly Finding[]> {
  return [
    configuration(runtime),
    trust(runtime),
    ...tools(runtime),
    await journal(runtime),
    await approvals(runtime),
    ...(runtime.place.elsewhere === undefined
      ? [confinement(), commands(runtime), sandboxed(runtime)]
      : [await server(runtime)]),
  ];
}

function configuration({ settings, notices }: Runtime): Finding {
  const set = settings.all.filter(({ origin }) => origin !== "default");
  const odd = textsOf(notices, "unknown_name", "value_not_used");
  const details = [
    ...set.map(({ name, value, origin }) => `${name}: ${withoutSecrets(value)} (${origin})`),
    ...odd,
  ];
  const text =
    set.length === 0 ? "every setting has its default" : `settings not at their default: ${set.length}`;
  return finding("configuration", odd.length === 0 ? "ok" : "hint", text, details);
}

/** Of a map its names: what servers and the like are given may be secret, and findings are shown to others. */
function withoutSecrets(value: unknown): string {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap ? Object.keys(value).join(", ") : shownValue(value);
}

function trust({ trust: { kind, files }, notices }: Runtime): Finding {
  switch (kind) {
    case "nothing":
      return finding("trust", "ok", "this folder has no .wield of its own to trust");
    case "trusted":
      return finding(
        "trust",
        "ok",
        `this folder's .wield is trusted in its present state (files: ${files.length})`,
      );
    case "waiting":
      return finding(
        "trust",
        "hint",
        "waiting for trust: nothing of this folder's .wield is used (wield trust)",
        files,
      );
    case "unusable":
      return finding(
        "trust",
        "fault",
        "this folder's .wield cannot be trusted",
        textsOf(notices, "waiting_for_trust"),
      );
  }
}

function tools(runtime: Runtime): readonly Finding[] {
  const sessionId = runtime.store.commandLineSession(runtime.workspaceRoot);
  const { tools: present } = runtime
    .conversation({ sessionId, caller: "cli", surface: "terminal" })
    .snapshot();
  const hidden = [...present.inactive.values()].filter(({ cause }) => cause === "hidden");
  const failed = textsOf(runtime.notices, "tool_file");
  const count = `active: ${present.active.size} (toolset ${present.toolset}, from ${present.toolsetOrigin})`;
  return [
    finding(
      "tools",
      "ok",
      hidden.length === 0 ? count : `${count}, hidden: ${hidden.length}`,
      hidden.map(({ tool, reason }) => `${tool.name}: ${reason}`),
    ),
    failed.length === 0
      ? finding("tool files", "ok", "every tool file gave a tool")
      : finding("tool files", "fault", `tool files that gave no tool: ${failed.length}`, failed),
  ];
}

async function journal({ store, notices }: Runtime): Promise<Finding> {
  const troubles = textsOf(notices, "store");
  const listed = await store.query.list({ limit: 1000 });
  if (!listed.ok)
    return finding("journal", "fault", `the journal cannot be read: ${listed.message}`, [
      ...(listed.hint === undefined ? [] : [listed.hint]),
      ...troubles,
    ]);
  const count = (status: string): number => listed.value.filter((call) => call.status === status).length;
  const text = `the journal is readable; newest calls: ${listed.value.length}, running: ${count("running")}, interrupted: ${count("interrupted")}`;
  return finding("journal", troubles.length === 0 ? "ok" : "fault", text, troubles);
}

async function approvals({ store }: Runtime): Promise<Finding> {
  try {
    const pending = await store.approvals.pending();
    return finding(
      "approvals",
      "ok",
      pending.length === 0
        ? "no request is waiting"
        : `requests waiting for an answer: ${pending.length} (wield approvals)`,
    );
  } catch (error) {
    return finding("approvals", "fault", `requests cannot be read: ${describeFault(error)}`);
  }
}

/** What is really in force: the sandbox is tried here. */
function sandboxed({ sandbox: { facts, problem } }: Runtime): Finding {
  if (facts.kind !== "none")
    return finding("sandbox", "ok", `commands run in ${facts.kind}, with network ${facts.network}`);
  return problem === undefined
    ? finding("sandbox", "ok", "commands run without a sandbox (sandbox.kind: none)")
    : finding("sandbox", "hint", "commands run without a sandbox, or not at all where one is asked for", [
        problem,
        "what clears its environment and outlives its parent is then not ended with the rest",
      ]);
}

/** What is really there: it is asked now. */
async function server({ place, processes }: Runtime): Promise<Finding> {
  const found = await place.look();
  const where = place.elsewhere?.name ?? "";
  if (found === undefined) return finding("server", "ok", "the work is on this machine");
  if (!found.ok) {
    const details = found.hint === undefined ? [] : [found.hint];
    return finding("server", "fault", `the work is on ${where}: ${found.message}`, details);
  }
  const { user, folder, system, shell } = found.value;
  return finding("server", "ok", `files and commands are on ${processes.backend.label}`, [
    `folder: ${folder}, as ${user}`,
    `system: ${system}, shell: ${shell}`,
    "commands get the environment of a login there and no sandbox; MCP servers run on this machine",
  ]);
}

function confinement(): Finding {
  return localFilesHolding() === "descriptors"
    ? finding(
        "confinement",
        "ok",
        "file tools hold what they open by descriptor: a swapped link cannot lead them outside",
      )
    : finding(
        "confinement",
        "hint",
        "file tools check paths before and after opening; a link swapped in between could lead outside (Linux has no such gap)",
      );
}

/** What commands do not get of the environment Wield was started with. */
function commands({ processes }: Runtime): Finding {
  const { backend, droppedVariables } = processes;
  if (backend.kind !== "local")
    return finding(
      "commands",
      "ok",
      `commands run in ${backend.kind} (${backend.label}), with nothing of this environment`,
    );
  return droppedVariables.length === 0
    ? finding("commands", "ok", "commands run on this machine, with all variables of this environment")
    : finding(
        "commands",
        "ok",
        `commands run on this machine; variables they do not get: ${droppedVariables.length} (terminal.env_pass lets one through)`,
        droppedVariables,
      );
}

function textsOf(
  notices: readonly StartNotice[],
  ...kinds: readonly StartNotice["kind"][]
): readonly string[] {
  return notices.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
}
