import { fail, type FailedResult } from "@wield/core";
import { readSshServer } from "./ssh-server.ts";

/** Why a server could not be used. */
export interface SshTrouble {
  readonly cause: "unreachable" | "auth_failed" | "host_key_unknown" | "host_key_changed";
  readonly sentence: string;
  readonly hint: string;
}

const KNOWN_UNREACHABLE: readonly (readonly [RegExp, string])[] = [
  [/Could not resolve hostname|ENOTFOUND|EAI_AGAIN/i, "no such host"],
  [/Connection refused|ECONNREFUSED/i, "refused"],
  [/No route to host|Network is unreachable|E(?:HOST|NET)UNREACH/i, "no way to it"],
  [/timed out|Timeout, server|ETIMEDOUT/i, "timed out"],
  [/Connection (?:closed|reset)/i, "it closed the connection"],
];

const CHANGED = /REMOTE HOST IDENTIFICATION HAS CHANGED|differs from the key for the IP address/;
const FINGERPRINT = /(?:The fingerprint for the (\S+) key sent by the remote host is\s+)(\S+?)\.?\s/;
const PINNED = /Offending (?:\S+ )?key in (\S+:\d+)/;
const OFFERED = /Server host key: (\S+) (\S+)/g;
const UNKNOWN = /Host key verification failed|host key is known for/;
const REFUSED = /Permission denied|Too many authentication failures|No supported authentication methods/;

/**
 * What the system's ssh said before it gave up, as one of the kinds of trouble there are. A key comes before a login and
 * a login before anything else: that is also the order in which they are looked for.
 */
export function readSshTrouble(said: string, label: string): SshTrouble {
  if (CHANGED.test(said)) {
    const now = FINGERPRINT.exec(`${said}\n`);
    const pinned = PINNED.exec(said)?.[1];
    return changedKey(label, {
      ...(pinned === undefined ? {} : { pinned }),
      ...(now === null ? {} : { now: `${now[1]} ${now[2]}` }),
    });
  }
  if (UNKNOWN.test(said)) {
    const [, type, fingerprint] = [...said.matchAll(OFFERED)].at(-1) ?? [];
    return unknownKey(label, type === undefined ? undefined : `${type} ${fingerprint}`);
  }
  const refused = linesOf(said).find((line) => REFUSED.test(line));
  if (refused !== undefined) return refusedLogin(label, refused);
  const lines = linesOf(said);
  const [, reason] = KNOWN_UNREACHABLE.find(([pattern]) => lines.some((line) => pattern.test(line))) ?? [];
  const own = lines.find((line) => KNOWN_UNREACHABLE.some(([pattern]) => pattern.test(line))) ?? lines.at(-1);
  return reason === undefined
    ? unreachable(label, own ?? "no reason is known")
    : unreachable(label, reason, own);
}

/** What a person types to try the same by hand. */
function loginCommand(label: string): string {
  const { destination = label, port } = readSshServer(label) ?? {};
  return port === undefined ? `ssh ${destination}` : `ssh -p ${port} ${destination}`;
}

export function unreachable(label: string, reason: string, said?: string): SshTrouble {
  return {
    cause: "unreachable",
    sentence: `could not connect to ${label}: ${reason}${said === undefined ? "" : ` (${said})`}`,
    hint: "look whether the server answers, or change workspace.backend.",
  };
}

export function refusedLogin(label: string, said: string): SshTrouble {
  return {
    cause: "auth_failed",
    sentence: `${label} refused the login (${said})`,
    hint: `nobody is asked for a password here: a person sets up a key or an agent, until "${loginCommand(label)}" asks for nothing.`,
  };
}

export function unknownKey(label: string, key: string | undefined): SshTrouble {
  return {
    cause: "host_key_unknown",
    sentence: `the key of ${label} is not known${key === undefined ? "" : ` (${key})`}; nothing was sent`,
    hint: `a person compares it with the server's own and confirms it once with "${loginCommand(label)}".`,
  };
}

function changedKey(
  label: string,
  { pinned, now }: { readonly pinned?: string; readonly now?: string },
): SshTrouble {
  const known = pinned === undefined ? "" : `: the known one is in ${pinned}`;
  return {
    cause: "host_key_changed",
    sentence: `the key of ${label} changed${known}${now === undefined ? "" : `, now it is ${now}`}; nothing was sent`,
    hint: "stop; a person must find out why before the known key is removed (ssh-keygen -R).",
  };
}

/** It lets in, but the program that was asked for never begins. */
export function startsLate(label: string): FailedResult {
  return fail("backend_unavailable", `ssh: ${label} let us in, but the program there does not begin`, {
    hint: "look at the start-up files of the login there (such as ~/.bashrc): they may wait for something.",
  });
}

export function backendUnavailable({ sentence, hint }: SshTrouble): FailedResult {
  return fail("backend_unavailable", `ssh: ${sentence}`, { hint });
}

/** Without what `-v` adds. */
function linesOf(said: string): readonly string[] {
  return said
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:debug\d|OpenSSH_|Authenticated to|Transferred:|@)/.test(line));
}
