import { lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "./mounts.ts";

/**
 * Names in `/run` of what does the will of whoever can speak to it: container engines, the buses and what manages
 * services and sessions behind them, terminals that others attach to, displays, keys. What is not named here (name
 * services, databases, links to the system's programs) stays.
 */
const CONTROLLING =
  /^(user|docker|podman|containerd|crio|k3s|k0s|kubelet|buildkit|nerdctl|dockershim|rancher|dbus|systemd|snapd|libvirt|lxc|lxd|incus|multipass|machine|virt|qemu|screen|tmux|udev|initctl|init|runit|s6|openrc|service|supervisor|acpid|atd|cron|polkit|gdm|lightdm|sddm|xdm|X11|keyring|sudo|WSL|tailscale|teleport|cloud-init|cockpit|flatpak|spice|vmware|guest|xtables|lvm|multipathd|sshd|agent)/i;

/** Of a folder that is hidden as a whole this much is needed, to find hosts by name. */
const NEEDED = ["systemd/resolve"];

/**
 * `/run` as commands see it: what controls the machine is missing, and what comes after the start is not there. A
 * read-only mount would not stop anybody from connecting.
 */
export function mountsOfRun(folder: string): readonly Mount[] {
  let names: readonly string[];
  try {
    // A system where it is a link to another place keeps nothing of its own in it.
    if (realpathSync(folder) !== folder) return [];
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const kept = [...names.filter((name) => !CONTROLLING.test(name)), ...NEEDED];
  return [
    { path: folder, access: "hidden", isFolder: true },
    ...kept.flatMap((name) => mountOf(join(folder, name))),
  ];
}

function mountOf(path: string): readonly Mount[] {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return [{ path, access: "link", isFolder: false, target: readlinkSync(path) }];
    return [{ path, access: "read_only", isFolder: stat.isDirectory() }];
  } catch {
    return [];
  }
}
