import { splitStable } from "../markdown/split-stable.ts";
import type { Block, LiveItem, Transcript } from "./transcript.ts";

/** A block behind what was said before it. Only an answer that is still coming holds it up, no call that runs. */
export function addBlock(before: Transcript, block: Block): Transcript {
  const after = settle(before);
  return after.live.some((item) => isStream(item))
    ? settle({ ...after, live: [...after.live, { kind: "block", block }] })
    : printBlock(after, block);
}

/** A block that is shown at once, such as what a command of the person's gives. */
export function printBlock(before: Transcript, block: Block): Transcript {
  return { ...before, finished: [...before.finished, block] };
}

/** The answer that was streaming has ended: nothing is added to its text. */
export function sealStream(before: Transcript): Transcript {
  const live = before.live.map((item) =>
    isStream(item) && !item.isFinal ? { ...item, isFinal: true } : item,
  );
  return settle({ ...before, live });
}

/** What has become final from the beginning on is moved to the finished blocks. */
export function settle(before: Transcript): Transcript {
  let count = 0;
  while (count < before.live.length && isOver(before.live[count])) count += 1;
  if (count === 0) return before;
  return {
    ...before,
    live: before.live.slice(count),
    finished: [...before.finished, ...before.live.slice(0, count).flatMap(blocksOf)],
  };
}

/**
 * Makes the final part of a long streaming answer final, so that what is redrawn stays small. `isTooLong` judges the
 * text that would stay.
 */
export function shortenStream(before: Transcript, isTooLong: (text: string) => boolean): Transcript {
  const [first, ...others] = before.live;
  if (first?.kind !== "answer" || first.isFinal || !isTooLong(first.text)) return before;
  const { stable, rest, isInside } = splitStable(first.text);
  if (stable.trim() === "") return before;
  const block: Block = { kind: "answer", text: stable, isContinued: first.isContinued };
  return {
    ...before,
    finished: [...before.finished, block],
    live: [{ ...first, text: rest, wasSplit: true, isContinued: isInside }, ...others],
  };
}

/** Lets go of the finished blocks: they were printed. */
export function takeFinished(before: Transcript): readonly [readonly Block[], Transcript] {
  if (before.finished.length === 0) return [[], before];
  return [before.finished, { ...before, finished: [] }];
}

type Stream = Extract<LiveItem, { kind: "answer" | "reasoning" }>;

export function isStream(item: LiveItem): item is Stream {
  return item.kind === "answer" || item.kind === "reasoning";
}

function isOver(item: LiveItem | undefined): boolean {
  if (item === undefined || item.kind === "approval") return false;
  if (item.kind === "block") return true;
  return item.kind === "call" ? item.card.end !== undefined : item.isFinal;
}

function blocksOf(item: LiveItem): readonly Block[] {
  if (item.kind === "call") return [{ kind: "call", card: item.card }];
  if (item.kind === "block") return [item.block];
  if (item.kind === "approval" || item.text.trim() === "") return [];
  if (item.kind === "reasoning") return [{ kind: "reasoning", text: item.text }];
  return [{ kind: "answer", text: item.text, isContinued: item.isContinued }];
}
