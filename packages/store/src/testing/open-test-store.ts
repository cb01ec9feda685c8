import type { Clock, LogLevel } from "@wield/core";
import { onTestFinished } from "vitest";
import { openStore } from "../open-store.ts";
import type { Store, StoreOptions } from "../open-store.ts";
import { systemClock } from "./clocks.ts";

export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
}

/** A store on this home that is closed when the test has ended, and what it logs. */
export async function openTestStore(
  home: string,
  options: Partial<StoreOptions> & { readonly clock?: Clock } = {},
): Promise<Store & { readonly logged: readonly LogLine[] }> {
  const logged: LogLine[] = [];
  const log = (level: LogLevel, message: string): void => void logged.push({ level, message });
  const store = await openStore({ home, clock: systemClock, log, ...options });
  onTestFinished(() => store.close());
  return { ...store, logged };
}
