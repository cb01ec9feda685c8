export interface SignalWatch {
  /** Aborted on the first signal, and by `interrupt`. */
  readonly signal: AbortSignal;
  /** The signal that came; `SIGINT` until one did. */
  name(): NodeJS.Signals;
  /** What Ctrl-C does where a terminal delivers it as a key. */
  readonly interrupt: () => void;
  /** Gives the signals back to Node. */
  stop(): void;
}

const EXIT_CODES: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Turns the signals that end a process into a cancel. A second one ends it at once. */
export function watchSignals(): SignalWatch {
  const controller = new AbortController();
  let name: NodeJS.Signals = "SIGINT";
  const onSignal = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODES[signal]);
    name = signal;
    controller.abort();
  };
  // A window that is closed sends SIGHUP: what runs for it is ended too.
  for (const one of Object.keys(EXIT_CODES)) process.on(one, onSignal);
  return {
    signal: controller.signal,
    name: () => name,
    interrupt: () => onSignal("SIGINT"),
    stop() {
      for (const one of Object.keys(EXIT_CODES)) process.off(one, onSignal);
    },
  };
}
