import { onlyStricter, personOnly, type Setting } from "@wield/core";

const BACKENDS = ["local", "docker"] as const;
const NETWORKS = ["bridge", "none"] as const;

/** Where commands run. */
export const BACKEND_SETTINGS = {
  "workspace.backend": {
    description:
      "Where commands run: on this machine, or in a container per session with the workspace in it.",
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
};
