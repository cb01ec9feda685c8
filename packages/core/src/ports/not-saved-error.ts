/**
 * What had to be on disk could not be put there: the disk is full, the folder is read-only. Its message says so in
 * plain words and is ready to be shown; nothing is wrong with the program.
 */
export class NotSavedError extends Error {
  override readonly name = "NotSavedError";
}
