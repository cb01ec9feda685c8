import { locksConflict, type LockKey } from "../effects/lock-keys.ts";

interface Claim {
  readonly callId: string;
  readonly tool: string;
  /** The calls this one is made inside of, nearest first. */
  readonly ancestors: readonly string[];
  readonly keys: readonly LockKey[];
}

interface Waiting extends Claim {
  /** Calls that came before and want the same. */
  readonly behind: ReadonlySet<Waiting>;
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
  const queue = new Set<Waiting>();

  const blockers = (claim: Claim): readonly Claim[] =>
    [...held].filter(
      (holder) => !claim.ancestors.includes(holder.callId) && locksConflict(claim.keys, holder.keys),
    );

  /** What a waiting call cannot go on without: those that hold what it wants, and those before it in the queue. */
  const neededBy = (waiting: Waiting): readonly (Claim | Waiting)[] => [
    ...blockers(waiting),
    ...[...waiting.behind].filter((other) => queue.has(other)),
  ];

  const isWaiting = (claim: Claim | Waiting): claim is Waiting => queue.has(claim as Waiting);

  /**
   * The call because of which one of `from` cannot go on before one of `targets` has ended: a holder has to wait for
   * the calls inside it, a waiting call for what it wants.
   */
  const waitsFor = (from: readonly Claim[], targets: readonly string[]): Claim | undefined => {
    /** Of each call that was reached, the first waiting one on the way to it. */
    const reached = new Map<Claim, Claim | undefined>(from.map((claim) => [claim, undefined]));
    // A map is walked in the order it grows.
    for (const [claim, through] of reached) {
      const inner = [...queue].filter((waiting) => waiting.ancestors.includes(claim.callId));
      const needed = isWaiting(claim) ? neededBy(claim) : inner;
      const way = through ?? (isWaiting(claim) ? claim : undefined);
      for (const next of needed) {
        if (targets.includes(next.callId)) return way ?? next;
        if (!reached.has(next)) reached.set(next, way);
      }
    }
    return undefined;
  };

  const hold = (claim: Claim): (() => void) => {
    held.add(claim);
    return () => {
      if (held.delete(claim)) advance();
    };
  };

  const advance = (): void => {
    for (const waiting of queue) {
      const isNext = [...waiting.behind].every((other) => !queue.has(other));
      if (!isNext || blockers(waiting).length > 0) continue;
      queue.delete(waiting);
      waiting.grant(hold(waiting));
    }
  };

  const wait = (claim: Claim, behind: ReadonlySet<Waiting>, signal: AbortSignal): Promise<LockAnswer> =>
    new Promise((resolve) => {
      const giveUp = (): void => {
        queue.delete(waiting);
        resolve({ kind: "cancelled" });
        advance();
      };
      const waiting: Waiting = {
        ...claim,
        behind,
        grant: (release) => {
          signal.removeEventListener("abort", giveUp);
          resolve({ kind: "held", release });
        },
      };
      queue.add(waiting);
      signal.addEventListener("abort", giveUp, { once: true });
    });

  return {
    take: async (claim, signal) => {
      if (signal.aborted) return { kind: "cancelled" };
      if (claim.keys.length === 0) return { kind: "held", release: () => undefined };
      const { ancestors } = claim;
      // Who waits for the call this one is made in would wait for ever if this one stood behind it.
      const behind = new Set(
        [...queue].filter(
          (other) =>
            locksConflict(claim.keys, other.keys) &&
            (ancestors.length === 0 || waitsFor([other], ancestors) === undefined),
        ),
      );
      const blocking = blockers(claim);
      if (behind.size === 0 && blocking.length === 0) return { kind: "held", release: hold(claim) };
      const cycle = ancestors.length === 0 ? undefined : waitsFor(blocking, ancestors);
      if (cycle !== undefined) return { kind: "cycle", with: cycle.tool };
      return wait(claim, behind, signal);
    },
  };
}
