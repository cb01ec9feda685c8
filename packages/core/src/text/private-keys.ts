const BEGIN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/g;
const END = /-----END [A-Z0-9 ]*PRIVATE KEY-----/g;

/** What follows the first line of a key that is cut off: its header lines and lines of base64, also in JSON text. */
const CUT_BODY =
  /(?:(?:\\[nr]|\s)*(?:[A-Za-z0-9+/]{16,}={0,2}|(?:Proc-Type|DEK-Info): [^\n\\]*))+(?:(?:\\[nr]|\s)*[A-Za-z0-9+/=]+(?=[\s"'\\]|$))?/y;

/** Masks private key blocks. The line that begins one, with no key behind it, is no secret. */
export function maskPrivateKeys(text: string, mask: string): string {
  if (!text.includes("-----BEGIN ")) return text;
  let masked = "";
  let copied = 0;
  let hasEnd = true;
  for (const begin of text.matchAll(BEGIN)) {
    if (begin.index < copied) continue;
    const start = begin.index + begin[0].length;
    const end = hasEnd ? endOf(END, text, start) : undefined;
    if (end === undefined) hasEnd = false;
    const stop = end ?? endOf(CUT_BODY, text, start);
    if (stop === undefined) continue;
    masked += `${text.slice(copied, begin.index)}${mask}`;
    copied = stop;
  }
  return masked + text.slice(copied);
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
