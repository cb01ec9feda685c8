import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { nameLetters, type ProcessesDriver } from "@wield/core";
import type { ServerEntry } from "@wield/mcp";

/** Variables by which the programs that fetch a server before they run it (npx, uvx, bunx …) find their caches. */
const CACHES: readonly (readonly [variable: string, folder: string])[] = [
  ["XDG_CACHE_HOME", "xdg"],
  ["npm_config_cache", "npm"],
  ["npm_config_store_dir", "pnpm"],
  ["YARN_CACHE_FOLDER", "yarn"],
  ["BUN_INSTALL_CACHE_DIR", "bun"],
  ["DENO_DIR", "deno"],
  ["UV_CACHE_DIR", "uv"],
  ["UV_PYTHON_INSTALL_DIR", "uv-python"],
  ["PIP_CACHE_DIR", "pip"],
];

export interface CacheOptions {
  readonly home: string;
  readonly entry: ServerEntry;
  /** Variables that the configuration gives this server: they are its person's choice, and stay. */
  readonly own: Readonly<Record<string, string>>;
}

/**
 * Gives a server in the sandbox a cache of its own to write in: the person's caches are read-only there. It lies in
 * Wield's home, which nobody else in a sandbox sees, and belongs to this very command of this name: what one server
 * puts there is never run by another, nor outside the sandbox.
 */
export function withCache(driver: ProcessesDriver, { home, entry, own }: CacheOptions): ProcessesDriver {
  const { reach, name } = entry;
  if (reach.kind !== "stdio") return driver;
  return {
    ...driver,
    spawn: (spec) => {
      // Without a sandbox the person's own caches serve.
      if (driver.facts.sandbox.kind === "none") return driver.spawn(spec);
      const folder = join(cachesOf(home), `${nameLetters(name)}-${hashOf(reach.argv)}`);
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
      } catch {
        // A home that cannot be written: the server is told by its own refusal.
        return driver.spawn(spec);
      }
      const given = CACHES.filter(([variable]) => !Object.hasOwn(own, variable));
      const caches = Object.fromEntries(given.map(([variable, part]) => [variable, join(folder, part)]));
      return driver.spawn({ ...spec, env: { ...spec.env, ...caches }, writable: [folder] });
    },
  };
}

/** Removes what a server that is no longer configured left. What cannot be removed stays. */
export function removeCaches(home: string, server: string): void {
  const before = `${nameLetters(server)}-`;
  try {
    for (const name of readdirSync(cachesOf(home))) {
      const isOfServer = name.startsWith(before) && /^[0-9a-f]{16}$/.test(name.slice(before.length));
      if (isOfServer) rmSync(join(cachesOf(home), name), { recursive: true, force: true });
    }
  } catch {
    // There are none, or they are in use: nobody else can see them.
  }
}

function cachesOf(home: string): string {
  return join(home, "mcp", "caches");
}

function hashOf(argv: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(argv)).digest("hex").slice(0, 16);
}
