/** Where a match is in the text of a file. */
export interface Place {
  /** Counting from 1. */
  readonly line: number;
  /** The line it ends in. */
  readonly lastLine: number;
  /** Byte of the line it starts at, counting from 1. */
  readonly byteColumn: number;
}
