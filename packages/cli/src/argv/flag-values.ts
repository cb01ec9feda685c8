/** Between the values of a flag that was given several times. */
const BETWEEN = "\u0000";

/** The value of a repeatable flag with one more. */
export function addValue(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}${BETWEEN}${value}`;
}

/** All values of a repeatable flag, in their order. */
export function flagValues(flags: ReadonlyMap<string, string>, name: string): readonly string[] {
  return flags.get(name)?.split(BETWEEN) ?? [];
}
