import type { BackendFacts } from "@wield/core";

/** Where a command runs and what keeps it in, for who decides about it. */
export function describeBackend({ kind, label, sandbox }: BackendFacts): string {
  const place = {
    local: "on this machine",
    docker: `in a container of ${label}`,
    ssh: `on the server ${label}`,
  }[kind];
  if (kind !== "local") return sandbox.network === "off" ? `${place}, without network` : place;
  const network = sandbox.network === "off" ? ", without network" : "";
  return sandbox.kind === "none" ? `${place}, without a sandbox` : `${place}, in ${sandbox.kind}${network}`;
}
