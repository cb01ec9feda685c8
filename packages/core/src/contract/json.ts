/** A value that JSON can hold exactly: no undefined, no NaN, no class instances. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

const MAX_DEPTH = 200;

/** True when `value` survives a round trip through JSON unchanged (at most 200 levels deep, without cycles). */
export function isJson(value: unknown, depth = 0): value is Json {
  if (typeof value !== "object" || value === null) return isScalar(value);
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    // By index: iteration methods pass over holes.
    for (let index = 0; index < value.length; index += 1) {
      if (!isJson(value[index], depth + 1)) return false;
    }
    return true;
  }
  return isPlainObject(value) && Object.values(value).every((item) => isJson(item, depth + 1));
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && isJson(value);
}

/** Why JSON cannot hold `value`, naming the place; nothing when it can. */
export function jsonFault(value: unknown): string | undefined {
  return isJson(value) ? undefined : findFault(value, "", 0);
}

function findFault(value: unknown, path: string, depth: number): string | undefined {
  const place = path === "" ? "the value" : path;
  if (typeof value !== "object" || value === null) {
    if (isScalar(value)) return undefined;
    const what = typeof value === "number" ? `the number ${value}` : `of type ${typeof value}`;
    return `${place} is ${what}, which JSON cannot hold`;
  }
  if (depth >= MAX_DEPTH) return `a value is nested deeper than ${MAX_DEPTH} levels`;
  if (!Array.isArray(value) && !isPlainObject(value)) return `${place} is no plain object`;
  // Of an array this gives the holes too.
  for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const inner = typeof key === "number" ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const fault = findFault(item, inner.slice(0, 200), depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * A copy of `value` in which members that are undefined are left out, as JSON does; `undefined` when JSON cannot
 * hold the rest. Each member is read once, so the copy is what was checked.
 */
export function copyJson(value: unknown, depth = 0): Json | undefined {
  if (value === 0) return 0; // JSON has no negative zero.
  if (typeof value !== "object" || value === null) return isScalar(value) ? value : undefined;
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const item = copyJson(value[index], depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
  if (!isPlainObject(value)) return undefined;
  const copy: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const item = copyJson(member, depth + 1);
    if (item === undefined) return undefined;
    setMember(copy, key, item);
  }
  return copy;
}

/** Maps every string of a value, keys included; keys that become equal are told apart by a number. */
export function mapStrings(value: Json, map: (text: string) => string): Json {
  if (typeof value === "string") return map(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item as Json, map));
  const mapped: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = map(key);
    let free = name;
    for (let count = 2; Object.hasOwn(mapped, free); count += 1) free = `${name} (${count})`;
    setMember(mapped, free, mapStrings(item as Json, map));
  }
  return mapped;
}

/** Freezes a JSON value through and through. */
export function deepFreeze<Value extends Json>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) deepFreeze(member as Json);
    Object.freeze(value);
  }
  return value;
}

/** JSON text with sorted keys and no blanks: equal values give equal text. */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item as Json)).join(",")}]`;
  const object = value as JsonObject;
  const members = Object.keys(object)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] as Json)}`);
  return `{${members.join(",")}}`;
}

function isScalar(value: unknown): value is null | string | boolean | number {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean" || value === null;
}

/** Also of another realm; instances of classes are none. */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Assigning to `__proto__` would change the prototype instead. */
function setMember(target: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}
