// Prevents: keys that answer a question nobody has seen, remarks that are lost, and a screen that forgets or repeats.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { scriptedModel } from "@wield/testkit";
import type { ScriptedSource } from "@wield/testkit";
import { openTestChat } from "../testing/test-chat.ts";
import type { TestChat, TestChatOptions } from "../testing/test-chat.ts";

let chat: TestChat | undefined;

afterEach(async () => {
  await chat?.close();
  chat = undefined;
});

async function open(
  steps: readonly ScriptedSource[],
  options: Partial<Omit<TestChatOptions, "model">> = {},
): Promise<TestChat> {
  chat = await openTestChat({ model: scriptedModel(steps), ...options });
  return chat;
}

const WRITE: ScriptedSource = { calls: [{ tool: "write_file", input: { path: "b.txt", content: "x\n" } }] };

test("a message is sent, the answer printed, and what was sent can be recalled", async () => {
  const { type, key, shows, screen } = await open(["**Hello** to you."]);
  type("hi there");
  expect(screen()).toContain("> hi there");
  key("submit");
  await shows("Hello to you.");
  await shows("100 in, 10 out");
  key("up");
  await shows(/> hi there\nscripted/);
});

test("a question takes the line only after a pause: what was being typed is no answer and comes back", async () => {
  const { type, key, shows, screen, workspace, attention } = await open([WRITE, "done"], {
    approvalMode: "prompt",
  });
  // How quickly somebody types does not depend on this machine.
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  type("write it");
  key("submit");
  type("y");
  await shows("write_file wants to run");
  // Without a pause: still the next message.
  type("es please");
  key("submit");
  expect(attention.focus.kind).toBe("approval");
  expect(existsSync(join(workspace, "b.txt"))).toBe(false);
  now += 600;
  type("y");
  key("submit");
  await shows("done");
  expect(existsSync(join(workspace, "b.txt"))).toBe(true);
  expect(screen()).toContain("write_file (write b.txt): allowed once");
  await shows(/> yes please\nscripted/);
});

test("escape refuses a question, and what is no answer is told", async () => {
  const { type, key, shows, workspace } = await open([WRITE, "refused, then"], { approvalMode: "prompt" });
  type("write it");
  key("submit");
  await shows("write_file wants to run");
  type("perhaps");
  key("submit");
  await shows("please type one of y/s/a/n");
  key("escape");
  await shows("refused, then");
  await shows("⊘ write_file b.txt");
  expect(existsSync(join(workspace, "b.txt"))).toBe(false);
});

test("a text while a turn runs is a remark, and escape stops the turn; the remark begins the next one", async () => {
  const { type, key, shows } = await open([{ hangs: true, text: "thinking about it" }, "on it"]);
  type("go");
  key("submit");
  await shows("thinking about it");
  type("hurry");
  key("submit");
  await shows("↳ hurry (after the present calls)");
  key("escape");
  await shows("■ stopped");
  await shows("on it");
});

test("Ctrl-C stops, and twice it leaves; a key in between is forgotten", async () => {
  const { type, key, shows, left } = await open([{ hangs: true, text: "working" }]);
  type("go");
  key("submit");
  await shows("working");
  key("interrupt");
  await shows("■ stopped");
  type("x");
  key("interrupt");
  await shows(/> *\nscripted/);
  key("interrupt", "interrupt");
  await left;
});

test("an unknown command is told with the nearest and goes to no model; // sends a slash", async () => {
  const { type, key, shows } = await open(["a path, I see", "a command, I see"]);
  type("/toolst");
  key("submit");
  await shows("unknown command /toolst; did you mean /tools?");
  type("/etc/passwd");
  key("submit");
  await shows("a path, I see");
  type("//help");
  key("submit");
  await shows("a command, I see");
  await shows("> /help");
});

test("questions of the model are answered one after the other", async () => {
  const ask: ScriptedSource = {
    calls: [
      {
        tool: "ask_user",
        input: {
          questions: [
            { question: "Which one?", options: [{ value: "a" }, { value: "b" }] },
            { question: "What name?" },
          ],
        },
      },
    ],
  };
  const model: ScriptedSource = ({ messages }) => {
    const last = messages.at(-1);
    return last?.role === "result" ? `told: ${last.text}` : "nothing was told";
  };
  const { type, key, shows } = await open([ask, model], { toolset: "all" });
  type("ask me");
  key("submit");
  await shows("Which one?");
  type("7 of 9");
  key("submit");
  await shows("What name?");
  type("mine");
  key("submit");
  await shows('told: Which one? → "7 of 9"');
  await shows('What name? → "mine"');
});

test("a picture behind @ goes along, and one that is none is told", async () => {
  const model = scriptedModel(["I see it.", "I do not."]);
  chat = await openTestChat({ model });
  const { type, key, shows, workspace } = chat;
  writeFileSync(join(workspace, "dot.png"), Buffer.from("89504e470d0a1a0a0000", "hex"));
  writeFileSync(join(workspace, "text.png"), "no picture");
  type("what is @dot.png and @a.txt");
  key("submit");
  await shows("I see it.");
  const [message] = model.requests[0]?.messages ?? [];
  expect(message).toMatchObject({
    parts: [
      { kind: "text", text: "what is @dot.png and @a.txt" },
      { kind: "image", image: { mediaType: "image/png" } },
    ],
  });
  await shows("10 out");
  type("and @text.png");
  key("submit");
  await shows("text.png is no PNG, JPEG, GIF or WebP picture");
  await shows("I do not.");
});

test("Ctrl-O opens the last call", async () => {
  const { type, key, shows } = await open([
    { calls: [{ tool: "read_file", input: { path: "a.txt" } }] },
    "read",
  ]);
  type("read");
  key("submit");
  await shows("✓ read_file a.txt");
  await shows(/\bread\n/);
  key("open");
  await shows("a.txt — lines 1-1 of 1");
});

test("a long answer is printed as it comes, once, and what is redrawn stays small", async () => {
  const text = Array.from({ length: 200 }, (_none, index) => `Line number ${index}.\n`).join("\n");
  const { type, key, shows, screen, controller } = await open([{ text, chunkLength: 50 }]);
  type("go");
  key("submit");
  await shows("Line number 199.");
  await shows("10 out");
  for (const index of [0, 100, 199]) expect(screen().split(`Line number ${index}.`)).toHaveLength(2);
  expect(controller.frame().screen.lines.length).toBeLessThan(23);
});

test("/new, /sessions, /title and /resume go from one conversation to another", async () => {
  const { type, key, shows, chat: shown } = await open(["first answer", "second answer"]);
  const send = (text: string): void => {
    type(text);
    key("submit");
  };
  const first = shown.session.id;
  send("the first question");
  await shows("first answer");
  await shows("10 out");
  send("/new");
  await shows("a new conversation");
  send("/title Something else");
  await shows("\nSomething else");
  send("/sessions");
  await shows("the first question");
  send(`/resume ${first}`);
  await shows(`the first question (${first})`);
  expect(shown.session.id).toBe(first);
  send("/undo");
  await shows("files stay as they are (/rollback is for files)");
  await shows(/> the first question\nscripted/);
});

test("/retry asks again without the old answer, and /fork goes on in a copy", async () => {
  const { type, key, shows, chat: shown } = await open(["first try", "second try", "in the copy"]);
  const send = (text: string): void => {
    type(text);
    key("submit");
  };
  const before = shown.session.id;
  send("hello");
  await shows("first try");
  await shows("10 out");
  send("/retry");
  await shows("second try");
  await shows("200 in 20 out");
  expect(shown.session.messages()).toHaveLength(2);
  send("/fork");
  await shows(`a copy of ${before}`);
  expect(shown.session.id).not.toBe(before);
  send("and now?");
  await shows("in the copy");
  expect(shown.session.messages()).toHaveLength(4);
});
