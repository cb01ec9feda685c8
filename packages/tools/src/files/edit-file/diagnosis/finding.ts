/** Why an anchor does not match, as sentences. */
export interface Finding {
  readonly sentence: string;
  /** The place in the file it is about. */
  readonly at?: number;
}
