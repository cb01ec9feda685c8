import type { OutputSummary, StoredOutput } from "../ports/outputs.ts";
import { defineService } from "./service.ts";

/** The stored results of this session. */
export interface Outputs {
  get(id: string): Promise<StoredOutput | undefined>;
  list(): Promise<readonly OutputSummary[]>;
  /** Says that this result shows text that came from outside, so that it is fenced again. */
  inheritOrigins(origins: readonly string[]): void;
}

export const Outputs = defineService<Outputs>()("outputs");
