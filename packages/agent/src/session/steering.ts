import type { TurnEnd, TurnInput } from "../agent-session.ts";

/** Words of the person that wait for the present batch to end. */
export interface WaitingInput {
  readonly input: TurnInput;
  /** Resolved with the end of the turn that took it. */
  readonly ended: PromiseWithResolvers<TurnEnd>;
}

export interface Steering {
  add(input: TurnInput): Promise<TurnEnd>;
  /** All that waits, in order; each is given once. */
  takeAll(): readonly WaitingInput[];
  takeFirst(): WaitingInput | undefined;
}

export function createSteering(): Steering {
  let waiting: readonly WaitingInput[] = [];
  return {
    add: (input) => {
      const ended = Promise.withResolvers<TurnEnd>();
      waiting = [...waiting, { input, ended }];
      return ended.promise;
    },
    takeAll: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    takeFirst: () => {
      const [first, ...rest] = waiting;
      waiting = rest;
      return first;
    },
  };
}
