/**
 * What shells report as 128 and a number. Numbers that programs use as exit codes of their own (129 is a wrong usage of
 * git) are left out.
 */
const SIGNALS: ReadonlyMap<number, string> = new Map([
  [130, "SIGINT"],
  [132, "SIGILL"],
  [133, "SIGTRAP"],
  [134, "SIGABRT"],
  [135, "SIGBUS"],
  [136, "SIGFPE"],
  [137, "SIGKILL"],
  [139, "SIGSEGV"],
  [141, "SIGPIPE"],
  [143, "SIGTERM"],
  [152, "SIGXCPU"],
  [153, "SIGXFSZ"],
]);

/** The signal that ended a command, when its exit code means one. */
export function signalOfExitCode(exitCode: number): string | undefined {
  return SIGNALS.get(exitCode);
}
