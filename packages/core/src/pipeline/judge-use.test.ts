// Prevents: a tool that reaches what its call did not declare, or what a rule or the floor closes, by any way.
import { link, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestBench, type TestBenchOptions } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok, type ToolResult } from "../contract/result.ts";
import type { Mutates } from "../contract/tool-definition.ts";
import type { Effect } from "../effects/effect.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import { Files } from "../services/files.ts";
import { UndoData } from "../services/undo-data.ts";
import { personWho } from "../testing/asker-fixture.ts";
import { deleteFile, readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";

interface ToolPlan {
  readonly mutates?: Mutates;
  readonly effects?: readonly Effect[];
  readonly run: (files: Files) => unknown;
}

function probe({ mutates = true, effects, run }: ToolPlan) {
  return defineTool({
    name: "probe",
    description: "Uses files as a test wants.",
    input: z.strictObject({}),
    mutates,
    ...(effects === undefined ? {} : { effects: () => effects }),
    needs: [Files],
    run: (_input, { files }) => run(files) as ToolResult,
  });
}

const bench = (plan: ToolPlan, more: Partial<TestBenchOptions> = {}) =>
  createTestBench({
    files: { "a.txt": "a", ".env": "secret", "dir/x.txt": "x" },
    ...more,
    tools: [probe(plan)],
  });

const DENY_ENV: PermissionRule[] = [{ match: { path: ".env" }, action: "deny", reason: "secrets stay here" }];
const write = (path: string): Effect => ({ kind: "write", path });

test("P-018: a write outside the declared effects is refused, and the call ends as denied", async () => {
  await using here = await bench({
    effects: [write("a.txt")],
    run: async (files) => (await files.write("b.txt", "x"), ok("done")),
  });
  const outcome = failureOf(await here.call("probe"));
  expect(outcome).toMatchObject({
    status: "denied",
    code: "policy_denied",
    call: { stage: "run", changed: [] },
  });
  expect(outcome.message).toBe("probe would write b.txt, which is not among the effects this call declared");
  await expect(here.read("b.txt")).rejects.toThrow();
});

const changes: readonly [what: string, change: (files: Files) => Promise<unknown>][] = [
  ["write", (files) => files.write("b.txt", "x")],
  ["append", (files) => files.append(".env", "x")],
  ["delete", (files) => files.delete(".env")],
  ["a write in a folder of a longer name", (files) => files.write("a.txtx/b", "x")],
  ["a write below a file", (files) => files.write("dir2/b", "x")],
];

test.each(changes)(
  "P-018: %s that was not declared is refused, whatever the tool makes of the refusal",
  async (_what, change) => {
    const runs: ToolPlan["run"][] = [
      async (files) => (await change(files), ok("all fine")),
      async (files) => {
        await change(files);
        throw new Error("boom");
      },
      async (files) => {
        await change(files);
        return "text";
      },
      async (files) => {
        await change(files);
        return undefined;
      },
      async (files) => change(files),
    ];
    for (const run of runs) {
      await using here = await bench({ effects: [write("a.txt"), write("dir")], run });
      const outcome = failureOf(await here.call("probe"));
      expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
      expect(await here.read(".env")).toBe("secret");
      expect(here.journal.ofType("outcome")).toMatchObject([{ status: "denied", changed: [] }]);
    }
  },
);

test("what was declared may be changed: a file by its name, what is in a folder by the folder's", async () => {
  await using here = await bench({
    effects: [write("a.txt"), write("dir")],
    run: async (files) => {
      const done = [
        await files.write("./a.txt", "A"),
        await files.write("dir/new/deep.txt", "B"),
        await files.append("dir/x.txt", "C"),
      ];
      return ok(done.map((one) => one.ok).join());
    },
  });
  expect(okOf(await here.call("probe")).text).toBe("true,true,true");
  expect(await here.read("dir/x.txt")).toBe("xC");
});

test("declaring a read allows no change", async () => {
  await using here = await bench({
    effects: [{ kind: "read", path: "a.txt" }],
    run: async (files) => files.write("a.txt", "x"),
  });
  expect((await here.call("probe")).status).toBe("denied");
  expect(await here.read("a.txt")).toBe("a");
});

test.each<[mutates: Mutates, effects: readonly Effect[] | undefined]>([
  [false, undefined],
  [false, [write("a.txt")]],
  ["depends", [{ kind: "memory", record: "r", changes: false }]],
  [true, []],
])("a tool that reports only (mutates: %j, effects: %j) changes nothing", async (mutates, effects) => {
  await using here = await bench({
    mutates,
    ...(effects === undefined ? {} : { effects }),
    run: async (files) => files.write("a.txt", "x"),
  });
  expect(failureOf(await here.call("probe"))).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(await here.read("a.txt")).toBe("a");
});

test("P-018: a read of what a rule closes is refused, declared or not", async () => {
  const run: ToolPlan["run"] = async (files) => {
    const read = await files.readText(".env");
    return ok(read.ok ? read.value : "swallowed");
  };
  const settings = { rules: DENY_ENV };
  for (const plan of [
    { mutates: false, run },
    { mutates: true, run },
    { effects: [write("a.txt")], run },
  ] as const) {
    await using here = await bench(plan, { settings });
    const outcome = failureOf(await here.call("probe"));
    expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
    expect(outcome.message).toBe("a rule closes .env (deny path: .env: secrets stay here)");
  }
});

test("rules about reading, writing or deleting hold for tools that declare nothing", async () => {
  const refused = async (rule: PermissionRule, run: ToolPlan["run"]) => {
    await using here = await bench({ run }, { settings: { rules: [rule] } });
    return (await here.call("probe")).status;
  };
  const reads: ToolPlan["run"] = async (files) => (await files.readText("a.txt"), ok("done"));
  const writes: ToolPlan["run"] = async (files) => (await files.write("n.txt", "x"), ok("done"));
  expect(await refused({ match: { effect: "read" }, action: "deny" }, reads)).toBe("denied");
  expect(await refused({ match: { effect: "write" }, action: "deny" }, reads)).toBe("ok");
  expect(await refused({ match: { effect: "write" }, action: "deny" }, writes)).toBe("denied");
  expect(await refused({ match: { effect: "delete" }, action: "deny" }, writes)).toBe("ok");
  expect(await refused({ tool: "other", match: { effect: "write" }, action: "deny" }, writes)).toBe("ok");
  expect(await refused({ match: { effect: "write", path: "*.md" }, action: "deny" }, writes)).toBe("ok");
});

test("an ask rule is answered before the call for what the call named, and refuses the rest", async () => {
  const rules: PermissionRule[] = [{ match: { path: "dir/**" }, action: "ask" }];
  const run: ToolPlan["run"] = async (files) => (await files.readText("dir/x.txt"), ok("done"));
  const ends = async (effects: readonly Effect[]) => {
    const { asker, seen } = personWho("once");
    await using here = await bench({ mutates: false, effects, run }, { settings: { rules } });
    const { status } = await here.call("probe", {}, { askers: [asker] });
    return `${status}, asked ${seen.length}`;
  };
  expect(await ends([])).toBe("denied, asked 0");
  expect(await ends([{ kind: "read", path: "dir/x.txt" }])).toBe("ok, asked 1");
  expect(await ends([{ kind: "read", path: "dir" }])).toBe("ok, asked 1");
  // A folder above says nothing of what the rule names.
  expect(await ends([{ kind: "read", path: "." }])).toBe("denied, asked 0");
});

test("declaring a folder does not open what the floor asks for inside it", async () => {
  const run: ToolPlan["run"] = async (files) => (await files.write(".git/config", "x"), ok("done"));
  const ends = async (effects: readonly Effect[] | undefined) => {
    const { asker, seen } = personWho("once");
    await using here = await bench({ ...(effects === undefined ? {} : { effects }), run });
    const { status } = await here.call("probe", {}, { askers: [asker] });
    return `${status}, asked ${seen.length}`;
  };
  expect(await ends([write(".git/config")])).toBe("ok, asked 1");
  expect(await ends([write(".git")])).toBe("ok, asked 1");
  expect(await ends([write(".")])).toBe("denied, asked 0");
  expect(await ends(undefined)).toBe("denied, asked 0");
});

test.each([
  ".git/config",
  ".envrc",
  ".husky/pre-commit",
  ".vscode/tasks.json",
  ".wield/tools/x.ts",
  ".wield/skills/s.md",
  "sub/.git/hooks/x",
  ".GIT/config",
  "./.git//config",
  "dir/../.envrc",
])("R-011: a change of %s asks in mode auto too", async (path) => {
  await using here = await createTestBench({ tools: [writeText, readText] });
  const { asker, seen } = personWho("deny");
  expect(failureOf(await here.call("write_text", { path }, { askers: [asker] })).code).toBe(
    "approval_denied",
  );
  expect(seen[0]?.reason).toContain("becomes code or instructions");
  expect(failureOf(await here.call("write_text", { path })).code).toBe("approval_unavailable");
  await expect(here.read(path)).rejects.toThrow();
});

test("R-011: with the workspace as home folder, nothing below .wield is read or changed, by link, hard link or another spelling", async () => {
  await using here = await createTestBench({ tools: [writeText, readText, deleteFile] });
  const person = here.workspace.home;
  await mkdir(join(here.home, "journal"), { recursive: true });
  await writeFile(join(here.home, "journal/a.jsonl"), "entries");
  await writeFile(join(here.home, "config.yaml"), "tools: {}");
  await symlink(here.home, join(person, "link"));
  await symlink(join(here.home, "journal/a.jsonl"), join(person, "file-link"));
  await link(join(here.home, "journal/a.jsonl"), join(person, "hard-link"));
  const conversation = { ...here.conversation({ askers: [personWho("always").asker] }) };
  const atHome = { ...conversation, workspace: { ...here.workspace, root: person } };
  const call = (tool: string, path: string) => here.pipeline.call({ tool, input: { path } }, atHome);
  const ways = [
    ".wield/journal/a.jsonl",
    "./.wield//journal/../journal/a.jsonl",
    "~/.wield/journal/a.jsonl",
    join(here.home, "journal/a.jsonl"),
    "link/journal/a.jsonl",
    "file-link",
    "hard-link",
  ];
  for (const path of ways) {
    for (const tool of ["read_text", "write_text", "delete_file"]) {
      const outcome = failureOf(await call(tool, path));
      expect([path, tool, outcome.status, outcome.code]).toEqual([path, tool, "denied", "policy_denied"]);
    }
  }
  expect(failureOf(await call("write_text", ".wield/vault.json")).status).toBe("denied");
  expect(failureOf(await call("write_text", ".wield/config.yaml")).status).toBe("denied");
  expect(okOf(await call("read_text", ".wield/config.yaml")).text).toBe("tools: {}");
});

test("a tool that declares nothing cannot reach the home either", async () => {
  const outcomes: string[] = [];
  for (const mutates of [false, true]) {
    await using here = await bench(
      {
        mutates,
        run: async (files) => {
          const read = await files.readText(join(here.home, "vault.json"));
          return ok(read.ok ? "read it" : "no");
        },
      },
      { readRoots: ["/"], writeRoots: ["/"] },
    );
    await writeFile(join(here.home, "vault.json"), "{}");
    outcomes.push((await here.call("probe")).status);
  }
  expect(outcomes).toEqual(["denied", "denied"]);
});

test("P-018: a link swapped in between guard and open is refused", async () => {
  await using here = await createTestBench({
    tools: [writeText, readText],
    files: { "one/a.txt": "1", ".env": "secret" },
    settings: { rules: DENY_ENV },
  });
  await symlink("one/a.txt", here.folder.at("link"));
  here.pipeline.addGuard({
    name: "swaps",
    check: async () => {
      await symlink(".env", here.folder.at("other"));
      await rename(here.folder.at("other"), here.folder.at("link"));
      return undefined;
    },
  });
  expect(failureOf(await here.call("write_text", { path: "link" })).status).toBe("denied");
  await rename(here.folder.at("link"), here.folder.at("old"));
  await symlink("one/a.txt", here.folder.at("link"));
  expect(failureOf(await here.call("read_text", { path: "link" }))).toMatchObject({
    status: "denied",
    code: "policy_denied",
  });
  expect(await here.read(".env")).toBe("secret");
});

test("files that a tool keeps are closed once its call has ended", async () => {
  let kept: Files | undefined;
  await using here = await bench({
    run: (files) => {
      kept = files;
      return ok("done");
    },
  });
  okOf(await here.call("probe"));
  const uses = [
    kept?.readText("a.txt"),
    kept?.write("a.txt", "x"),
    kept?.append("a.txt", "x"),
    kept?.delete("a.txt"),
    kept?.list("."),
    kept?.stat("a.txt"),
  ];
  for (const use of await Promise.all(uses)) expect(use).toMatchObject({ ok: false, code: "policy_denied" });
  expect(await here.read("a.txt")).toBe("a");
});

test("a write that nobody waits for is not made after the result, and its refusal is no part of it", async () => {
  let late: Promise<unknown> = Promise.resolve();
  await using here = await bench({
    effects: [write("a.txt")],
    run: (files) => {
      late = files.write("b.txt", "x");
      return ok("done");
    },
  });
  const outcome = await here.call("probe");
  expect(await late).toMatchObject({ ok: false });
  expect(["ok", "denied"]).toContain(outcome.status);
  expect(here.journal.ofType("outcome")).toHaveLength(1);
  await expect(here.read("b.txt")).rejects.toThrow();
});

test("a change that waits for its undo data while its call ends is not made any more", async () => {
  const saving = Promise.withResolvers<void>();
  const saved = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  await using here = await bench({
    effects: [write("a.txt")],
    run: async (files) => {
      late = files.write("a.txt", "late");
      await saving.promise;
      return ok("done");
    },
  });
  const save = here.undo.save.bind(here.undo);
  here.undo.save = async (call, before) => {
    saving.resolve();
    await saved.promise;
    return save(call, before);
  };
  okOf(await here.call("probe"));
  saved.resolve();
  expect(await late).toMatchObject({ ok: false });
  expect(await here.read("a.txt")).toBe("a");
});

test("undo data is for the commands of Wield, not for a tool that asks for it", async () => {
  const tool = defineTool({
    name: "probe",
    description: "Wants to see what files held.",
    input: z.strictObject({}),
    mutates: false,
    needs: [UndoData],
    run: async (_input, { undo }) => ok(JSON.stringify(await undo.get("call_000001"))),
  });
  await using here = await createTestBench({ tools: [tool] });
  expect(failureOf(await here.call("probe")).message).toContain('needs the service "undo", which is gone');
});
