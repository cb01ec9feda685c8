import type { Output } from "./output.ts";

export interface CapturedOutput extends Output {
  /** What was written, line by line. */
  lines(): readonly string[];
}

/** An output that keeps what is written, for a screen that is drawn as a whole. */
export function captureOutput(screen: Pick<Output, "columns" | "colours" | "foreign">): CapturedOutput {
  let text = "";
  const write = (more: string): void => {
    text += more;
  };
  return {
    isTerminal: true,
    columns: screen.columns,
    colours: screen.colours,
    write,
    line: (more = "") => write(`${more}\n`),
    foreign: screen.foreign,
    flush: () => Promise.resolve(),
    drop: () => undefined,
    lines: () => (text === "" ? [] : text.replace(/\n$/, "").split("\n")),
  };
}
