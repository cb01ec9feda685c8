import { Catalog, defineTool, fail, isJsonObject, listNames, nearestName, ok, quote } from "@wield/core";
import * as z from "zod";
import { KINDS, subjectsOf } from "./subjects.ts";
import type { Kind, Subject } from "./subjects.ts";

const NOUNS: Readonly<Record<Kind, string>> = {
  tool: "tool",
  skill: "skill",
  mcp_server: "MCP server",
  toolset: "toolset",
};

export default defineTool({
  name: "inspect_tool",
  description:
    "Show the full contract of a tool, with examples, or details of a skill, MCP server or toolset. It only shows; nothing is loaded or granted.",
  input: z.strictObject({
    kind: z.enum(KINDS).default("tool").describe("What to look at."),
    name: z.string().optional().describe("Its name; leave out to list all of that kind."),
  }),
  output: z.strictObject({
    kind: z.string(),
    name: z.string().optional(),
    registered: z.boolean(),
    active: z.boolean(),
    members: z.array(z.string()).optional(),
    schema: z.looseObject({}).optional(),
  }),
  mutates: false,
  aliases: { capability_type: "kind", type: "kind" },
  needs: [Catalog],
  timeoutMs: 60_000,
  codes: { not_loaded: "Nothing of that kind and name is registered." },
  run({ kind, name }, { catalog }) {
    const subjects = subjectsOf(kind, catalog);
    if (name === undefined || name.trim() === "") return listed(kind, subjects);
    const subject = subjects.find((candidate) => candidate.name === name);
    if (subject === undefined) return notLoaded(kind, name, subjects);
    return ok(subject.facts(), {
      kind,
      name: subject.name,
      registered: true,
      active: subject.isActive,
      ...(subject.members === undefined ? {} : { members: [...subject.members] }),
      ...(isJsonObject(subject.schema) ? { schema: subject.schema } : {}),
    });
  },
});

function listed(kind: Kind, subjects: readonly Subject[]) {
  const lines = [`${subjects.length} ${NOUNS[kind]}(s):`, ...subjects.map(({ line }) => line)];
  return ok(lines.join("\n"), {
    kind,
    registered: subjects.length > 0,
    active: subjects.some(({ isActive }) => isActive),
    members: subjects.map(({ name }) => name),
  });
}

function notLoaded(kind: Kind, name: string, subjects: readonly Subject[]) {
  const names = subjects.map((subject) => subject.name);
  const near = nearestName(name, names);
  const suggestion = near === undefined ? "" : `; did you mean ${quote(near)}?`;
  const known = names.length === 0 ? "none is registered" : `registered are: ${listNames(names)}`;
  return fail("not_loaded", `no ${NOUNS[kind]} named ${quote(name)} is loaded${suggestion} ${known}`, {
    hint: "inspect_tool shows only what is registered",
  });
}
