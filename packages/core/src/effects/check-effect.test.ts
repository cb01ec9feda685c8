// Prevents: an effect that nobody knows, and that therefore passes as one that changes nothing.
import { expect, test } from "vitest";
import { checkEffect } from "./check-effect.ts";
import { describeEffect } from "./describe-effect.ts";
import { changesSomething, isOwnState, isUnknowable, type Effect } from "./effect.ts";

const all: readonly [effect: Effect, changes: boolean, words: string][] = [
  [{ kind: "read", path: "a" }, false, "read a"],
  [{ kind: "write", path: "a" }, true, "write a"],
  [{ kind: "delete", path: "a" }, true, "delete a"],
  [{ kind: "run", command: "ls" }, true, "run ls"],
  [
    { kind: "run", command: "ls", folder: "src", backend: "b", shell: "s", readOnly: true },
    true,
    "run ls in src on b",
  ],
  [{ kind: "connect", host: "x", port: 443 }, false, "connect to x:443"],
  [{ kind: "browser", page: "p", changes: true }, true, "act in browser page p"],
  [{ kind: "browser", page: "p", changes: false }, false, "look at browser page p"],
  [{ kind: "code", scratchpad: "s" }, true, "run code in scratchpad s"],
  [{ kind: "index", collection: "c" }, true, "change collection c"],
  [{ kind: "memory", record: "r", changes: true }, true, "change memory r"],
  [{ kind: "skill", record: "r", changes: false }, false, "look at skill r"],
  [{ kind: "todo", list: "l", changes: true }, true, "change todo l"],
  [{ kind: "agent", label: "helper" }, true, "start helper"],
  [{ kind: "person", questions: 2 }, false, "ask 2 question(s)"],
  [{ kind: "opaque", label: "t" }, true, "anything (t)"],
  [{ kind: "opaque", label: "t", resource: "r" }, true, "change r"],
];

test.each(all)("%j is taken, frozen, as a copy", (effect, changes, words) => {
  const taken = checkEffect(effect);
  expect(taken).toEqual(effect);
  expect(taken).not.toBe(effect);
  expect(Object.isFrozen(taken)).toBe(true);
  expect(changesSomething(taken)).toBe(changes);
  expect(describeEffect(taken)).toBe(words);
});

test("own state is the list, the questions and the helpers, and nothing else", () => {
  const kinds = (belongs: (effect: Effect) => boolean) => [
    ...new Set(
      all
        .map(([effect]) => effect)
        .filter(belongs)
        .map(({ kind }) => kind),
    ),
  ];
  expect(kinds(isOwnState)).toEqual(["todo", "agent", "person"]);
  expect(kinds(isUnknowable)).toEqual(["run", "browser", "code", "opaque"]);
});

test.each<[given: unknown, said: string]>([
  [undefined, "undefined is no effect"],
  [null, "null is no effect"],
  ["write", '"write" is no effect'],
  [{}, "undefined is no kind of effect"],
  [{ kind: "wirte", path: "a" }, '"wirte" is no kind of effect'],
  [{ kind: "constructor" }, '"constructor" is no kind of effect'],
  [{ kind: "__proto__" }, '"__proto__" is no kind of effect'],
  [{ kind: "write" }, "the effect write has no right path"],
  [{ kind: "write", path: 5 }, "the effect write has no right path"],
  [{ kind: "run" }, "the effect run has no right command"],
  [{ kind: "run", command: "ls", readOnly: "yes" }, "the effect run has no right readOnly"],
  [{ kind: "memory", record: "r" }, "the effect memory has no right changes"],
  [{ kind: "connect", host: "x", port: "443" }, "the effect connect has no right port"],
  [{ kind: "person", questions: -1 }, "the effect person has no right questions"],
  [{ kind: "todo", list: "l", changes: true, record: "r" }, 'the effect todo has no field "record"'],
])("%j is refused", (given, said) => {
  expect(() => checkEffect(given)).toThrow(said);
});

test("a field that is undefined is not there, and each field is read once", () => {
  expect(checkEffect({ kind: "run", command: "ls", folder: undefined })).toEqual({
    kind: "run",
    command: "ls",
  });
  let reads = 0;
  const shifty = {
    kind: "write",
    get path() {
      reads += 1;
      return reads === 1 ? "a" : "b";
    },
  };
  expect(checkEffect(shifty)).toEqual({ kind: "write", path: "a" });
});
