import type { BackgroundProcess } from "@wield/core";

/** Ends of background commands that a session's model has not been told of. */
export interface ProcessNotices {
  /** One line each, the oldest first. A line is given once. */
  take(sessionId: string): readonly string[];
  /** Something of this session runs whose end will be told. */
  isBusy(sessionId: string): boolean;
  /** Calls `onNews` when there is something to take. The returned function ends that. */
  watch(sessionId: string, onNews: () => void): () => void;
}

export interface NoticeBoard extends ProcessNotices {
  ended(sessionId: string, process: BackgroundProcess): void;
}

export function createNoticeBoard(isBusy: (sessionId: string) => boolean): NoticeBoard {
  const lines = new Map<string, string[]>();
  const watchers = new Map<string, Set<() => void>>();
  return {
    take: (sessionId) => {
      const taken = lines.get(sessionId) ?? [];
      lines.delete(sessionId);
      return taken;
    },
    isBusy,
    watch: (sessionId, onNews) => {
      const own = watchers.get(sessionId) ?? new Set();
      watchers.set(sessionId, own.add(onNews));
      return () => {
        own.delete(onNews);
        if (own.size === 0) watchers.delete(sessionId);
      };
    },
    ended: (sessionId, process) => {
      // Who ended it knows.
      if (process.status === "cancelled") return;
      lines.set(sessionId, [...(lines.get(sessionId) ?? []), describe(process)]);
      for (const onNews of watchers.get(sessionId) ?? []) onNews();
    },
  };
}

function describe({ id, status, exitCode, signal, command }: BackgroundProcess): string {
  const how = signal ?? (exitCode === null ? "no exit code" : `exit code ${exitCode}`);
  const line = command.replaceAll(/\s+/g, " ").trim();
  return `background process ${id} has ended: ${status} (${how}): ${line.slice(0, 200)}`;
}
