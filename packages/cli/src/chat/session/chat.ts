import type { AgentEvent, AgentSession } from "@wield/agent";
import type { ConversationHandle, Runtime } from "@wield/app";
import { messageOf } from "@wield/core";
import type { Outcome } from "@wield/core";
import { USAGE_EXIT } from "../../outcome/exit-code.ts";
import { printProblem } from "../../outcome/print-problem.ts";
import { captureOutput } from "../../terminal/captured-output.ts";
import type { Output } from "../../terminal/output.ts";
import { MANUAL } from "../slash/show-help.ts";
import { readSlash } from "../slash/read-slash.ts";
import { runSlashCommand } from "../slash/run-slash-command.ts";
import type { OpenRequest, SlashWorld } from "../slash/slash-world.ts";
import { messageBlocks } from "../transcript/message-blocks.ts";
import { reduceEvent } from "../transcript/reduce-event.ts";
import { addBlock, printBlock, shortenStream, takeFinished } from "../transcript/settle.ts";
import { EMPTY_TRANSCRIPT } from "../transcript/transcript.ts";
import type { Block, NoticeLevel, Transcript } from "../transcript/transcript.ts";
import type { Attention } from "./attention.ts";
import type { OpenedChat } from "./open-chat.ts";
import { picturesIn } from "./pictures-in.ts";

export interface ChatOptions {
  readonly runtime: Runtime;
  readonly opened: OpenedChat;
  /** What can be asked at this terminal; made before the conversation, which needs it. */
  readonly attention: Attention;
  readonly open: (request: OpenRequest) => Promise<Outcome<OpenedChat>>;
  readonly screen: Pick<Output, "columns" | "colours" | "foreign">;
  readonly cwd: string;
  readonly version: string;
  readonly config: SlashWorld["config"];
  readonly onChange: () => void;
  readonly onOver: () => void;
  readonly suggest: (text: string) => void;
  /** Questions of the model can be answered here. */
  readonly takesQuestions: boolean;
}

/** Of a conversation that is gone on with: how many of its last messages are shown. */
const SHOWN_AGAIN = 12;

/** As `wield call` would exit. */
function callExitCode({ status, code }: Extract<AgentEvent, { type: "tool_result" }>): number {
  if (status === "ok") return 0;
  if (status === "cancelled") return 130;
  if (status === "denied") return 3;
  return code === "not_found" ? USAGE_EXIT : code === "timeout" ? 4 : 1;
}

/** One chat: the conversation that is open, and what the person sees of it. */
export class Chat {
  readonly #options: ChatOptions;
  #opened: OpenedChat;
  #transcript: Transcript = EMPTY_TRANSCRIPT;
  #queued: readonly string[] = [];
  #unsubscribe: () => void = () => undefined;
  #isStopping = false;
  /** What the manual model says in this turn: shown only when no call was made. */
  #saidByHand = "";
  /** The exit code of the first line that did not succeed. */
  #code = 0;

  constructor(options: ChatOptions) {
    this.#options = options;
    this.#opened = options.opened;
    this.#follow(options.opened);
  }

  get session(): AgentSession {
    return this.#opened.session;
  }

  get handle(): ConversationHandle {
    return this.#opened.handle;
  }

  get transcript(): Transcript {
    return this.#transcript;
  }

  /** Remarks that the model has not got yet. */
  get queued(): readonly string[] {
    return this.#queued;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  get code(): number {
    return this.#code;
  }

  /** A line the person sends: a command, a remark for the turn that runs, or the next message. */
  async submit(line: string): Promise<void> {
    const sent = readSlash(line);
    if (sent.kind === "command") return this.#command(sent);
    const { session } = this;
    if (session.isBusy) {
      const steered = session.steer(sent.text);
      if (!steered.ok) return this.notice("warn", steered.message);
      this.#queued = [...this.#queued, sent.text];
      return this.#changed();
    }
    if (session.model === MANUAL && !(await this.#mayRunAll(sent.text))) return;
    const images = await picturesIn(sent.text, this.#options.runtime);
    for (const problem of images.problems) this.notice("warn", problem);
    try {
      const turn = session.send({ text: sent.text, images: images.pictures });
      this.#changed();
      await turn;
    } catch (error) {
      this.notice("error", messageOf(error));
    } finally {
      this.#isStopping = false;
      this.#changed();
    }
  }

  stop(): void {
    if (!this.session.isBusy) return;
    this.#isStopping = true;
    this.session.stop();
    this.#changed();
  }

  notice(level: NoticeLevel, text: string): void {
    this.#transcript = addBlock(this.#transcript, { kind: "notice", level, text });
    this.#changed();
  }

  show(lines: readonly string[]): void {
    this.print({ kind: "shown", lines });
  }

  print(block: Block): void {
    this.#transcript = printBlock(this.#transcript, block);
    this.#changed();
  }

  /** What is final since the last time; a long answer up to where it stays small enough to be redrawn. */
  takeFinished(isTooLong: (text: string) => boolean): readonly Block[] {
    for (;;) {
      const shorter = shortenStream(this.#transcript, isTooLong);
      if (shorter === this.#transcript) break;
      this.#transcript = shorter;
    }
    const [blocks, rest] = takeFinished(this.#transcript);
    this.#transcript = rest;
    return blocks;
  }

  /** Stops what runs, refuses what waits and lets go of the conversation, which can be resumed. */
  async close(): Promise<void> {
    this.#options.attention.dismissAll();
    this.#unsubscribe();
    await this.session.close();
  }

  #follow({ session, handle }: OpenedChat): void {
    this.#unsubscribe();
    const { runtime, attention, takesQuestions } = this.#options;
    const unsubscribe = session.subscribe((event) => this.#heard(event));
    const detach = takesQuestions
      ? runtime.questions.attach(session.id, {
          surface: "terminal",
          ask: (card, signal) => attention.ask(card, signal),
        })
      : () => undefined;
    this.#unsubscribe = () => {
      unsubscribe();
      detach();
    };
    const { tools } = handle.snapshot();
    this.#queued = [];
    this.#transcript = {
      ...EMPTY_TRANSCRIPT,
      finished: [...this.#transcript.finished, ...messageBlocks(session.messages(), SHOWN_AGAIN)],
      todos: session.todos(),
      usage: session.usage(),
      model: session.model,
      toolset: tools.toolset,
      toolCount: tools.active.size,
    };
  }

  #heard(event: AgentEvent): void {
    if (event.type === "steered" || event.type === "turn")
      this.#queued = this.#queued.filter((text) => text !== event.text);
    if (event.type === "done") {
      this.#queued = [];
      this.#isStopping = false;
      if (this.#code === 0) this.#code = event.exit_code;
    }
    if (this.session.model === MANUAL && !this.#heardByHand(event)) return;
    this.#transcript = { ...reduceEvent(this.#transcript, event), usage: this.session.usage() };
    this.#changed();
  }

  /** Where a person makes the calls, their results are what counts; false for what is not shown. */
  #heardByHand(event: AgentEvent): boolean {
    if (event.type === "turn") this.#saidByHand = "";
    if (event.type === "tool_result") {
      this.#transcript = reduceEvent(this.#transcript, event);
      const { status, text, notes } = event;
      this.print({ kind: "result", isOk: status === "ok", text, notes });
      if (this.#code === 0) this.#code = callExitCode(event);
      return false;
    }
    if (event.type === "text") {
      this.#saidByHand += event.delta;
      return false;
    }
    if (event.type !== "done" || event.reason !== "done") return true;
    if (event.calls === 0) {
      this.notice("info", this.#saidByHand);
      if (this.#code === 0) this.#code = USAGE_EXIT;
    }
    // What it took is of no use to whoever made the call.
    const { turnStartedAt: _over, ...transcript } = this.#transcript;
    this.#transcript = transcript;
    this.#changed();
    return false;
  }

  async #command(sent: { readonly name: string; readonly rest: string }): Promise<void> {
    const { runtime, cwd, version, config, screen, suggest, attention, onOver } = this.#options;
    const out = captureOutput(screen);
    const world: SlashWorld = {
      runtime,
      session: this.session,
      handle: this.handle,
      out,
      cwd,
      version,
      config,
      suggest,
      signal: new AbortController().signal,
      undoAsker: attention.asker(false),
      open: (request) => this.#switchTo(request),
      follow: (turn) => void this.#tellFailure(turn),
    };
    let isOver = false;
    try {
      const end = await runSlashCommand(sent, world);
      isOver = end.isOver === true;
      if (this.#code === 0) this.#code = end.code;
    } catch (error) {
      out.line(messageOf(error));
      if (this.#code === 0) this.#code = 1;
    }
    const { tools } = this.handle.snapshot();
    this.#transcript = {
      ...this.#transcript,
      model: this.session.model,
      toolset: tools.toolset,
      toolCount: tools.active.size,
    };
    const lines = out.lines();
    if (lines.length > 0) this.show(lines);
    else this.#changed();
    if (isOver) onOver();
  }

  async #switchTo(request: OpenRequest): Promise<Outcome<AgentSession>> {
    const opened = await this.#options.open(request);
    if (!opened.ok) return opened;
    const before = this.#opened;
    this.#opened = opened.value;
    this.#follow(opened.value);
    await before.session.close();
    return { ok: true, value: opened.value.session };
  }

  async #tellFailure(turn: Promise<Outcome<unknown>>): Promise<void> {
    this.#changed();
    try {
      const ended = await turn;
      if (ended.ok) return;
      const out = captureOutput(this.#options.screen);
      printProblem(ended, out);
      this.show(out.lines());
    } catch (error) {
      this.notice("error", messageOf(error));
    }
  }

  /** Calls that are typed by hand run one after the other: pasted ones only after a yes. */
  async #mayRunAll(text: string): Promise<boolean> {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) return true;
    return this.#options.attention.confirm(`${lines.length} lines. Run them one after the other? [y/N]`);
  }

  /** Something that is shown has changed. */
  readonly #changed = (): void => this.#options.onChange();
}
