import { personOnly, type Setting } from "@wield/core";

/** Where `wield serve` listens. A folder's own configuration has no say in it. */
export const SERVER_SETTINGS = {
  "server.host": {
    description:
      "The address wield serve listens on. Anything but this machine itself is printed with a warning.",
    default: "127.0.0.1",
    allowed: "a host name or an address",
    schema: (z) => z.string().min(1),
    workspace: personOnly(),
    protects: true,
  } satisfies Setting<string>,
  "server.port": {
    description: "The port wield serve listens on; 0 takes a free one.",
    default: 7433,
    allowed: "a whole number from 0 to 65535",
    schema: (z) => z.int().min(0).max(65_535),
    workspace: personOnly(),
  } satisfies Setting<number>,
  "server.allowed_hosts": {
    description:
      "Host headers that are served besides the names of this machine itself; exact, with the port.",
    default: [],
    allowed: "a list of hosts such as wield.example:7433",
    schema: (z) => z.array(z.string().min(1)).readonly(),
    workspace: personOnly(),
    protects: true,
  } satisfies Setting<readonly string[]>,
};
