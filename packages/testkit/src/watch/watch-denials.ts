import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Attempt } from "./attempt.ts";

export interface DenialWatch extends Disposable {
  /** Attempts since the last call, the oldest first, whether or not the code that tried let anybody know. */
  take(): readonly Attempt[];
}

const CHANNELS: readonly (readonly [string, Attempt["kind"]])[] = [
  ["node:permission-model:fs", "write"],
  ["node:permission-model:child", "program"],
  ["node:permission-model:worker", "worker"],
  ["node:permission-model:addon", "addon"],
];

/**
 * Watches what `node --permission` denies in this process. Reading is expected to be allowed everywhere, so
 * every denial of the file system is an attempt to write.
 */
export function watchDenials(): DenialWatch {
  let attempts: Attempt[] = [];
  const listeners = CHANNELS.map(([channel, kind]) => {
    const listener = (message: unknown): void => {
      attempts.push({ kind, target: resourceOf(message) });
    };
    subscribe(channel, listener);
    return { channel, listener };
  });
  return {
    take() {
      const taken = attempts;
      attempts = [];
      return taken;
    },
    [Symbol.dispose]() {
      for (const { channel, listener } of listeners) unsubscribe(channel, listener);
    },
  };
}

function resourceOf(message: unknown): string {
  if (typeof message !== "object" || message === null || !("resource" in message)) return "";
  return String(message.resource);
}
