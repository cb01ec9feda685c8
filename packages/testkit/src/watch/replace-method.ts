export type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Puts another function in the place of a method; the function it returns puts the first one back. */
export function replaceMethod(owner: object, name: string, make: (original: Method) => Method): () => void {
  const found = Object.getOwnPropertyDescriptor(owner, name);
  if (found === undefined || typeof found.value !== "function")
    throw new TypeError(`there is no method ${name} to replace`);
  Object.defineProperty(owner, name, { ...found, value: make(found.value as Method) });
  return () => {
    Object.defineProperty(owner, name, found);
  };
}
