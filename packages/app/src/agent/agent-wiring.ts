import type { AgentSettings } from "@wield/agent";
import type { AgentDesk, Clock, IdSource, Log } from "@wield/core";

/** What a conversation with a model needs of a runtime besides its pipeline and its store. */
export interface AgentWiring {
  readonly clock: Clock;
  /** The pipeline's own: ids of one source never meet. */
  readonly ids: IdSource;
  readonly log: Log;
  readonly settings: AgentSettings;
  /** The setting `model`. */
  readonly defaultModel: string;
  /** Where a session says that it has sub-agents. */
  readonly desk: AgentDesk;
  /** The project's own instructions, from where the work is. */
  readonly readInstructions: () => Promise<string | undefined>;
  /** Whether the project's own instructions may be used: the person trusts this folder. */
  readonly mayUseInstructions: () => Promise<boolean>;
}
