import type { BackendFacts, Elsewhere, FilesDriver, FloorPlaces, Outcome, Workspace } from "@wield/core";
import { createLocalFiles, type Sandbox, type ServerFacts } from "@wield/host";
import type { Log } from "@wield/core";
import { readProjectInstructions } from "../agent/project-instructions.ts";
import type { AllSettingValues } from "../config/app-settings.ts";
import type { Places } from "../config/places.ts";
import { homeFloor } from "../floor/home-floor.ts";
import { type CommandPlace, commandPlace } from "./command-place.ts";

/** Where the work of a runtime is: its files, and the programs that are run on them. */
export interface WorkPlace {
  /** The folder; of a server it is known once that was reached, so it is to be looked at anew. */
  readonly workspace: Workspace;
  /** For people: the folder's own name. */
  readonly workspaceName: string;
  readonly elsewhere?: Elsewhere;
  readonly files: FilesDriver;
  readonly floor: FloorPlaces;
  readonly commands: CommandPlace;
  /** How effects, rules and records name where commands run; nothing for this machine. */
  readonly backendName?: string;
  /** Such as `linux`. */
  readonly system: string;
  /** Where commands run, for a model. */
  readonly inWords: string;
  /** Why nothing can be done there now, as a sentence; nothing when it can. */
  problem(): string | undefined;
  /** Goes there for the first time. Ends when that worked or failed: `problem` tells. */
  reach(): Promise<void>;
  /** What is really there; of this machine nothing. Asks anew. */
  look(): Promise<Outcome<ServerFacts> | undefined>;
  /** The project's own instructions. */
  readInstructions(): Promise<string | undefined>;
  /** What taking changes back needs besides files; absent on this machine. */
  readonly folders?: FolderActs;
  close(): Promise<void>;
}

/** Each path is a real one of that place. False when it could not be done. */
export interface FolderActs {
  removeEmptyFolder(path: string): Promise<Outcome<boolean>>;
  setMode(path: string, mode: number): Promise<Outcome<boolean>>;
}

export interface WorkPlaceOptions {
  readonly values: AllSettingValues;
  readonly places: Places;
  readonly sandbox: Sandbox;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/** What works on a server is loaded only where the work is on one. */
export async function workPlace(options: WorkPlaceOptions): Promise<WorkPlace> {
  if (options.values["workspace.backend"] !== "ssh") return localPlace(options);
  const { serverPlace } = await import("./server-place.ts");
  return serverPlace(options);
}

/** Files of this machine; commands there too, or in a container that has the same files. */
function localPlace({ values, places, sandbox, env, log }: WorkPlaceOptions): WorkPlace {
  const { workspaceRoot, workspaceName, userHome } = places;
  const kind: BackendFacts["kind"] = values["workspace.backend"];
  return {
    workspace: {
      root: workspaceRoot,
      readRoots: values["files.read_roots"],
      writeRoots: values["files.write_roots"],
      home: userHome,
    },
    workspaceName,
    files: createLocalFiles(),
    floor: homeFloor(places.home),
    commands: commandPlace({ values, workspaceRoot, sandbox, env, log }),
    ...(kind === "local" ? {} : { backendName: kind }),
    system: process.platform,
    inWords: kind === "local" ? kind : `${kind} (a container of ${values["docker.image"]})`,
    problem: () => undefined,
    reach: async () => undefined,
    look: async () => undefined,
    readInstructions: () => readProjectInstructions(workspaceRoot),
    close: async () => undefined,
  };
}
