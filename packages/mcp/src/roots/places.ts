/** Where calls of a client work. */
export interface Places {
  /** Absolute. */
  readonly workspace: string;
  /** Real paths outside which nothing is open; absent when the client named no folders. */
  readonly onlyWithin?: readonly string[];
}

export interface StartPlaces {
  /** Of a flag or the environment. */
  readonly explicit?: string;
  readonly cwd: string;
}

/** An explicit workspace wins over a client's folders, and those only ever narrow. `roots` are real paths. */
export function choosePlaces(start: StartPlaces, roots: readonly string[]): Places {
  const [first] = roots;
  if (first === undefined) return { workspace: start.explicit ?? start.cwd };
  return { workspace: start.explicit ?? first, onlyWithin: roots };
}
