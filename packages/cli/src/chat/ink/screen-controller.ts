import type { Colours } from "../../terminal/colours.ts";
import type { CompletionWorld } from "../editor/completion.ts";
import { completionAt } from "../editor/completion.ts";
import { EMPTY_EDITOR, insertText, wholeText } from "../editor/editor.ts";
import { historyOf } from "../editor/history.ts";
import type { KeyPress } from "../editor/key-press.ts";
import { typeKey, typePaste } from "../editor/typing.ts";
import type { Typing, TypingRequest } from "../editor/typing.ts";
import { isPreviewCut } from "../screen/approval-lines.ts";
import { blockLines } from "../screen/block-lines.ts";
import { openedLines } from "../screen/card-lines.ts";
import type { Focus, ScreenModel } from "../screen/screen-model.ts";
import { screenLines } from "../screen/screen-lines.ts";
import type { Screen } from "../screen/screen-lines.ts";
import type { Attention } from "../session/attention.ts";
import type { Chat } from "../session/chat.ts";
import { interrupt } from "../session/leaving.ts";
import type { InterruptState } from "../session/leaving.ts";
import { previewLines } from "../screen/preview-lines.ts";
import { EMPTY_TRANSCRIPT } from "../transcript/transcript.ts";

export interface ScreenControllerOptions {
  readonly attention: Attention;
  readonly colours: Colours;
  /** Of the window, as it is now. */
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly completion: () => CompletionWorld;
  readonly workspaceName: string;
  readonly onLeave: () => void;
  /** The screen is not as it should be. */
  readonly onRedraw: () => void;
}

/** What is on the screen: finished parts, which only grow, and what is drawn anew. */
export interface Frame {
  /** Changes when the printed parts were let go of. */
  readonly batch: number;
  readonly printed: readonly string[];
  readonly screen: Screen;
}

/** Events come faster than anybody reads. */
const FRAME_MS = 40;
const CLOCK_MS = 1000;
const HINT_MS = 3000;
/** A question that comes while somebody types is not answered by what they are typing. */
const QUIET_MS = 500;
/** Printed parts that are kept until the next batch. */
const BATCH = 100;

/** Between a chat and the terminal: keys in, frames out. */
export class ScreenController {
  readonly #options: ScreenControllerOptions;
  readonly #listeners = new Set<() => void>();
  #chat: Chat | undefined;
  #typing: Typing = { editor: EMPTY_EDITOR, history: historyOf([]) };
  /** What was typed when a question took the line. */
  #draft: Typing["editor"] | undefined;
  #asked: Focus = { kind: "message" };
  /** There was a pause in typing since the question was shown. */
  #isAskedSeen = true;
  #typedAt = Number.NEGATIVE_INFINITY;
  #interrupts: InterruptState = {};
  #hint: string | undefined;
  #opened = 0;
  #batch = 0;
  #printed: readonly string[] = [];
  #countShown = 0;
  #frame: Frame | undefined;
  #timer: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor(options: ScreenControllerOptions) {
    this.#options = options;
  }

  /** The chat that is shown; from now on its events are drawn. */
  attach(chat: Chat): void {
    this.#chat = chat;
    const sent = chat.session
      .messages()
      .flatMap((message) => (message.role === "user" && message.origin === "person" ? [message] : []))
      .map(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n"));
    this.#typing = { editor: this.#typing.editor, history: historyOf(sent) };
    this.#clock ??= setInterval(() => {
      if (chat.session.isBusy || this.#options.attention.focus.kind === "approval") this.draw();
    }, CLOCK_MS);
    this.draw();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#clock);
    this.#listeners.clear();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly frame = (): Frame => (this.#frame ??= this.#makeFrame());

  /** The parts up to here are on the screen. */
  readonly shown = (batch: number, count: number): void => {
    if (batch === this.#batch) this.#countShown = count;
  };

  /** Something changed; drawn soon. */
  readonly changed = (): void => {
    this.#timer ??= setTimeout(() => this.draw(), FRAME_MS);
  };

  readonly draw = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#takeFocus();
    this.#frame = this.#makeFrame();
    for (const listener of this.#listeners) listener();
  };

  readonly press = (press: KeyPress): void => {
    const now = performance.now();
    this.#takeFocus();
    this.#hint = undefined;
    // Whoever types on without a pause has not seen the question yet.
    if (now - this.#typedAt >= QUIET_MS) this.#isAskedSeen = true;
    this.#typedAt = now;
    if (this.#draft !== undefined && !this.#isAskedSeen && this.#typeAhead(press)) return this.draw();
    const { typing, request } = typeKey(this.#typing, press, {
      complete: (text, cursor) =>
        this.#options.attention.focus.kind === "message"
          ? completionAt(text, cursor, this.#options.completion())
          : { from: cursor, candidates: [] },
    });
    this.#typing =
      request?.kind === "send" && this.#draft !== undefined
        ? { ...typing, history: this.#typing.history }
        : typing;
    if (request?.kind !== "interrupt") this.#interrupts = {};
    if (request?.kind === "send") this.#typedAt = Number.NEGATIVE_INFINITY;
    if (request !== undefined) this.#carryOut(request);
    if (this.#hint !== undefined) this.#forgetHint(this.#hint);
    this.draw();
  };

  readonly paste = (text: string): void => {
    this.#typedAt = performance.now();
    this.#takeFocus();
    this.#typing = typePaste(this.#typing, text);
    this.draw();
  };

  /** Puts text into the empty line, to be sent again. */
  readonly suggest = (text: string): void => {
    if (this.#typing.editor.text !== "") return;
    this.#typing = { ...this.#typing, editor: insertText(EMPTY_EDITOR, text) };
  };

  #typeAhead(press: KeyPress): boolean {
    const draft = this.#draft ?? EMPTY_EDITOR;
    if (press.kind === "text") this.#draft = insertText(draft, press.text);
    else if (press.name !== "submit" && press.name !== "newline") return false;
    return true;
  }

  #takeFocus(): void {
    const { focus } = this.#options.attention;
    if (focus === this.#asked || (focus.kind === "message" && this.#asked.kind === "message")) return;
    const wasAsked = this.#asked.kind !== "message";
    this.#asked = focus;
    this.#isAskedSeen = performance.now() - this.#typedAt >= QUIET_MS;
    if (focus.kind === "message") {
      this.#typing = { ...this.#typing, editor: this.#draft ?? EMPTY_EDITOR };
      this.#draft = undefined;
    } else {
      if (!wasAsked) this.#draft = this.#typing.editor;
      this.#typing = { editor: EMPTY_EDITOR, history: this.#typing.history };
      if (focus.kind === "approval") this.#showLongPreview(focus);
    }
  }

  /** A preview that does not fit below is printed whole above, where it can be scrolled to. */
  #showLongPreview(focus: Extract<Focus, { kind: "approval" }>): void {
    const view = this.#view();
    // The frame, the line to type in and what holds.
    const room = view.rows - 6;
    if (isPreviewCut(focus, { ...view, room, countBehind: 0 }))
      this.#chat?.show(previewLines(focus.request, view));
  }

  #forgetHint(hint: string): void {
    setTimeout(() => {
      if (this.#hint !== hint) return;
      this.#hint = undefined;
      this.draw();
    }, HINT_MS);
  }

  #carryOut(request: TypingRequest): void {
    const chat = this.#chat;
    const { attention, onLeave } = this.#options;
    if (chat === undefined) return;
    const isAsked = attention.focus.kind !== "message";
    switch (request.kind) {
      case "send":
        if (isAsked) this.#hint = attention.answer(request.text);
        else void chat.submit(request.text);
        return;
      case "escape":
        if (isAsked) attention.dismiss();
        else if (chat.session.isBusy) chat.stop();
        return;
      case "interrupt":
        return this.#interrupt(chat);
      case "endOfInput":
        return isAsked ? attention.dismiss() : onLeave();
      case "open":
        return this.#openCall(chat);
      case "redraw":
        return this.#options.onRedraw();
    }
  }

  #interrupt(chat: Chat): void {
    const { action, state } = interrupt(this.#interrupts, {
      now: performance.now(),
      isBusy: chat.session.isBusy,
      hasText: wholeText(this.#typing.editor) !== "",
    });
    this.#interrupts = state;
    switch (action) {
      case "leave":
        return this.#options.onLeave();
      case "stop":
        this.#hint = "stopping; Ctrl-C again leaves";
        this.#options.attention.dismissAll();
        return chat.stop();
      case "clear":
        this.#typing = { editor: EMPTY_EDITOR, history: this.#typing.history };
        return;
      case "warn":
        this.#hint = "Ctrl-C again or Ctrl-D leaves";
        return;
    }
  }

  /** The newest call, then the one before it, and so on. */
  #openCall(chat: Chat): void {
    const { openable } = chat.transcript;
    const card = openable[openable.length - 1 - (this.#opened % Math.max(1, openable.length))];
    if (card === undefined) {
      this.#hint = "no call has ended yet";
      return;
    }
    this.#opened += 1;
    chat.show(openedLines(card, this.#view()));
  }

  #view() {
    return { ...this.#options.size(), colours: this.#options.colours, now: Date.now() };
  }

  #makeFrame(): Frame {
    const view = this.#view();
    const chat = this.#chat;
    const room = Math.max(4, Math.floor(view.rows / 2));
    const isTooLong = (text: string): boolean =>
      text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / view.columns), 0) > room;
    const blocks = chat?.takeFinished(isTooLong) ?? [];
    if (blocks.some(({ kind }) => kind === "end")) this.#opened = 0;
    const more = blocks.map((block) => blockLines(block, view)).filter((lines) => lines.length > 0);
    if (this.#printed.length >= BATCH && this.#countShown >= this.#printed.length) {
      this.#batch += 1;
      this.#printed = [];
      this.#countShown = 0;
    }
    if (more.length > 0) this.#printed = [...this.#printed, ...more.map((lines) => lines.join("\n"))];
    return { batch: this.#batch, printed: this.#printed, screen: screenLines(this.#model(), view) };
  }

  #model(): ScreenModel {
    const { attention, workspaceName } = this.#options;
    const chat = this.#chat;
    const { editor, completion } = this.#typing;
    return {
      transcript: chat?.transcript ?? EMPTY_TRANSCRIPT,
      editor,
      focus: attention.focus,
      waitingBehind: attention.countBehind,
      queued: chat?.queued ?? [],
      isBusy: chat?.session.isBusy ?? false,
      isStopping: chat?.isStopping ?? false,
      approvalMode: chat?.handle.snapshot().settings.approvalMode ?? "auto",
      workspaceName,
      title: chat?.session.title ?? "",
      ...(this.#hint === undefined ? {} : { hint: this.#hint }),
      ...(completion === undefined ? {} : { completion }),
    };
  }
}
