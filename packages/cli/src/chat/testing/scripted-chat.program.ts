// The chat, and headless runs, with a model that answers from a script: for tests, and for looking at it.
import { setTimeout as wait } from "node:timers/promises";
import { value } from "@wield/core";
import { scriptedModel } from "@wield/testkit";
import type { ScriptedSource } from "@wield/testkit";
import { chatWith } from "../../commands/chat.ts";
import { runWith } from "../../commands/run.ts";
import { parseArgv } from "../../argv/parse-argv.ts";
import { COMMANDS } from "../../commands/commands.data.ts";
import { GLOBAL_FLAGS } from "../../start/flags.data.ts";
import { ownOutput } from "../../start/own-output.ts";
import { createIo } from "../../terminal/io.ts";

const LONG = Array.from(
  { length: 12 },
  (_none, index) =>
    `## Part ${index + 1}\n\nSome **words** about \`part ${index + 1}\` that are long enough to be wrapped in a window of eighty columns.\n\n- one\n- two\n`,
).join("\n");

/** Answers by what the last message of the person says. */
const answer: ScriptedSource = (request) => {
  const last = request.messages.at(-1);
  const said = request.messages.findLast((message) => message.role === "user" && message.origin === "person");
  const text =
    said?.role === "user" ? said.parts.map((part) => (part.kind === "text" ? part.text : "")).join("") : "";
  if (last?.role === "result") return `It says:\n\n\`\`\`\n${last.text.slice(0, 300)}\n\`\`\``;
  const [word = "", ...rest] = text.split(" ");
  const operand = rest.join(" ");
  switch (word) {
    case "read":
      return { text: `I read **${operand}**.`, calls: [{ tool: "read_file", input: { path: operand } }] };
    case "write":
      return { calls: [{ tool: "write_file", input: { path: operand, content: "one\ntwo\nthree\n" } }] };
    case "writelong":
      return {
        calls: [{ tool: "write_file", input: { path: operand, content: "a line\n".repeat(80) } }],
      };
    case "long":
      return { reasoning: "I have to think about it.", text: LONG, chunkLength: 7 };
    case "ask":
      return {
        calls: [
          {
            tool: "ask_user",
            input: {
              questions: [
                {
                  question: "Which database?",
                  options: [
                    { value: "postgres", label: "PostgreSQL", detail: "a server of its own" },
                    { value: "sqlite", label: "SQLite", detail: "a file" },
                  ],
                },
                { question: "What is it called?" },
              ],
            },
          },
        ],
      };
    case "todo":
      return {
        calls: [
          {
            tool: "todo",
            input: {
              action: "write",
              items: [
                { content: "read the schema", status: "completed" },
                { content: "write the migration", status: "in_progress" },
                { content: "run the tests", status: "pending" },
              ],
            },
          },
        ],
      };
    case "many":
      return {
        text: "all of them",
        calls: Array.from({ length: 6 }, (_none, index) => ({
          tool: "write_file",
          input: { path: `m${index}.txt`, content: "x" },
        })),
      };
    case "slow":
      return {
        text: `Going on with it:\n\n${LONG}`,
        chunkLength: 40,
        until: wait(60_000, undefined, { ref: false }),
      };
    case "pid":
      return `You said: pid ${process.pid} `;
    case "throw":
      setTimeout(() => {
        throw new Error("a fault of its own");
      }, 20);
      return "You said: throw";
    case "fail":
      return {
        failed: { kind: "auth", message: "the key was refused", hint: "wield setup asks for another" },
      };
    default:
      return `You said: ${text}`;
  }
};

const io = createIo({ stdin: process.stdin, stdout: ownOutput(), stderr: process.stderr }, process.env);
const parsed = parseArgv(process.argv.slice(2), { commands: COMMANDS, globalFlags: GLOBAL_FLAGS });
if (parsed.kind !== "run") throw new Error("wrong usage");
const model = scriptedModel([], { afterwards: answer, isLenient: true });
setInterval(() => undefined, 1 << 30);
const { operands, flags, command } = parsed;
const input = { operands, flags, io, env: process.env, cwd: process.cwd(), version: "0.0.0" };
const models = () => () => Promise.resolve(value(model));
const code = await (command.name === "run" ? runWith(input, models) : chatWith(input, models));
await Promise.all([io.out.flush(), io.err.flush()]);
process.exit(code);
