/** Paints text for a terminal; without colours every function gives its text back. */
export interface Colours {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  italic(text: string): string;
  underline(text: string): string;
  strike(text: string): string;
}

const plain = (text: string): string => text;

const NO_COLOURS: Colours = {
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
  italic: plain,
  underline: plain,
  strike: plain,
};

const painted = (open: number, close: number) => (text: string) =>
  text === "" ? "" : `\u001b[${open}m${text}\u001b[${close}m`;

const COLOURS: Colours = {
  bold: painted(1, 22),
  dim: painted(2, 22),
  red: painted(31, 39),
  green: painted(32, 39),
  yellow: painted(33, 39),
  cyan: painted(36, 39),
  italic: painted(3, 23),
  underline: painted(4, 24),
  strike: painted(9, 29),
};

/** Colours on a terminal that has them, unless `NO_COLOR` is set (https://no-color.org). */
export function coloursFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Colours {
  const isOff = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return isTerminal && !isOff ? COLOURS : NO_COLOURS;
}
