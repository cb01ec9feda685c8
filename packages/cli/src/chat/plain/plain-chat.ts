import { createInterface } from "node:readline";
import type { Runtime } from "@wield/app";
import type { Outcome } from "@wield/core";
import type { CommandInput } from "../../argv/command-spec.ts";
import { watchSignals } from "../../start/watch-signals.ts";
import { Attention } from "../session/attention.ts";
import { Chat } from "../session/chat.ts";
import type { OpenedChat } from "../session/open-chat.ts";
import { MANUAL } from "../slash/show-help.ts";
import type { OpenRequest, SlashWorld } from "../slash/slash-world.ts";
import { printPlainly } from "./print-plainly.ts";

export interface PlainChatOptions {
  readonly input: CommandInput;
  readonly runtime: Runtime;
  readonly first: OpenRequest;
  readonly open: (request: OpenRequest) => Promise<Outcome<OpenedChat>>;
  readonly config: SlashWorld["config"];
}

/**
 * The chat where there is no terminal: each line of standard input is sent once the one before it was answered.
 * Answers go to standard output, everything else to standard error. Gives the exit code of the first line that did
 * not succeed.
 */
export async function plainChat(options: PlainChatOptions): Promise<Outcome<number>> {
  const { input, runtime, config } = options;
  const { io, cwd, version } = input;
  const opened = await options.open(options.first);
  if (!opened.ok) return opened;
  const signals = watchSignals();
  let isOver = false;
  const chat: Chat = new Chat({
    runtime,
    opened: opened.value,
    attention: new Attention({ onChange: () => undefined, onAnswered: () => undefined }),
    open: options.open,
    screen: io.out,
    cwd,
    version,
    config,
    onChange: () => undefined,
    onOver: () => {
      isOver = true;
    },
    suggest: () => undefined,
    takesQuestions: false,
  });
  // What was said before is known to whoever goes on with it.
  chat.takeFinished(() => false);
  const print = (): void => {
    const isByHand = chat.session.model === MANUAL;
    for (const block of chat.takeFinished(() => false))
      if (!isByHand || block.kind !== "call") printPlainly(block, io);
  };
  const lines = createInterface({ input: io.stdin, crlfDelay: Infinity, terminal: false });
  const onAbort = (): void => {
    chat.stop();
    lines.close();
  };
  signals.signal.addEventListener("abort", onAbort, { once: true });
  try {
    for await (const line of lines) {
      if (signals.signal.aborted) break;
      if (line.trim() === "") continue;
      await chat.submit(line);
      print();
      if (isOver) break;
    }
    if (!signals.signal.aborted) return { ok: true, value: chat.code };
    return { ok: true, value: signals.name() === "SIGTERM" ? 143 : 130 };
  } finally {
    signals.signal.removeEventListener("abort", onAbort);
    lines.close();
    await chat.close();
    print();
    signals.stop();
  }
}
