interface ParallelWork<Item, Result> {
  /** How many are worked on at a time. */
  readonly most: number;
  readonly work: (item: Item) => Promise<Result>;
  /** Given the results in the order of the items, each as soon as all before it are there. False ends it. */
  readonly take: (result: Result) => boolean;
}

export async function inParallel<Item, Result>(
  items: readonly Item[],
  { most, work, take }: ParallelWork<Item, Result>,
): Promise<void> {
  const started: Promise<Result>[] = [];
  for (const [index, item] of items.entries()) {
    for (const next of items.slice(started.length, index + most)) {
      const result = work(next);
      // Waited for only when it is its turn.
      result.catch(() => undefined);
      started.push(result);
    }
    if (!take(await (started[index] ?? work(item)))) return;
  }
}
