import type { Runtime } from "@wield/app";
import type { Instance } from "ink";
import type { Log, Outcome } from "@wield/core";
import type { CommandInput } from "../../argv/command-spec.ts";
import { requestLine } from "../../approvals/render-request.ts";
import { answeredLines } from "../questions/question-lines.ts";
import { Attention } from "../session/attention.ts";
import { Chat } from "../session/chat.ts";
import type { OpenedChat } from "../session/open-chat.ts";
import { MANUAL } from "../slash/show-help.ts";
import type { OpenRequest, SlashWorld } from "../slash/slash-world.ts";
import { completionWorld } from "./completion-world.ts";
import { chatScreen } from "./chat-screen.ts";
import { loadInk } from "./load-ink.ts";
import { ScreenController } from "./screen-controller.ts";

export interface TerminalChatOptions {
  readonly input: CommandInput;
  readonly runtime: Runtime;
  readonly first: OpenRequest;
  readonly open: (request: OpenRequest, attention: Attention) => Promise<Outcome<OpenedChat>>;
  readonly config: SlashWorld["config"];
  readonly log: ChatLog;
}

/** Warnings of the runtime, wherever they can be shown at present. */
export interface ChatLog {
  readonly log: Log;
  writeTo(write: (level: "info" | "warn" | "error", text: string) => void): void;
}

/** What scrolled away stays where it is. */
const CLEAR_SCREEN = "\u001b[2J\u001b[H";
const LOOK_FOR_REQUESTS_MS = 1000;

/** The chat at a terminal. Resolves with the exit code when the person leaves. */
export async function terminalChat(options: TerminalChatOptions): Promise<Outcome<number>> {
  const { input, runtime, config, log } = options;
  const { io, cwd, version } = input;
  const parts = loadInk();
  const left = Promise.withResolvers<number>();
  let chat: Chat | undefined;
  let instance: Pick<Instance, "clear"> | undefined;
  const size = () => ({ columns: io.out.columns, rows: rowsOf(io.stdout) });
  const attention: Attention = new Attention({
    onChange: () => controller.draw(),
    onAnswered: (card) =>
      chat?.print({
        kind: "answered",
        lines: answeredLines(card, { ...size(), colours: io.out.colours, now: Date.now() }),
      }),
  });
  const controller = new ScreenController({
    attention,
    colours: io.out.colours,
    size,
    completion: () => completionWorld(runtime, chat),
    workspaceName: io.out.foreign(runtime.workspaceName),
    onLeave: () => left.resolve(0),
    onRedraw: () => {
      instance?.clear();
      io.stdout.write(CLEAR_SCREEN);
    },
  });
  const opened = await options.open(options.first, attention);
  if (!opened.ok) {
    controller.dispose();
    void parts.catch(() => undefined);
    return opened;
  }
  chat = new Chat({
    runtime,
    opened: opened.value,
    attention,
    open: (request) => options.open(request, attention),
    screen: io.out,
    cwd,
    version,
    config,
    onChange: controller.changed,
    onOver: () => left.resolve(0),
    suggest: controller.suggest,
    takesQuestions: true,
  });
  const shown = chat;
  greet(shown, runtime, input);
  log.writeTo((level, text) => shown.notice(level, text));
  controller.attach(shown);
  const stopSignals = watchSignals((code) => left.resolve(code));
  const stopLooking = tellAboutRequests(shown, runtime);
  const { ink, react } = await parts;
  const drawn = ink.render(chatScreen({ ink, react }, controller), {
    stdin: io.stdin,
    stdout: io.stdout,
    stderr: io.stderr,
    exitOnCtrlC: false,
    interactive: true,
  });
  instance = drawn;
  try {
    void drawn.waitUntilExit().then(
      () => left.resolve(0),
      (error: unknown) => left.reject(error),
    );
    return { ok: true, value: await left.promise };
  } finally {
    log.writeTo((_level, text) => io.err.line(io.err.foreign(text)));
    stopLooking();
    await shown.close();
    controller.draw();
    await drawn.waitUntilRenderFlush();
    drawn.unmount();
    controller.dispose();
    stopSignals();
  }
}

function rowsOf(stdout: CommandInput["io"]["stdout"]): number {
  const { rows } = stdout as { readonly rows?: number };
  return rows === undefined || rows <= 0 ? 24 : rows;
}

const NO_MODEL = "No model yet: type a call such as read_file path=README.md, or run wield setup.";

function greet(chat: Chat, runtime: Runtime, { io, version }: CommandInput): void {
  const { out } = io;
  const { session } = chat;
  const title = session.title === "" ? "" : `, ${out.foreign(session.title)}`;
  const { elsewhere } = runtime.place;
  const work = elsewhere === undefined ? "" : `, working on ${out.foreign(elsewhere.name)}`;
  chat.show([
    `${out.colours.bold(`wield ${version}`)} in ${out.foreign(runtime.workspaceRoot)}${work}`,
    out.colours.dim(`${out.foreign(session.model)} · ${session.id}${title} · /help tells more`),
    ...(session.model === MANUAL ? [NO_MODEL] : []),
  ]);
  for (const { text } of runtime.notices) chat.notice("warn", text);
}

/** A first signal leaves in order, a second one at once. A terminal that hangs up may say so several times. */
function watchSignals(leave: (code: number) => void): () => void {
  const codes = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 } as const;
  let isLeaving = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    const code = codes[signal as keyof typeof codes];
    if (isLeaving && signal !== "SIGHUP") process.exit(code);
    isLeaving = true;
    leave(code);
  };
  const signals = Object.keys(codes) as (keyof typeof codes)[];
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** Says once of each request of another process on this home that it waits. */
function tellAboutRequests(chat: Chat, runtime: Runtime): () => void {
  const told = new Set<string>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const request of await runtime.store.approvals.pending()) {
        if (request.sessionId === chat.session.id || told.has(request.id)) continue;
        told.add(request.id);
        const line = requestLine(request, { columns: 400, now: Date.now() });
        chat.notice("warn", `waiting: ${line}\n/approve ${request.id}   /deny ${request.id} [REMARK]`);
      }
    } catch {
      // The next look, or /approve, tells what is wrong with the store.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_FOR_REQUESTS_MS);
  void look();
  return () => clearInterval(timer);
}
