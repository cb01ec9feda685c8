import type { AgentSession } from "@wield/agent";
import type { ConversationHandle, Runtime } from "@wield/app";
import type { Asker, Outcome } from "@wield/core";
import type { Output } from "../../terminal/output.ts";

/** Which conversation goes on from here. */
export type OpenRequest =
  | { readonly kind: "new" }
  | { readonly kind: "resume"; readonly id: string }
  | { readonly kind: "fork"; readonly id: string };

/** What a slash command acts on. */
export interface SlashWorld {
  readonly runtime: Runtime;
  readonly session: AgentSession;
  readonly handle: ConversationHandle;
  /** Gets what the command shows. */
  readonly out: Output;
  readonly cwd: string;
  /** The person's own configuration. */
  readonly config: { readonly file: string; readonly userHome: string };
  readonly version: string;
  readonly signal: AbortSignal;
  /** Asks about an undo; nobody can be asked where it is missing. */
  readonly undoAsker?: Asker;
  /** Lets go of the present conversation and goes on with another. */
  readonly open: (request: OpenRequest) => Promise<Outcome<AgentSession>>;
  /** A turn that was started; its failure is shown when it comes. */
  readonly follow: (turn: Promise<Outcome<unknown>>) => void;
  /** Puts text into the line to type in, where there is one. */
  readonly suggest: (text: string) => void;
}

/** How a command ended. */
export interface SlashEnd {
  /** As `wield call` would exit. */
  readonly code: number;
  /** The chat is to be left. */
  readonly isOver?: boolean;
}

export type SlashHandler = (rest: string, world: SlashWorld) => SlashEnd | Promise<SlashEnd>;

export const DONE: SlashEnd = { code: 0 };
