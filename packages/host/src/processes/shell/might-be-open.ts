/** What may keep a command line open besides plain quotes. */
const OPENERS =
  /[\\`(){}#]|<<|&&\s*$|\|\s*$|\[\[|(?:^|[\s;&|])(?:if|then|elif|else|for|while|until|do|case|select|function)(?=[\s;]|$)/;

/**
 * False when a command line is certainly complete; else the shell is asked, which costs a process. Quotes alone are
 * counted here.
 */
export function mightBeOpen(command: string): boolean {
  if (OPENERS.test(command)) return true;
  let quote = "";
  for (const character of command) {
    if (quote === "" && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = "";
  }
  return quote !== "";
}
