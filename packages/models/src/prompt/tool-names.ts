import { nameLetters } from "@wield/core";

const TAKEN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** A tool's name as every provider takes it: the same one where it is fine, which all published names are. */
export function wireName(name: string): string {
  if (TAKEN.test(name)) return name;
  const cleaned = nameLetters(name).slice(0, 60);
  return /^[A-Za-z_]/.test(cleaned) ? cleaned : `tool_${cleaned}`;
}
