/**
 * Keeps standard output for the command itself, whose output is read by programs: what a tool file prints, with
 * `console.log` or to `process.stdout`, goes to standard error. Gives the stream that is standard output.
 */
export function ownOutput(): NodeJS.WriteStream {
  const { stdout, stderr } = process;
  // The console looks for the stream when it first writes.
  Object.defineProperty(process, "stdout", { configurable: true, enumerable: true, get: () => stderr });
  return stdout;
}
