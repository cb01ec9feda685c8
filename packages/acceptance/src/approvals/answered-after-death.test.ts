// Prevents: an answer that comes to nothing because the process that asked was killed, and one that lets a call run twice.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { openAgent, openRuntime } from "@wield/app";
import type { ApprovalChoice, Asker } from "@wield/core";
import { scriptedModel } from "@wield/testkit";
import { expect, onTestFinished, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("asks-and-waits.program.ts", import.meta.url));

interface Left {
  readonly sessionId: string;
  readonly requestId: string;
  readonly made: string;
  /** Answers as another process would, from another surface. */
  answer(choice: ApprovalChoice, remark?: string): Promise<string>;
  /** Goes on with the conversation in a process of its own; what its model was told. */
  goOn(askers?: readonly Asker[]): Promise<readonly string[]>;
}

/** A conversation whose process was killed while somebody was asked. */
async function killedWhileItAsked(): Promise<Left> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-asked-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [cwd, home] = [join(root, "work"), join(root, "home")];
  mkdirSync(cwd);
  mkdirSync(home);
  const env = { PATH: process.env["PATH"], HOME: root, WIELD_HOME: home };
  const child = spawn(process.execPath, [PROGRAM], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const [sessionId = "", requestId = ""] = line.split(" ");
  child.kill("SIGKILL");
  await once(child, "exit");

  const open = async () => {
    const runtime = await openRuntime({ cwd, env, flags: { approvalMode: "prompt" }, surface: "terminal" });
    if (!runtime.ok) throw new Error(runtime.message);
    return runtime.value;
  };
  return {
    sessionId,
    requestId,
    made: join(cwd, "made.txt"),
    answer: async (choice, remark) => {
      const runtime = await open();
      const more = remark === undefined ? {} : { remark };
      const given = { choice, by: "Eve", surface: "web", at: Date.now(), ...more } as const;
      const attempt = await runtime.store.approvals.answer(requestId, given);
      await runtime.close();
      return attempt;
    },
    goOn: async (askers) => {
      const runtime = await open();
      const model = scriptedModel(["Done."]);
      const agent = await openAgent(runtime, {
        surface: "terminal",
        model: "scripted/model",
        models: async () => ({ ok: true, value: model }),
        resume: sessionId,
        ...(askers === undefined ? {} : { askers }),
      });
      if (!agent.ok) throw new Error(agent.message);
      await agent.value.send({ text: "go on" });
      await agent.value.close();
      await runtime.close();
      const messages = model.requests[0]?.messages ?? [];
      return messages.map((message) => (message.role === "result" ? message.text : message.role));
    },
  };
}

test("R-002: a yes after the process was killed: the call runs when the conversation goes on, and once only", async () => {
  const left = await killedWhileItAsked();
  expect(existsSync(left.made)).toBe(false);
  expect(await left.answer("once")).toBe("settled");
  const told = await left.goOn();
  expect(told).toEqual(["user", "assistant", expect.stringContaining("made.txt"), "user"]);
  expect(readFileSync(left.made, "utf8")).toBe("made\n");
  rmSync(left.made);
  await left.goOn();
  expect(existsSync(left.made)).toBe(false);
});

test("R-002: a no after the process was killed is told to the model, and nothing runs", async () => {
  const left = await killedWhileItAsked();
  await left.answer("deny", "not there");
  expect((await left.goOn())[2]).toMatch(/^Eve refused this call: not there/);
  expect(existsSync(left.made)).toBe(false);
});

test("R-002: without an answer it is asked again, under the same request, of whoever is there now", async () => {
  const left = await killedWhileItAsked();
  const asked: string[] = [];
  const asker: Asker = {
    surface: "terminal",
    ask: async ({ id }) => {
      asked.push(id);
      return { choice: "once", by: "Ada", surface: "terminal", at: Date.now() };
    },
  };
  expect((await left.goOn([asker]))[2]).toContain("made.txt");
  expect(asked).toEqual([left.requestId]);
  expect(await left.answer("deny")).toBe("already_settled");

  const unattended = await killedWhileItAsked();
  expect((await unattended.goOn())[2]).toContain("nobody can be asked");
  expect(existsSync(unattended.made)).toBe(false);
});
