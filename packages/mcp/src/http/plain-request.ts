/** A POST with its whole body read. */
export interface PlainRequest {
  /** Of a name in small letters. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
}

/** An answer that is one piece of text. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
