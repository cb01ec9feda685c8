/** One call's changes are made one after the other: they share names of temporary files. */
export function createQueue(): <Result>(change: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const done = last.then(change, change);
    last = done;
    return done;
  };
}
