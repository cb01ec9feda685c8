import { randomBytes } from "node:crypto";
import {
  type BackendFacts,
  type Clock,
  type IdSource,
  Processes,
  type ProcessesDriver,
  type ServiceProvider,
} from "@wield/core";
import { joinPaths, openCallProcesses, readLoginPath, SessionProcesses } from "@wield/host";
import type { AllSettingValues } from "../config/app-settings.ts";
import { commandEnvironment } from "./command-environment.ts";
import type { CommandPlace } from "./command-place.ts";
import { createNoticeBoard, type ProcessNotices } from "./process-notices.ts";

export interface WiredProcesses {
  readonly provider: ServiceProvider<Processes>;
  readonly backend: BackendFacts;
  /** Names of variables that commands do not get, sorted. */
  readonly droppedVariables: readonly string[];
  readonly notices: ProcessNotices;
  /** Where a session's shell is; absolute. */
  folderOf(sessionId: string): string;
  /** A session that starts in the folder of another: a helper of it. Does nothing once it has a shell of its own. */
  startIn(sessionId: string, parentSessionId: string): void;
  /** Ends everything that a session runs. */
  endSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

export interface ProcessParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly values: AllSettingValues;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly place: CommandPlace;
  /** Why no command can be run, as a sentence. */
  readonly missing: () => string | undefined;
}

export function wireProcesses(parts: ProcessParts): WiredProcesses {
  const { env: given, values, clock, ids } = parts;
  const { place } = parts;
  // Asked for facts before any session runs something: it starts nothing by itself.
  const first = place.makeDriver();
  let isFirstFree = true;
  const takeDriver = (): ProcessesDriver => {
    if (!isFirstFree) return place.makeDriver();
    isFirstFree = false;
    return first;
  };
  const { env, dropped } = commandEnvironment(given, {
    pass: values["terminal.env_pass"],
    drop: values["terminal.env_drop"],
  });
  let loginPath: Promise<string | undefined> | undefined;
  const sessions = new Map<string, SessionProcesses>();
  const startFolders = new Map<string, string>();
  const drivers = new Map<string, ProcessesDriver>();
  /** A place of one session ends with it; one that all share stays. */
  const letGo = async (sessionId: string): Promise<void> => {
    const driver = drivers.get(sessionId);
    drivers.delete(sessionId);
    if (driver !== undefined && driver !== first && ![...drivers.values()].includes(driver))
      await driver.close();
  };
  const notices = createNoticeBoard((id) => (sessions.get(id)?.background.running().length ?? 0) > 0);
  const wantedShell = values["terminal.shell"];

  const sessionOf = (sessionId: string): SessionProcesses => {
    const known = sessions.get(sessionId);
    if (known !== undefined) return known;
    const startsIn = startFolders.get(sessionId);
    const driver = takeDriver();
    drivers.set(sessionId, driver);
    const session = new SessionProcesses({
      driver,
      clock,
      mark: randomBytes(8).toString("hex"),
      home: place.home,
      ...(startsIn === undefined ? {} : { startsIn }),
      readEnv: async () => {
        if (place.readEnv !== undefined) return place.readEnv();
        loginPath ??= readLoginPath(given);
        return { ...env, PATH: joinPaths(env["PATH"], await loginPath) };
      },
      ...(wantedShell === "" ? {} : { wantedShell }),
      idleMs: values["terminal.idle"] * 1000,
      makeId: () => ids.next("proc_"),
      ...(place.firstNote === undefined ? {} : { firstNote: () => place.firstNote?.() }),
      onProcessEnded: (process) => notices.ended(sessionId, process),
    });
    sessions.set(sessionId, session);
    return session;
  };

  return {
    provider: {
      token: Processes,
      missing: parts.missing,
      open: (scope) => openCallProcesses(scope, sessionOf(scope.call.sessionId)),
    },
    backend: first.facts,
    droppedVariables: dropped,
    notices,
    folderOf: (sessionId) =>
      place.localPath(sessions.get(sessionId)?.folder ?? startFolders.get(sessionId) ?? place.home),
    startIn: (sessionId, parentSessionId) => {
      const folder = sessions.get(parentSessionId)?.folder;
      if (folder !== undefined) startFolders.set(sessionId, folder);
    },
    endSession: async (sessionId) => {
      const session = sessions.get(sessionId);
      sessions.delete(sessionId);
      startFolders.delete(sessionId);
      await session?.close();
      await letGo(sessionId);
    },
    close: async () => {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map((session) => session.close()));
      await Promise.all([first, ...new Set(drivers.values())].map((driver) => driver.close()));
    },
  };
}
