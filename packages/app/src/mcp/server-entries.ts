import { isAbsolute, resolve } from "node:path";
import { fail, type Outcome, value } from "@wield/core";
import type { ServerEntry, ServerReach } from "@wield/mcp";
import type { McpServerSetting } from "./mcp-server-settings.ts";

export interface EntryPlaces {
  readonly workspaceRoot: string;
  /** What `${NAME}` takes, and what a program gets besides its own `env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Environment variables that stay with Wield: keys of providers, tokens. */
  readonly isWithheld: (name: string) => boolean;
}

/** The configured servers with everything looked up. What is wrong with one is its `fault`; the others start. */
export function serverEntries(
  settings: Readonly<Record<string, McpServerSetting>>,
  places: EntryPlaces,
): readonly ServerEntry[] {
  return Object.entries(settings).map(([name, setting]) => {
    const reach = readReach(setting, places);
    return {
      name,
      ...(reach.ok ? {} : { fault: reach.message }),
      isEnabled: setting.enabled ?? true,
      reach: reach.ok ? reach.value : NO_REACH,
      toolsets: setting.toolsets ?? ["default"],
      ...(setting.include === undefined ? {} : { include: setting.include }),
      exclude: setting.exclude ?? [],
      ...(setting.timeout === undefined ? {} : { timeoutMs: setting.timeout * 1000 }),
      trustsHints: setting.trust_hints ?? false,
      offersResources: setting.resources ?? true,
      isSandboxed: setting.sandbox ?? true,
      isPerSession: setting.per_session ?? false,
    };
  });
}

/** Stands where a fault keeps the server from being reached at all. */
const NO_REACH: ServerReach = { kind: "stdio", argv: ["false"], folder: "/", env: {} };

const HTTP_TYPES = new Set(["http", "sse", "streamable-http"]);

function readReach(setting: McpServerSetting, places: EntryPlaces): Outcome<ServerReach> {
  const { type, command, url } = setting;
  if (type !== undefined && type !== "stdio" && !HTTP_TYPES.has(type))
    return wrong(`its type is "${type}"; allowed: stdio, http, sse, streamable-http`);
  if (command !== undefined && url !== undefined)
    return wrong("it has both command and url; give one of them");
  const isHttp = type === undefined ? url !== undefined : HTTP_TYPES.has(type);
  if (isHttp) return url === undefined ? wrong("it has no url") : readHttp(url, setting, places);
  return command === undefined
    ? wrong("it has neither command nor url")
    : readStdio(command, setting, places);
}

function readStdio(command: string, setting: McpServerSetting, places: EntryPlaces): Outcome<ServerReach> {
  const program = expand(command, places);
  if (!program.ok) return program;
  const args: string[] = [];
  for (const arg of setting.args ?? []) {
    const expanded = expand(arg, places);
    if (!expanded.ok) return expanded;
    args.push(expanded.value);
  }
  const own = expandAll(setting.env ?? {}, places);
  if (!own.ok) return own;
  const folder = expand(setting.cwd ?? places.workspaceRoot, places);
  if (!folder.ok) return folder;
  const inherited = Object.entries(places.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !places.isWithheld(pair[0]),
  );
  return value({
    kind: "stdio",
    argv: [program.value, ...args],
    folder: isAbsolute(folder.value) ? folder.value : resolve(places.workspaceRoot, folder.value),
    env: { ...Object.fromEntries(inherited), ...own.value },
  });
}

function readHttp(given: string, setting: McpServerSetting, places: EntryPlaces): Outcome<ServerReach> {
  const expanded = expand(given, places);
  if (!expanded.ok) return expanded;
  if (!URL.canParse(expanded.value)) return wrong(`its url is no address: ${given}`);
  const url = new URL(expanded.value);
  if (url.username !== "" || url.password !== "")
    return wrong(
      "its url holds a name or a password, which is not sent from there; put it into headers: Authorization",
    );
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return wrong(`its url has to begin with https:// or http://`);
  if (url.protocol === "http:" && !isLoopback(url.hostname) && setting.insecure !== true)
    return wrong("http is for this machine only; use https, or insecure: true");
  const headers = expandAll(setting.headers ?? {}, places);
  return headers.ok ? value({ kind: "http", url, headers: headers.value }) : headers;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function expandAll(
  texts: Readonly<Record<string, string>>,
  places: EntryPlaces,
): Outcome<Readonly<Record<string, string>>> {
  const all: [string, string][] = [];
  for (const [name, text] of Object.entries(texts)) {
    const expanded = expand(text, places);
    if (!expanded.ok) return expanded;
    all.push([name, expanded.value]);
  }
  return value(Object.fromEntries(all));
}

/** `${NAME}` becomes the environment variable's value. */
function expand(text: string, { env }: EntryPlaces): Outcome<string> {
  let missing: string | undefined;
  const expanded = text.replaceAll(/\$\{([^}]*)\}/g, (_whole, name: string) => {
    const found = Object.hasOwn(env, name) ? env[name] : undefined;
    if (found === undefined) missing ??= name;
    return found ?? "";
  });
  if (missing === undefined) return value(expanded);
  return wrong(
    missing.startsWith("vault:")
      ? `it wants the secret ${missing}, and there is no vault yet; use an environment variable`
      : `the environment variable ${missing} is not set`,
  );
}

function wrong(reason: string): Outcome<never> {
  return fail("mcp_unavailable", reason);
}
