/** What the system prompt says of the surroundings. */
export interface PromptFacts {
  /** Of the person, such as `2026-11-30`. */
  readonly date: string;
  /** Such as `linux`. */
  readonly system: string;
  /** Where commands run, such as `local`. */
  readonly backend: string;
  /** Such as `off`. */
  readonly sandbox: string;
  /** Such as `on`. */
  readonly network: string;
  /** Project instructions, when the folder is trusted. */
  readonly instructions?: string;
  readonly memory?: string;
  readonly proceduralMemory?: string;
}
