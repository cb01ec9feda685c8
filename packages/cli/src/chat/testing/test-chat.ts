import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRuntime } from "@wield/app";
import type { ModelPort } from "@wield/core";
import { coloursFor } from "../../terminal/colours.ts";
import { ScreenController } from "../ink/screen-controller.ts";
import type { KeyName } from "../editor/key-press.ts";
import { Attention } from "../session/attention.ts";
import { Chat } from "../session/chat.ts";
import { openChat } from "../session/open-chat.ts";
import { undoServices } from "../../undo/undo-services.ts";

export interface TestChat {
  readonly chat: Chat;
  readonly attention: Attention;
  readonly controller: ScreenController;
  readonly workspace: string;
  /** Resolves when the person has left. */
  readonly left: Promise<void>;
  type(text: string): void;
  key(...names: readonly KeyName[]): void;
  /** All that was printed so far, and what is below it now. */
  screen(): string;
  /** Resolves once this is on the screen. */
  shows(text: string | RegExp): Promise<void>;
  close(): Promise<void>;
}

export interface TestChatOptions {
  readonly model: ModelPort;
  readonly columns?: number;
  readonly rows?: number;
  readonly approvalMode?: string;
  readonly toolset?: string;
  /** The person's configuration. */
  readonly config?: object;
}

const SHOWS_WITHIN_MS = 120_000;

/** A chat on a real folder, without a terminal: keys go in, frames come out. */
export async function openTestChat(options: TestChatOptions): Promise<TestChat> {
  const { model, columns = 80, rows = 24, approvalMode, toolset, config } = options;
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-chat-")));
  const workspace = join(root, "work");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "a.txt"), "one\n");
  if (config !== undefined) {
    mkdirSync(join(root, "home"), { mode: 0o700 });
    writeFileSync(join(root, "home/config.yaml"), JSON.stringify(config));
  }
  const opened = await openRuntime({
    cwd: workspace,
    env: { HOME: root, WIELD_HOME: join(root, "home") },
    flags: {
      ...(approvalMode === undefined ? {} : { approvalMode }),
      ...(toolset === undefined ? {} : { toolset }),
    },
    surface: "terminal",
    services: undoServices,
    log: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.message);
  const runtime = opened.value;
  const colours = coloursFor(false, {});
  const left = Promise.withResolvers<void>();
  const attention: Attention = new Attention({
    onChange: () => controller.draw(),
    onAnswered: () => undefined,
  });
  const controller = new ScreenController({
    attention,
    colours,
    size: () => ({ columns, rows }),
    completion: () => ({
      commands: [],
      tools: new Map(),
      toolsets: [],
      models: [],
      takesCalls: false,
      listFolder: () => [],
    }),
    workspaceName: "work",
    onLeave: left.resolve,
    onRedraw: () => undefined,
  });
  const open = (request: Parameters<typeof openChat>[1]) =>
    openChat(
      { runtime, models: () => Promise.resolve({ ok: true, value: model }), askers: [attention.asker()] },
      request,
    );
  const first = await open({ kind: "new" });
  if (!first.ok) throw new Error(first.message);
  const chat = new Chat({
    runtime,
    opened: first.value,
    attention,
    open,
    screen: { columns, colours, foreign: (text) => text },
    cwd: workspace,
    version: "0.0.0",
    config: { file: join(root, "home/config.yaml"), userHome: root },
    onChange: controller.changed,
    onOver: left.resolve,
    suggest: controller.suggest,
    takesQuestions: true,
  });
  controller.attach(chat);
  const printed: string[] = [];
  let batch = -1;
  let seen = 0;
  const look = (): void => {
    const frame = controller.frame();
    if (frame.batch !== batch) {
      batch = frame.batch;
      seen = 0;
    }
    printed.push(...frame.printed.slice(seen));
    seen = frame.printed.length;
    controller.shown(batch, seen);
  };
  controller.subscribe(look);
  const screen = (): string => {
    look();
    return [...printed, ...controller.frame().screen.lines].join("\n");
  };
  return {
    chat,
    attention,
    controller,
    workspace,
    left: left.promise,
    type: (text) => controller.press({ kind: "text", text }),
    key: (...names) => names.forEach((name) => controller.press({ kind: "key", name })),
    screen,
    shows: (text) =>
      new Promise((resolve, reject) => {
        const isThere = (): boolean => {
          const all = screen();
          return typeof text === "string" ? all.includes(text) : text.test(all);
        };
        const end = (): void => {
          clearTimeout(timer);
          unsubscribe();
        };
        const unsubscribe = controller.subscribe(() => {
          if (!isThere()) return;
          end();
          resolve();
        });
        const timer = setTimeout(() => {
          end();
          reject(new Error(`this did not come: ${String(text)}\n${screen()}`));
        }, SHOWS_WITHIN_MS);
        if (!isThere()) return;
        end();
        resolve();
      }),
    close: async () => {
      await chat.close();
      controller.dispose();
      await runtime.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
