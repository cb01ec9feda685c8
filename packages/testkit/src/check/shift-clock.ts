const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

/** Moves what this process takes for the present a year on, so that what depends on it comes out differently. */
export function shiftClock(): void {
  const { now } = Date;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given: [], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now() + YEAR_MS] : given, newTarget) as object,
    apply: () => new Date(now() + YEAR_MS).toString(),
    get: (target, name) => (name === "now" ? () => now() + YEAR_MS : (Reflect.get(target, name) as unknown)),
  });
}
