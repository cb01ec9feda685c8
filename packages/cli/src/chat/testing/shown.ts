import { paintLine } from "../../terminal/styled-text.ts";
import type { StyledLine } from "../../terminal/styled-text.ts";
import { coloursFor } from "../../terminal/colours.ts";

const PLAIN = coloursFor(false, {});

/** Lines as text, without their looks. */
export function shown(lines: readonly StyledLine[]): readonly string[] {
  return lines.map((line) => paintLine(line, PLAIN).trimEnd());
}
