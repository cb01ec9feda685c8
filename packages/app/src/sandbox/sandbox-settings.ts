import { adds, narrowsFolders, onlyStricter, type Setting } from "@wield/core";

type Kind = "none" | "auto" | "bubblewrap";

const KINDS: readonly Kind[] = ["none", "auto", "bubblewrap"];
const NETWORKS: readonly ("on" | "off")[] = ["on", "off"];
const FOLDERS = "a list of folders and files, absolute or starting with ~/";

/** What commands are kept from on this machine. A workspace may only tighten it. */
export const SANDBOX_SETTINGS = {
  "sandbox.kind": {
    description:
      "How commands are kept in: bubblewrap, which refuses where it cannot be had; auto, which then runs without; none.",
    default: "auto" as Kind,
    allowed: KINDS.join(", "),
    schema: (z) => z.enum(KINDS as [Kind, ...Kind[]]),
    workspace: onlyStricter(KINDS),
    protects: true,
  } satisfies Setting<Kind>,
  "sandbox.network": {
    description: "Whether commands in a sandbox have a network.",
    default: "on" as "on" | "off",
    allowed: NETWORKS.join(", "),
    schema: (z) => z.enum(NETWORKS as ["on" | "off", ...("on" | "off")[]]),
    workspace: onlyStricter(NETWORKS),
    protects: true,
  } satisfies Setting<"on" | "off">,
  "sandbox.write": {
    description: "Folders besides the workspace and files.write_roots that commands in a sandbox may change.",
    default: [],
    allowed: FOLDERS,
    schema: (z) => z.array(z.string().min(1)).readonly(),
    workspace: narrowsFolders(),
  } satisfies Setting<readonly string[]>,
  "sandbox.hide": {
    description: "Files and folders that commands in a sandbox find empty.",
    default: [
      "~/.ssh",
      "~/.aws",
      "~/.gnupg",
      "~/.kube",
      "~/.docker",
      "~/.config/gcloud",
      "~/.netrc",
      "~/.npmrc",
      "~/.pypirc",
    ],
    allowed: FOLDERS,
    schema: (z) => z.array(z.string().min(1)).readonly(),
    workspace: adds(),
    protects: true,
  } satisfies Setting<readonly string[]>,
  "sandbox.sockets": {
    description:
      "Sockets, such as /run/docker.sock, that commands in a sandbox may reach. Most let them do anything outside of it.",
    default: [],
    allowed: "a list of sockets and folders with sockets, absolute or starting with ~/",
    schema: (z) => z.array(z.string().min(1)).readonly(),
    workspace: narrowsFolders(),
  } satisfies Setting<readonly string[]>,
};
