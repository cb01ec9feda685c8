import { locksConflict, type LockKey } from "../effects/lock-keys.ts";

interface Claim {
  readonly callId: string;
  readonly tool: string;
  /** The calls this one is made inside of, nearest first. */
  readonly ancestors: readonly string[];
  readonly keys: readonly LockKey[];
}

interface Waiting extends Claim {
  readonly grant: (release: () => void) => void;
}

export type LockAnswer =
  | { readonly kind: "held"; readonly release: () => void }
  | { readonly kind: "cancelled" }
  | { readonly kind: "cycle"; readonly with: string };

/** The locks of all conversations of one process. */
export interface LockTable {
  /** Takes all keys together, waiting its turn. Never waits for an ancestor; a cycle is answered, not waited for. */
  take(claim: Claim, signal: AbortSignal): Promise<LockAnswer>;
}

export function createLockTable(): LockTable {
  const held = new Set<Claim>();
  let queue: Waiting[] = [];

  const isFree = (claim: Claim, ahead: readonly Waiting[]): boolean =>
    blockers(claim, held).length === 0 && !ahead.some((other) => mustQueueBehind(claim, other));

  /** Order among waiters is kept, but a call never queues behind one that waits for its own ancestor. */
  const mustQueueBehind = (claim: Claim, other: Waiting): boolean =>
    locksConflict(claim.keys, other.keys) &&
    !claim.ancestors.includes(other.callId) &&
    !blockers(other, held).some((holder) => claim.ancestors.includes(holder.callId));

  const hold = (claim: Claim): (() => void) => {
    held.add(claim);
    return () => {
      if (held.delete(claim)) advance();
    };
  };

  const advance = (): void => {
    for (const waiting of queue) {
      const place = queue.indexOf(waiting);
      if (place >= 0 && isFree(waiting, queue.slice(0, place))) {
        queue = queue.filter((other) => other !== waiting);
        waiting.grant(hold(waiting));
      }
    }
  };

  /** Follows who waits for whom: a holder cannot end while a call inside it waits. */
  const cycleWith = (claim: Claim): string | undefined => {
    const own = new Set([claim.callId, ...claim.ancestors]);
    const visited = new Set<string>();
    let frontier: readonly Claim[] = blockers(claim, held);
    while (frontier.length > 0) {
      const next: Claim[] = [];
      for (const holder of frontier) {
        if (visited.has(holder.callId)) continue;
        visited.add(holder.callId);
        for (const inner of queue.filter((waiting) => waiting.ancestors.includes(holder.callId))) {
          const blocking = blockers(inner, held);
          if (blocking.some((other) => own.has(other.callId))) return inner.tool;
          next.push(...blocking);
        }
      }
      frontier = next;
    }
    return undefined;
  };

  return {
    take: (claim, signal) => {
      if (signal.aborted) return Promise.resolve({ kind: "cancelled" });
      if (isFree(claim, queue)) return Promise.resolve({ kind: "held", release: hold(claim) });
      const cycle = cycleWith(claim);
      if (cycle !== undefined) return Promise.resolve({ kind: "cycle", with: cycle });
      return new Promise<LockAnswer>((resolve) => {
        const giveUp = (): void => {
          queue = queue.filter((other) => other !== waiting);
          resolve({ kind: "cancelled" });
          advance();
        };
        const waiting: Waiting = {
          ...claim,
          grant: (release) => {
            signal.removeEventListener("abort", giveUp);
            resolve({ kind: "held", release });
          },
        };
        queue.push(waiting);
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
  };
}

function blockers(claim: Claim, held: ReadonlySet<Claim>): readonly Claim[] {
  if (claim.keys.length === 0) return [];
  return [...held].filter(
    (holder) => !claim.ancestors.includes(holder.callId) && locksConflict(claim.keys, holder.keys),
  );
}
