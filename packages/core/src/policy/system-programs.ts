import type { ShellWord } from "../ports/command-parser.ts";

/** Folders whose programs are the system's own. A program elsewhere may have any name. */
const SYSTEM_FOLDERS = /^\/(usr\/(local\/)?)?s?bin\/[^/]+$/;

/** True for a bare name, or a path into a folder of the system. */
export function isSystemProgram(word: ShellWord | undefined): boolean {
  return word !== undefined && word.isLiteral && (!word.text.includes("/") || SYSTEM_FOLDERS.test(word.text));
}

/** Streams of the command itself. */
export function isHarmless(target: ShellWord): boolean {
  return target.isLiteral && /^\/dev\/(null|stdout|stderr|fd\/[0-9]+)$/.test(target.text);
}
