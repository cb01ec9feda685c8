import { posix } from "node:path";
import type { Elsewhere, FloorPlaces, Outcome, Workspace } from "@wield/core";
import {
  createRemoteFiles,
  createRemoteProcesses,
  createSystemSshPlace,
  readServerEnvironment,
  readServerFacts,
  readServerFilesAbove,
  type RemotePlace,
  removeEmptyServerFolder,
  type ServerFacts,
  setServerMode,
} from "@wield/host";
import { expandHome } from "../config/places.ts";
import {
  joinInstructions,
  INSTRUCTIONS_NAME,
  MOST_INSTRUCTIONS_BYTES,
} from "../agent/project-instructions.ts";
import { alwaysSet, commandEnvironment } from "./command-environment.ts";
import type { WorkPlace, WorkPlaceOptions } from "./work-place.ts";

/** A server that could not be reached is tried again no sooner than this. */
const AGAIN_MS = 30_000;

/**
 * A folder of a server. Everything about the work is there; the configuration, trust, records and MCP servers are those
 * of the folder of this machine that Wield was started in.
 */
export function serverPlace({ values, places, env, log }: WorkPlaceOptions): WorkPlace {
  const server = values["ssh.server"];
  const folder = values["ssh.folder"];
  const config = values["ssh.config"];
  const elsewhere: Elsewhere = { name: `ssh ${server}:${folder}`, openedFrom: places.workspaceRoot };
  const ssh = createSystemSshPlace({
    server,
    env,
    ...(config === "" ? {} : { configFile: expandHome(config, places.userHome) }),
    onReopened: () => log("warn", `the connection to ${server} was lost and is open again`),
  });
  /** Why the last program could not be started. */
  let away: string | undefined;
  const place: RemotePlace = {
    ...ssh,
    open: async (script) => {
      const opened = await ssh.open(script);
      away = opened.ok ? undefined : opened.message;
      if (!opened.ok) triedAt = Date.now();
      return opened;
    },
  };
  const files = createRemoteFiles(place);
  const programs = createRemoteProcesses(place);
  let facts: ServerFacts | undefined;
  let trouble: string | undefined;
  let triedAt = 0;
  let trying: Promise<Outcome<ServerFacts>> | undefined;

  const look = (): Promise<Outcome<ServerFacts>> => {
    trying ??= readServerFacts(place, folder).then((outcome) => {
      trying = undefined;
      triedAt = Date.now();
      if (outcome.ok) facts = outcome.value;
      trouble = outcome.ok ? undefined : outcome.message;
      return outcome;
    });
    return trying;
  };
  const workspaceOf = ({ folder: root, home }: ServerFacts): Workspace => ({
    root,
    readRoots: [],
    writeRoots: [],
    home,
    elsewhere,
  });
  let workspace: { readonly of: ServerFacts; readonly is: Workspace } | undefined;

  return {
    // The same one as long as nothing changed: drivers know it again.
    get workspace() {
      const known = facts ?? { folder: "/", home: "/", user: "", system: "", shell: "" };
      if (workspace?.of.folder !== known.folder || workspace.of.home !== known.home)
        workspace = { of: known, is: workspaceOf(known) };
      return workspace.is;
    },
    get workspaceName() {
      const path = facts?.folder ?? folder;
      return posix.basename(path) || path;
    },
    elsewhere,
    files,
    floor: {
      // Whoever uses Wield on the server keeps its secrets from here, too.
      get home() {
        return posix.join(facts?.home ?? "/", ".wield");
      },
      isHomeFile: () => false,
      isWorkspaceConfig: () => false,
    } satisfies FloorPlaces,
    commands: {
      makeDriver: () => programs,
      get home() {
        return facts?.folder ?? "/";
      },
      readEnv: async () => {
        const read = await readServerEnvironment(place);
        const { env: kept } = commandEnvironment(read.ok ? read.value : {}, {
          pass: values["terminal.env_pass"],
          drop: values["terminal.env_drop"],
        });
        return read.ok ? kept : { ...BARE, ...alwaysSet };
      },
      localPath: (path) => path,
    },
    backendName: server,
    get system() {
      return facts?.system ?? "unknown";
    },
    get inWords() {
      const as = facts === undefined ? "" : ` as ${facts.user}, with ${posix.basename(facts.shell)}`;
      return `ssh on the server ${server}${as}; the files are there too`;
    },
    problem: () => {
      const why = away ?? trouble;
      if (why !== undefined && trying === undefined && Date.now() - triedAt > AGAIN_MS) void look();
      return why ?? (facts === undefined ? "the server has not answered yet" : undefined);
    },
    reach: async () => {
      await look();
    },
    look,
    readInstructions: async () => {
      if (facts === undefined) await look();
      if (facts === undefined) return undefined;
      const read = await readServerFilesAbove(place, {
        folder: facts.folder,
        name: INSTRUCTIONS_NAME,
        // One more tells that something was cut.
        maxBytes: MOST_INSTRUCTIONS_BYTES + 1,
      });
      return read.ok ? joinInstructions(read.value.map((text) => ({ text, cutBytes: 0 }))) : undefined;
    },
    folders: {
      removeEmptyFolder: (path) => removeEmptyServerFolder(place, path),
      setMode: (path, mode) => setServerMode(place, path, mode),
    },
    close: async () => {
      files.close();
      await place.close();
    },
  };
}

/** For a server that does not tell its environment. */
const BARE = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" };
