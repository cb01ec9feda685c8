import type { Ended } from "../command/wield.ts";
import type { JournalFiles } from "./journal-file.ts";
import type { Random } from "./seeded-random.ts";

/** What the checks share. */
export interface SoakWorld {
  readonly home: string;
  readonly workspace: string;
  readonly journal: JournalFiles;
  readonly random: Random;
  readonly command: (args: readonly string[]) => Promise<Ended>;
  readonly violation: (text: string) => void;
  readonly count: (what: string) => void;
}
