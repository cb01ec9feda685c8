// Prevents: a command that is listed and does nothing, one that is carried out without being listed, and an export
// that leaves something out or overwrites something.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptedModel } from "@wield/testkit";
import { openTestChat } from "../testing/test-chat.ts";
import type { TestChat } from "../testing/test-chat.ts";
import { readSlash } from "./read-slash.ts";
import { SLASH_COMMANDS } from "./slash-commands.data.ts";

let chat: TestChat;

beforeEach(async () => {
  chat = await openTestChat({
    model: scriptedModel([
      { text: "Reading.", calls: [{ tool: "read_file", input: { path: "a.txt" } }] },
      "It has ```fences``` and one line.",
    ]),
  });
});

afterEach(() => chat.close());

async function send(line: string, answer: string | RegExp): Promise<void> {
  await chat.chat.submit(line);
  await chat.shows(answer);
}

test("slash commands are told from paths, a lone slash and a doubled one", () => {
  expect(readSlash("/approve apr_1 always")).toEqual({
    kind: "command",
    name: "approve",
    rest: "apr_1 always",
  });
  expect(readSlash(" /help ")).toEqual({ kind: "command", name: "help", rest: "" });
  expect(readSlash("/steer one\ntwo")).toEqual({ kind: "command", name: "steer", rest: "one\ntwo" });
  for (const line of ["/", "/etc/passwd", "/path/like this", "/A", "no /help"])
    expect(readSlash(line)).toEqual({ kind: "text", text: line });
  expect(readSlash("//help")).toEqual({ kind: "text", text: "/help" });
});

test("every command that is listed is carried out, and the help names it", async () => {
  for (const { name } of SLASH_COMMANDS) {
    if (name === "quit" || name === "retry") continue;
    await chat.chat.submit(`/${name}`);
  }
  const screen = chat.screen();
  expect(screen).not.toContain("unknown command");
  await send("/help", "//text sends a text");
  for (const { name } of SLASH_COMMANDS) expect(chat.screen()).toContain(`/${name}`);
  await chat.chat.submit("/quit");
  await chat.left;
});

test("a command without what it needs says what is expected", async () => {
  await send("/steer", "a message needs text");
  await send("/steer hello", "nothing is running that could be steered");
  await send("/stop", "nothing is running");
  await send("/deny", "/deny ID [REMARK] is expected");
  await send("/approve apr_gone", 'no request "apr_gone" is waiting');
  await send("/resume ses_gone", /ses_gone/);
  await send("/model nope", /nope|scripted/);
  await send("/approval maybe", 'unknown approval mode "maybe"');
  await send("/config tools.aproval_mode", /approval_mode/);
  await send("/undo src/a.ts", "/rollback src/a.ts puts files back");
  expect(chat.chat.code).not.toBe(0);
});

test("/export writes Markdown for people and JSON that holds every event, and overwrites nothing", async () => {
  await send("look at a.txt", "one line.");
  const { id } = chat.chat.session;
  await send("/export", `written to ${join(chat.workspace, `${id}.md`)}`);
  const markdown = readFileSync(join(chat.workspace, `${id}.md`), "utf8");
  expect(markdown).toContain("look at a.txt");
  expect(markdown).toContain("**read_file**");
  expect(markdown).toContain("It has ```fences``` and one line.");
  expect(statSync(join(chat.workspace, `${id}.md`)).mode & 0o777).toBe(0o600);
  await send("/export", "it exists already");
  await send("/export talks/a.md", `there is no folder ${join(chat.workspace, "talks")}`);
  await send("/export json out.json", "written to");
  const exported: unknown = JSON.parse(readFileSync(join(chat.workspace, "out.json"), "utf8"));
  expect(exported).toMatchObject({ format: "wield-session", version: 1, id });
  expect(exported).toHaveProperty("events.0.event");
});

test("/usage counts, /title names, /undo takes the exchange out and gives its text back", async () => {
  await send("look at a.txt", "one line.");
  await send("/usage", /tokens in +200\n/);
  await chat.shows("steps 2, calls 1");
  await send("/title A better name", "\nA better name");
  await send("/undo", "files stay as they are");
  await chat.shows(/> look at a\.txt\nscripted/);
  expect(chat.chat.session.messages()).toHaveLength(0);
});

test("/goal sets, shows, pauses and clears what the conversation works towards", async () => {
  await send("/goal", "this session has no goal");
  await send("/goal pause", "/goal TEXT sets one");
  await send("/goal the tests are green", "goal (active): the tests are green");
  await send("/goal pause", "goal (paused): the tests are green");
  await send("/status", /goal +paused: the tests are green/);
  await send("/goal clear", "the goal is cleared");
  expect(chat.chat.session.goal).toBeUndefined();
});
