import {
  toolCard,
  type Conversation,
  type Message,
  type ModelPort,
  type ModelRequest,
  type ToolCard,
} from "@wield/core";
import type { Role } from "../agent-settings.ts";
import { findRefused, leaveOut } from "../history/leave-out.ts";
import { createCleaner } from "../history/clean-message.ts";
import { createHistoryRepair, type HistoryRepair } from "../history/repair-history.ts";
import { goalIn } from "../judging/goal.ts";
import type { PromptFacts } from "../prompt/prompt-facts.ts";
import { systemPrompt } from "../prompt/system-prompt.ts";
import type { ConversationRecord } from "../session/conversation-record.ts";
import { limitMessages } from "./limit-messages.ts";
import { shortenResults } from "./shorten-results.ts";
import { charactersIn, sizeOf, sizeOfMessages, type RequestSize } from "./token-size.ts";

export interface RequestSource {
  readonly record: ConversationRecord;
  readonly sessionId: string;
  readonly prompt: () => PromptFacts;
  readonly role?: string;
  readonly roles: ReadonlyMap<string, Pick<Role, "description">>;
}

export interface MadeRequest {
  readonly request: ModelRequest;
  readonly size: RequestSize;
  /** `size.tokens`, corrected by what the provider counted last. */
  readonly tokens: number;
}

const LEAST_FACTOR = 0.5;
const MOST_FACTOR = 4;

/** Makes the requests of one session. Keeps what they have learned of the model: its count, what it refused. */
export class RequestMaker {
  readonly #source: RequestSource;
  #model: ModelPort;
  #repair: HistoryRepair;
  /** Tokens as the provider counts them, by our own count. */
  #factor = 1;
  /** Long results up to this message are sent cut. */
  #shortenedUpTo: string | undefined;
  /** Messages up to this one are sent with at most so many characters. */
  #limit: { readonly upTo: string; readonly mostCharacters: number } | undefined;
  readonly #refused = new Set<string>();
  /** The newest message that the provider took. */
  #takenUpTo: string | undefined;

  constructor(source: RequestSource, model: ModelPort) {
    this.#source = source;
    this.#model = model;
    this.#repair = createHistoryRepair(createCleaner(model.facts));
  }

  get model(): ModelPort {
    return this.#model;
  }

  set model(model: ModelPort) {
    this.#model = model;
    this.#repair = createHistoryRepair(createCleaner(model.facts));
    this.#factor = 1;
    // A model with more room gets them whole again.
    this.#limit = undefined;
  }

  make(conversation: Conversation): MadeRequest {
    const { sessionId, prompt, role, roles, record } = this.#source;
    const facts = prompt();
    const goal = goalIn(record.goal);
    const request: ModelRequest = {
      system: systemPrompt(conversation, facts, {
        platform: facts.system,
        roles,
        hasStoredOutputs: conversation.tools.active.has("read_output"),
        ...(role === undefined ? {} : { role }),
        ...(goal?.state === "active" ? { goal: goal.text } : {}),
      }),
      messages: this.#messages(),
      tools: cardsOf(conversation),
      cacheKey: sessionId,
    };
    const size = sizeOf(request);
    return { request, size, tokens: Math.ceil(size.tokens * this.#factor) };
  }

  /** Corrects the count, when the provider gives one. */
  noteTaken({ size, request }: MadeRequest, inputTokens: number): void {
    this.#takenUpTo = request.messages.at(-1)?.id;
    if (inputTokens <= 0 || size.tokens === 0) return;
    this.#factor = Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, inputTokens / size.tokens));
  }

  /** From now on the content that was at fault is left out. False when nothing is left to suspect. */
  noteRefused({ request }: MadeRequest): boolean {
    const found = findRefused(request.messages, this.#takenUpTo).filter((id) => !this.#refused.has(id));
    for (const id of found) this.#refused.add(id);
    return found.length > 0;
  }

  /** From now on long results up to this message are sent cut. */
  shortenUpTo(messageId: string): void {
    this.#shortenedUpTo = messageId;
  }

  /**
   * From now on no message before the newest of the person is sent with more than its share of what they may have
   * together, so that the request comes to `target` tokens. False when there is none, or no room.
   */
  limitEarlier({ size, tokens }: MadeRequest, target: number): boolean {
    const all = this.#source.record.requestMessages();
    const newest = all.findLastIndex((message) => message.role === "user" && message.origin === "person");
    const last = all[newest - 1];
    if (last === undefined) return false;
    const factor = tokens / Math.max(1, size.tokens);
    const fixed = size.system + size.tools + sizeOfMessages(all.slice(newest));
    const room = target / factor - fixed;
    if (room <= 0) return false;
    this.#limit = { upTo: last.id, mostCharacters: Math.floor(charactersIn(room) / newest) };
    return true;
  }

  #messages(): readonly Message[] {
    const all = this.#source.record.requestMessages();
    const placeAfter = (id: string | undefined): number =>
      id === undefined ? 0 : all.findIndex((message) => message.id === id) + 1;
    const shortened = shortenResults(all, placeAfter(this.#shortenedUpTo));
    const limit = this.#limit;
    const limited =
      limit === undefined
        ? shortened
        : limitMessages(shortened, {
            upTo: placeAfter(limit.upTo),
            mostCharacters: limit.mostCharacters,
          });
    return this.#repair(leaveOut(limited, this.#refused));
  }
}

const cards = new WeakMap<object, readonly ToolCard[]>();

/** Without guidance: it stands in the system prompt. Made once for one set of tools. */
function cardsOf({ tools }: Conversation): readonly ToolCard[] {
  const known = cards.get(tools);
  if (known !== undefined) return known;
  const made = [...tools.active.values()].map(({ tool }) => {
    const { name, description, schema } = toolCard(tool, tools);
    return { name, description, schema };
  });
  cards.set(tools, made);
  return made;
}
