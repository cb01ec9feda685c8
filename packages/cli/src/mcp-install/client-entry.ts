/** How a client starts Wield. */
export interface ClientEntry {
  readonly command: string;
  readonly args: readonly string[];
}
