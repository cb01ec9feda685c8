import type { Mount } from "./mounts.ts";

export interface BubblewrapWishes {
  readonly mounts: readonly Mount[];
  /** The private folder that stands for `/tmp` inside. */
  readonly temporary: string;
  readonly hasNetwork: boolean;
}

/**
 * Arguments of bubblewrap before the program. A user namespace of its own, so that what runs inside can neither trace
 * processes outside nor read their memory or environment; no capability, so that root inside cannot take a mount away;
 * no further user namespace, which would give them back. Process numbers are those of the machine: a tree is found and
 * ended from outside, and what a shell prints as a number is one.
 */
export function bubblewrapArguments({ mounts, temporary, hasNetwork }: BubblewrapWishes): readonly string[] {
  const places = mounts.filter(({ path }) => path !== "/");
  return [
    "--unshare-user",
    "--disable-userns",
    "--unshare-ipc",
    "--unshare-uts",
    "--cap-drop",
    "ALL",
    ...(hasNetwork ? [] : ["--unshare-net"]),
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--bind",
    temporary,
    "/tmp",
    ...places.flatMap(mountArguments),
    // Under its own name too, so that a path printed inside is the same outside.
    "--bind",
    temporary,
    temporary,
    "--setenv",
    "TMPDIR",
    temporary,
    // Last: a workspace may lie in a folder that is hidden.
    ...places.flatMap(({ path, access, isFolder }) =>
      access === "hidden" && isFolder ? ["--remount-ro", path] : [],
    ),
    "--",
  ];
}

function mountArguments({ path, access, isFolder, target }: Mount): readonly string[] {
  switch (access) {
    case "link":
      return target === undefined ? [] : ["--symlink", target, path];
    case "writable":
      return ["--bind", path, path];
    case "read_only":
    case "sealed":
      return ["--ro-bind", path, path];
    case "hidden":
      return isFolder ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
  }
}
