/** Numbers from 0 up to 1, the same for the same seed: a run that found something can be had again. */
export interface Random {
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** One of these. Throws when there are none. */
  of<Item>(items: readonly Item[]): Item;
}

/** The generator known as mulberry32: 32 bits of state, good enough to choose with. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    of: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new RangeError("there is nothing to choose from");
      return item;
    },
  };
}
