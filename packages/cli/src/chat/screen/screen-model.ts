import type { ApprovalMode } from "@wield/core";
import type { ShownRequest } from "../../approvals/render-request.ts";
import type { Candidate } from "../editor/completion.ts";
import type { Editor } from "../editor/editor.ts";
import type { QuestionCard } from "../questions/question-card.ts";
import type { Transcript } from "../transcript/transcript.ts";

/** What the line at the bottom is for. */
export type Focus =
  | { readonly kind: "message" }
  | { readonly kind: "approval"; readonly request: ShownRequest; readonly offersRules: boolean }
  | { readonly kind: "question"; readonly card: QuestionCard }
  | { readonly kind: "confirm"; readonly question: string };

/** Everything that is drawn below the finished blocks. */
export interface ScreenModel {
  readonly transcript: Transcript;
  readonly editor: Editor;
  readonly focus: Focus;
  /** Of the approvals that are open, how many wait behind the one that is asked about. */
  readonly waitingBehind: number;
  readonly completion?: { readonly candidates: readonly Candidate[]; readonly selected?: number };
  /** Messages that are delivered after the present calls. */
  readonly queued: readonly string[];
  readonly isBusy: boolean;
  readonly isStopping: boolean;
  /** One line that tells about the last key, such as that a second one leaves. */
  readonly hint?: string;
  readonly approvalMode: ApprovalMode;
  readonly workspaceName: string;
  readonly title: string;
}
