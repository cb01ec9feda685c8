import { programOf, type CommandPart, type NamedHost } from "../effects/parsed-command.ts";
import { readOptions } from "./option-reader.ts";
import { SSH_OPTIONS } from "./ssh-starts.ts";

type Host = Omit<NamedHost, "part">;

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
  ["ftp", 21],
  ["ssh", 22],
  ["git", 9418],
  ["rsync", 873],
  ["sftp", 22],
]);

const FETCHERS: ReadonlySet<string> = new Set([
  "curl",
  "wget",
  "http",
  "https",
  "xh",
  "aria2c",
  "lynx",
  "w3m",
]);

const WITH_REMOTES: ReadonlySet<string> = new Set(["git", "scp", "sftp", "rsync"]);

/** True for a program whose output comes from another machine. */
export function fetches(part: CommandPart): boolean {
  return FETCHERS.has(programOf(part) ?? "");
}

/** The hosts a command names. */
export function hostsNamedBy(part: CommandPart): readonly Host[] {
  const program = programOf(part);
  const found: Host[] = [];
  for (const { target } of part.redirects) {
    const device = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)$/.exec(target.text);
    if (device !== null) found.push({ host: device[1] ?? "", port: Number(device[2]) });
  }
  if (program === undefined) return found;
  const words = part.words.slice(1);
  for (const { text, isLiteral } of words) {
    const url = isLiteral ? hostOfUrl(text) : undefined;
    if (url !== undefined) found.push(url);
    else if (isLiteral && WITH_REMOTES.has(program)) found.push(...hostOfRemote(text));
    else if (isLiteral && FETCHERS.has(program)) found.push(...bareHost(text));
  }
  if (program === "ssh") {
    const { at, options } = readOptions(words, SSH_OPTIONS);
    const target = words[at];
    const port = Number(options.find(({ name }) => name === "p")?.value?.text ?? 22);
    if (target?.isLiteral === true)
      found.push({ host: afterUser(target.text), port: Number.isInteger(port) ? port : 22 });
  }
  if (/^(nc|ncat|netcat|telnet)$/.test(program)) {
    const [host, port] = words.filter(({ text, isLiteral }) => isLiteral && !text.startsWith("-"));
    if (host !== undefined) found.push({ host: host.text.toLowerCase(), port: Number(port?.text) || 23 });
  }
  return found;
}

function hostOfUrl(text: string): Host | undefined {
  const found = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?(\[[^\]]+\]|[^/?#:@]+)(?::(\d+))?(?:[/?#]|$)/i.exec(
    text,
  );
  if (found === null) return undefined;
  const scheme = (found[1] ?? "").toLowerCase();
  if (scheme === "file") return undefined;
  return { host: (found[2] ?? "").toLowerCase(), port: Number(found[3] ?? DEFAULT_PORTS.get(scheme) ?? 443) };
}

/** `user@host:path`, as git, scp and rsync write it. */
function hostOfRemote(text: string): readonly Host[] {
  const found = /^(?:[^@/:\s]+@)?([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)/.exec(text);
  return found === null ? [] : [{ host: (found[1] ?? "").toLowerCase(), port: 22 }];
}

function bareHost(text: string): readonly Host[] {
  const found = /^(?:[^@/\s]+@)?((?:[a-z0-9-]+\.)+[a-z0-9-]+|localhost)(?::(\d+))?(?:[/?#]|$)/i.exec(text);
  return found === null ? [] : [{ host: (found[1] ?? "").toLowerCase(), port: Number(found[2] ?? 80) }];
}

function afterUser(text: string): string {
  const url = hostOfUrl(text);
  return url?.host ?? text.slice(text.lastIndexOf("@") + 1).toLowerCase();
}
