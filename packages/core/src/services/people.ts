import type { Outcome } from "../contract/result.ts";
import { defineService } from "./service.ts";

export interface QuestionOption {
  /** Short answer that is returned. */
  readonly value: string;
  /** Text on the button. */
  readonly label: string;
  readonly detail?: string;
}

export interface Question {
  readonly question: string;
  /** Short title. */
  readonly header?: string;
  /** None: the person writes. */
  readonly options: readonly QuestionOption[];
  readonly select: "one" | "many";
  /** The person may write an own answer beside the options. */
  readonly allowCustom: boolean;
}

export interface QuestionAnswer {
  /** Values of options, in the order they were offered. */
  readonly values: readonly string[];
  /** The person's own words. */
  readonly text?: string;
}

/** How a card of questions ended; `answers` in the order of the questions. */
export type CardEnd =
  | { readonly status: "answered"; readonly answers: readonly QuestionAnswer[] }
  | { readonly status: "cancelled" }
  | { readonly status: "timeout"; readonly seconds: number };

/** The people of this conversation. */
export interface People {
  /**
   * Shows one card with these questions wherever somebody is. Fails with `question_budget`, `ask_failed` (it could
   * not be shown), `no_one_to_ask` (whoever was there has left).
   */
  ask(questions: readonly Question[]): Promise<Outcome<CardEnd>>;
}

export const People = defineService<People>()("people");
