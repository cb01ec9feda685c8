// Prevents: a value taken for JSON that is lost, changed or without an end once it is written.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, copyJson, deepFreeze, isJson, jsonFault, mapStrings, type Json } from "./json.ts";

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

test("what survives JSON is JSON, and its copy is equal to it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isJson(value)).toBe(true);
      expect(jsonFault(value)).toBeUndefined();
      expect(copyJson(value)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

const cyclic: unknown[] = [];
cyclic.push(cyclic);
// eslint-disable-next-line no-sparse-arrays
const holes = [1, , 2];

test.each<[value: unknown, fault: string]>([
  [undefined, "the value is of type undefined, which JSON cannot hold"],
  [Number.NaN, "the value is the number NaN, which JSON cannot hold"],
  [{ a: { b: [0, 1n] } }, "a.b[1] is of type bigint, which JSON cannot hold"],
  [{ a: () => 1 }, "a is of type function, which JSON cannot hold"],
  [[Symbol("s")], "[0] is of type symbol, which JSON cannot hold"],
  [{ at: new Date(0) }, "at is no plain object"],
  [[new Uint8Array(1)], "[0] is no plain object"],
  [new Map(), "the value is no plain object"],
  [cyclic, "a value is nested deeper than 200 levels"],
  [deep(201), "a value is nested deeper than 200 levels"],
  [holes, "[1] is of type undefined, which JSON cannot hold"],
])("no JSON, and the place is named (%#)", (value, fault) => {
  expect(isJson(value)).toBe(false);
  expect(jsonFault(value)).toBe(fault);
  expect(copyJson(value)).toBeUndefined();
});

test("200 levels are JSON", () => {
  expect(isJson(deep(200))).toBe(true);
});

test("a copy leaves out members that are undefined at any depth, but not items", () => {
  expect(copyJson({ a: undefined, b: [{ c: undefined, d: -0 }] })).toEqual({ b: [{ d: 0 }] });
  expect(copyJson({ b: [undefined] })).toBeUndefined();
});

test("a copy reads each member once, so it is what was judged", () => {
  let reads = 0;
  const shifty = {
    get a() {
      reads += 1;
      return reads === 1 ? "first" : new Date(0);
    },
  };
  expect(copyJson(shifty)).toEqual({ a: "first" });
});

test("a member named __proto__ stays a member", () => {
  const given = JSON.parse('{"__proto__":{"x":"y"},"a":"b"}') as Json;
  for (const copy of [copyJson(given), mapStrings(given, (text) => text.toUpperCase())]) {
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy as object)).toHaveLength(2);
  }
});

test("keys that become equal are kept apart", () => {
  expect(mapStrings({ "\ud800": 1, "\udbff": 2, "\ufffd": 3 }, (text) => text.toWellFormed())).toEqual({
    "\ufffd": 1,
    "\ufffd (2)": 2,
    "\ufffd (3)": 3,
  });
});

test("equal values have one text, whatever the order of their keys", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("freezing reaches every level", () => {
  const value = deepFreeze({ a: [{ b: 1 }] });
  expect([value, value.a, value.a[0]].every((part) => Object.isFrozen(part))).toBe(true);
});
