import { join } from "node:path";
import type { Log, ProcessesDriver } from "@wield/core";
import {
  CONTAINER_WORKSPACE,
  createDockerPlace,
  createLocalProcesses,
  createRemoteProcesses,
  removeLeftContainers,
  type Sandbox,
} from "@wield/host";
import type { AllSettingValues } from "../config/app-settings.ts";
import { alwaysSet } from "./command-environment.ts";

/** What a shell of a container starts with: nothing of this machine. */
const CONTAINER_ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/tmp",
  LANG: "C.UTF-8",
};

/** Where the commands of one session run, as that place calls things. */
export interface CommandPlace {
  readonly makeDriver: () => ProcessesDriver;
  /** The workspace's root there. */
  readonly home: string;
  /** The whole environment of commands there; absent where they get the one that Wield was started with. */
  readonly readEnv?: () => Promise<Readonly<Record<string, string>>>;
  /** What the first result of a session says of the place, when less is in force than was wished for. */
  firstNote?(): string | undefined;
  /** A path of that place, as this machine calls it. */
  localPath(path: string): string;
}

export interface CommandPlaceOptions {
  readonly values: AllSettingValues;
  readonly workspaceRoot: string;
  readonly sandbox: Sandbox;
  /** The socket of the engine, where `DOCKER_HOST` names one. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

export function commandPlace(options: CommandPlaceOptions): CommandPlace {
  const { values, workspaceRoot, sandbox } = options;
  if (values["workspace.backend"] === "docker") return containerPlace(options);
  let driver: ProcessesDriver | undefined;
  return {
    makeDriver: () => (driver ??= createLocalProcesses({ sandbox })),
    home: workspaceRoot,
    firstNote: () =>
      sandbox.problem === undefined ? undefined : `commands run without a sandbox here: ${sandbox.problem}`,
    localPath: (path) => path,
  };
}

function containerPlace({ values, workspaceRoot, env, log }: CommandPlaceOptions): CommandPlace {
  const socket = /^unix:\/\/(\/.*)$/.exec(env["DOCKER_HOST"] ?? "")?.[1];
  const engine = socket === undefined ? {} : { socket };
  let isSwept = false;
  const sweep = (): void => {
    if (isSwept) return;
    isSwept = true;
    removeLeftContainers(engine).catch((error: unknown) => log("warn", `docker: ${String(error)}`));
  };
  return {
    makeDriver: () => {
      sweep();
      return createRemoteProcesses(
        createDockerPlace({
          ...engine,
          image: values["docker.image"],
          network: values["docker.network"],
          workspace: workspaceRoot,
          user: `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`,
          onReplaced: () => log("warn", "the container was gone; a new one took its place"),
        }),
      );
    },
    home: CONTAINER_WORKSPACE,
    readEnv: async () => ({ ...CONTAINER_ENVIRONMENT, ...alwaysSet }),
    localPath: (path) =>
      path === CONTAINER_WORKSPACE || path.startsWith(`${CONTAINER_WORKSPACE}/`)
        ? join(workspaceRoot, path.slice(CONTAINER_WORKSPACE.length))
        : path,
  };
}
