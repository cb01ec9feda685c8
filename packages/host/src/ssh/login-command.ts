/**
 * A script of `/bin/sh` as a command for the shell of a login, which may be any: csh takes no quote that goes on in
 * another line and sees a history in `!`, fish reads backslashes in quotes. So the script comes as one quoted word
 * without any of them.
 */
export function loginCommand(script: string): string {
  const word = script.replaceAll(/[\\'!\n]/g, (letter) => OCTAL[letter] ?? letter);
  return `exec /bin/sh -c 'eval "shift; $(printf %b "$1")"' sh '${word}'`;
}

/** As `printf %b` reads them. */
const OCTAL: Readonly<Record<string, string>> = {
  "\\": "\\0134",
  "'": "\\0047",
  "!": "\\0041",
  "\n": "\\0012",
};
