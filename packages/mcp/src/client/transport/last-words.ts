const KEPT_LINES = 5;
const MAX_LINE = 400;

/** The last lines of a server's standard error, however much it writes. */
export interface LastWords {
  push(chunk: Uint8Array): void;
  lines(): readonly string[];
}

const CONTROL = /[\p{Cc}]/gu;

export function createLastWords(onLine: (line: string) => void): LastWords {
  const decoder = new TextDecoder();
  let open = "";
  let kept: readonly string[] = [];
  const keep = (text: string): void => {
    const line = text.replaceAll(CONTROL, "").trimEnd().slice(0, MAX_LINE);
    if (line === "") return;
    kept = [...kept, line].slice(-KEPT_LINES);
    onLine(line);
  };
  return {
    push: (chunk) => {
      const parts = (open + decoder.decode(chunk, { stream: true })).split("\n");
      open = (parts.pop() ?? "").slice(0, MAX_LINE);
      // Of a flood only its end is worth reading.
      for (const part of parts.slice(-KEPT_LINES)) keep(part);
    },
    lines: () => (open.trim() === "" ? kept : [...kept, open.replaceAll(CONTROL, "")].slice(-KEPT_LINES)),
  };
}
