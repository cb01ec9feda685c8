import { lstatSync, realpathSync } from "node:fs";

/** Sockets outside `/run` with which a container engine or a virtual machine is told what to do. */
const KNOWN = [
  "/var/lib/lxd/unix.socket",
  "/var/snap/lxd/common/lxd/unix.socket",
  "/var/lib/incus/unix.socket",
];

/** Folders of a person's home with sockets of such programs. */
const KNOWN_AT_HOME = [
  ".colima",
  ".lima",
  ".rd",
  ".orbstack",
  ".finch",
  ".local/share/containers/podman/machine",
];

/** Variables of what stores data and does nothing else. */
const OF_DATABASES = /^PG|MYSQL|MARIADB|POSTGRES|DATABASE|REDIS|MONGO|MEMCACHE|DSN$|DB_/i;

/** Places of sockets that reach out of a sandbox: known ones, and those that the environment names. */
export function namedSockets(
  env: Readonly<Record<string, string | undefined>>,
  userHome: string,
): readonly string[] {
  const named = Object.entries(env).flatMap(([name, value = ""]) =>
    OF_DATABASES.test(name) ? [] : socketsIn(value),
  );
  return [...KNOWN, ...KNOWN_AT_HOME.map((name) => `${userHome}/${name}`), ...named];
}

/** `unix:path=/x,guid=…`, `unix:///x`, `/x,4711,0` and a bare path name one. */
function socketsIn(value: string): readonly string[] {
  if (value.length > 4096 || !value.includes("/")) return [];
  return value.split(/[,;=]|unix:(?:\/\/)?/).filter((part) => part.startsWith("/") && isSocket(part));
}

function isSocket(path: string): boolean {
  try {
    return lstatSync(realpathSync(path)).isSocket();
  } catch {
    return false;
  }
}
