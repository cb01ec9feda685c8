import { coloursFor } from "../../terminal/colours.ts";
import { EMPTY_EDITOR } from "../editor/editor.ts";
import type { ScreenView } from "../screen/screen-lines.ts";
import type { ScreenModel } from "../screen/screen-model.ts";
import { EMPTY_TRANSCRIPT } from "../transcript/transcript.ts";

export const PLAIN_VIEW: ScreenView = { columns: 60, rows: 24, colours: coloursFor(false, {}), now: 5000 };

export const IDLE_MODEL: ScreenModel = {
  transcript: { ...EMPTY_TRANSCRIPT, model: "anthropic/m", toolset: "coding", toolCount: 13 },
  editor: EMPTY_EDITOR,
  focus: { kind: "message" },
  waitingBehind: 0,
  queued: [],
  isBusy: false,
  isStopping: false,
  approvalMode: "auto",
  workspaceName: "work",
  title: "",
};
