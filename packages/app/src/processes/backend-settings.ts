import type { AllSettingValues } from "../config/app-settings.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { readSshServer } from "@wield/host";
import { onlyStricter, personOnly, type Setting } from "@wield/core";

const BACKENDS = ["local", "docker", "ssh"] as const;
const NETWORKS = ["bridge", "none"] as const;

/** Where commands run and files are. */
export const BACKEND_SETTINGS = {
  "workspace.backend": {
    description:
      "Where the work is done: on this machine, with commands in a container per session, or on a server (ssh).",
    default: "local" as (typeof BACKENDS)[number],
    allowed: BACKENDS.join(", "),
    schema: (z) => z.enum(BACKENDS),
    workspace: personOnly(),
    protects: true,
  } satisfies Setting<(typeof BACKENDS)[number]>,
  "docker.image": {
    description: "The image of containers that commands run in.",
    default: "debian:bookworm-slim",
    allowed: "the name of an image",
    schema: (z) => z.string().min(1),
    workspace: personOnly(),
    protects: true,
  } satisfies Setting<string>,
  "docker.network": {
    description: "The network of containers that commands run in.",
    default: "bridge" as (typeof NETWORKS)[number],
    allowed: NETWORKS.join(", "),
    schema: (z) => z.enum(NETWORKS),
    workspace: onlyStricter(NETWORKS),
    protects: true,
  } satisfies Setting<(typeof NETWORKS)[number]>,
  "ssh.server": {
    description:
      "The server that files and commands are on, as ssh takes it: a name of your ssh configuration, or user@host:port.",
    default: "",
    allowed: "name, user@name or user@name:port",
    schema: (z) =>
      z
        .string()
        .refine(
          (text) => text === "" || readSshServer(text) !== undefined,
          "allowed: name, user@name or user@name:port",
        ),
    workspace: personOnly(),
    protects: true,
  } satisfies Setting<string>,
  "ssh.folder": {
    description: "The folder there that is worked in: absolute, or below the home there.",
    default: "",
    allowed: "the path of a folder, such as ~/app or /srv/app",
    schema: (z) => z.string().refine((text) => !/[\n\0]/.test(text), "allowed: a path of one line"),
    workspace: personOnly(),
    protects: true,
  } satisfies Setting<string>,
  "ssh.config": {
    description: "The configuration of ssh that is used in place of ~/.ssh/config; empty for that.",
    default: "",
    allowed: "the path of a file, absolute or starting with ~/",
    schema: (z) => z.string(),
    workspace: personOnly(),
    protects: true,
  } satisfies Setting<string>,
};

/** What has to be said besides the backend itself. */
export function backendFaults(values: AllSettingValues): readonly string[] {
  if (values["workspace.backend"] !== "ssh") return [];
  return (["ssh.server", "ssh.folder"] as const)
    .filter((name) => values[name] === "")
    .map(
      (name) =>
        `${name} is not set, and workspace.backend is ssh; allowed: ${BACKEND_SETTINGS[name].allowed}`,
    );
}

/** Settings about this machine that do nothing for work on a server. */
export function backendNotices({ values, all }: Pick<LoadedConfig, "values" | "all">): readonly string[] {
  if (values["workspace.backend"] !== "ssh") return [];
  const isSet = (name: string): boolean => all.some((one) => one.name === name && one.origin !== "default");
  return OF_THIS_MACHINE.filter(isSet).map(
    (name) => `${name} is about this machine and does nothing with workspace.backend ssh`,
  );
}

const OF_THIS_MACHINE = [
  "files.read_roots",
  "files.write_roots",
  "sandbox.kind",
  "sandbox.network",
  "sandbox.write",
  "sandbox.hide",
];
