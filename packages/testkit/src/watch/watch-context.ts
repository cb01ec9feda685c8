import type { FailedResult } from "@wield/core";

/** What tools take from the contexts they are given. */
export interface ContextWatch {
  /** A context that behaves as the given one and is watched. */
  wrap<Context extends object>(context: Context): Context;
  /** Names since the last call that the context does not have, each once. */
  takeMissing(): readonly string[];
  /** Messages since the last call of failures that services answered with. */
  takeFailures(): ReadonlySet<string>;
}

export function watchContext(): ContextWatch {
  let missing = new Set<string>();
  let failures = new Set<string>();
  const noteFailure = (answer: unknown): void => {
    if (isFailure(answer)) failures.add(answer.message);
  };

  /** A service whose answers are looked at, promised ones too. */
  function watched(service: unknown): unknown {
    if (typeof service !== "object" || service === null) return service;
    return new Proxy(service, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...given: readonly unknown[]): unknown => {
          const answer: unknown = Reflect.apply(member, target, given);
          if (answer instanceof Promise) void answer.then(noteFailure, () => undefined);
          else noteFailure(answer);
          return answer;
        };
      },
    });
  }

  return {
    wrap<Context extends object>(context: Context): Context {
      // Another object than the frozen context, whose members could not be answered differently.
      const members = Object.fromEntries(
        Object.entries(context).map(([name, member]) => [name, OWN.has(name) ? member : watched(member)]),
      );
      return new Proxy(members as Context, {
        get(target, name) {
          if (typeof name === "string" && !(name in target) && !ASKED_BY_OTHERS.has(name)) missing.add(name);
          return Reflect.get(target, name) as unknown;
        },
        set: () => false,
      });
    },
    takeMissing() {
      const taken = [...missing];
      missing = new Set();
      return taken;
    },
    takeFailures() {
      const taken = failures;
      failures = new Set();
      return taken;
    },
  };
}

/** What is no service. */
const OWN = new Set(["signal", "progress", "call"]);

/** Asked for by the language and by Node, not by the tool. */
const ASKED_BY_OTHERS = new Set(["then", "toJSON", "inspect", "nodeType"]);

function isFailure(answer: unknown): answer is FailedResult {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "status" in answer &&
    answer.status === "failed" &&
    "message" in answer &&
    typeof answer.message === "string"
  );
}
