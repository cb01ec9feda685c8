import type { UndoRecord } from "../ports/undo.ts";
import { defineService } from "./service.ts";

/** Kept undo data of this workspace. Only internal tools need it. */
export interface UndoData {
  get(callId: string): Promise<UndoRecord | undefined>;
  content(callId: string, index: number): Promise<Uint8Array | undefined>;
  markUndone(callId: string): Promise<void>;
}

export const UndoData = defineService<UndoData>()("undo");
