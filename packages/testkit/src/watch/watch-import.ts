import { createHook } from "node:async_hooks";

/** What an import leaves behind in its process. */
export interface ImportWatch {
  /** What is left since the watch began, each in words behind "loading the file". */
  end(): readonly string[];
}

/** Kinds of what goes on after the import that made it, as Node names them. */
const LASTING: ReadonlyMap<string, string> = new Map([
  ["Timeout", "left a timer running"],
  ["TCPSERVERWRAP", "left a server listening"],
  ["PIPESERVERWRAP", "left a server listening"],
  ["UDPWRAP", "left a socket open"],
  ["FSEVENTWRAP", "left a watch on files"],
  ["STATWATCHER", "left a watch on files"],
]);

/** Notes what is begun and not ended, and what is changed for all code of the process. */
export function watchImport(): ImportWatch {
  const running = new Map<number, string>();
  const hook = createHook({
    init(asyncId, type) {
      const words = LASTING.get(type);
      if (words !== undefined) running.set(asyncId, words);
    },
    destroy(asyncId) {
      running.delete(asyncId);
    },
  }).enable();
  const before = lookAround();
  return {
    end() {
      hook.disable();
      return [...new Set(running.values()), ...compare(before, lookAround())];
    },
  };
}

interface Surroundings {
  readonly globals: ReadonlySet<string>;
  readonly environment: string;
  readonly folder: string;
  readonly listeners: ReadonlyMap<string, number>;
  /** How many members objects have that all code shares. */
  readonly shared: ReadonlyMap<string, number>;
}

function lookAround(): Surroundings {
  const shared = { Object, Array, String, Number, Function, Promise, Map, Set, JSON, Math };
  return {
    globals: new Set(Object.getOwnPropertyNames(globalThis)),
    environment: JSON.stringify(process.env),
    folder: process.cwd(),
    listeners: new Map(process.eventNames().map((name) => [String(name), process.listenerCount(name)])),
    shared: new Map(
      Object.entries(shared).map(([name, value]) => [
        name,
        Reflect.ownKeys(value).length +
          ("prototype" in value ? Reflect.ownKeys(value.prototype as object).length : 0),
      ]),
    ),
  };
}

function compare(before: Surroundings, after: Surroundings): readonly string[] {
  const globals = [...after.globals].filter((name) => !before.globals.has(name));
  const listeners = [...after.listeners].filter(([name, count]) => count > (before.listeners.get(name) ?? 0));
  const shared = [...after.shared].filter(([name, count]) => count !== before.shared.get(name));
  return [
    ...globals.map((name) => `made the global variable ${name}`),
    ...listeners.map(([name]) => `left a listener for "${name}" of the process`),
    ...shared.map(([name]) => `changed ${name}, which all code shares`),
    ...(before.environment === after.environment ? [] : ["changed the environment"]),
    ...(before.folder === after.folder ? [] : ["changed the working folder"]),
  ];
}
