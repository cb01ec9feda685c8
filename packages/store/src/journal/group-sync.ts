/**
 * Shares one sync among all who ask while none has started: each caller's promise covers what was written
 * before it asked. At most one sync runs at a time.
 */
export class GroupSync {
  readonly #perform: () => Promise<void>;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(perform: () => Promise<void>) {
    this.#perform = perform;
  }

  request(): Promise<void> {
    this.#next ??= this.#after(this.#running);
    return this.#next;
  }

  /** Resolves when nothing runs and nobody waits. Never rejects. */
  async idle(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined);
  }

  async #after(previous: Promise<void>): Promise<void> {
    // A turn of the microtask queue at least, so that callers of the same instant share.
    await previous.catch(() => undefined);
    this.#next = undefined;
    const running = this.#perform();
    this.#running = running;
    await running;
  }
}
