import type { Attempt } from "./attempt.ts";
import { guardNetwork } from "./guard-network.ts";
import { guardPrograms } from "./guard-programs.ts";
import { guardSignals } from "./guard-signals.ts";
import { watchDenials } from "./watch-denials.ts";

/** Everything that code of this process can reach past its services, closed and watched. */
export interface HostWatch extends Disposable {
  /** Attempts since the last call. */
  take(): readonly Attempt[];
  /** Connections are made from now on, and still told. */
  letConnect(): void;
}

/** To be used in a process that runs under `node --permission`: files, programs and threads are closed by that. */
export function watchHost(): HostWatch {
  const network = guardNetwork();
  const parts = [watchDenials(), guardPrograms(), guardSignals(), network];
  return {
    take: () => parts.flatMap((part) => part.take()),
    letConnect: network.letConnect,
    [Symbol.dispose]() {
      for (const part of parts) part[Symbol.dispose]();
    },
  };
}
