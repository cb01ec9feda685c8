import type { Runtime } from "@wield/app";

interface StatusParts {
  readonly processes: Pick<Runtime["processes"], "backend">;
  readonly place: Pick<Runtime["place"], "elsewhere" | "problem" | "workspace">;
  readonly sandbox: Pick<Runtime["sandbox"], "problem">;
}

/** Place, sandbox and network as they are in force. */
export function whereCommandsRun({ processes, place, sandbox }: StatusParts): string {
  const { kind, label, sandbox: inForce } = processes.backend;
  const problem = place.problem();
  if (place.elsewhere !== undefined)
    return problem === undefined
      ? `on the server ${label} in ${place.workspace.root}, without a sandbox, network on`
      : `on the server ${label}, not now: ${problem}`;
  const where = kind === "docker" ? `in a container of ${label}` : "on this machine";
  const kept = inForce.kind === "none" ? "without a sandbox" : `in ${inForce.kind}`;
  const why = kind === "local" && sandbox.problem !== undefined ? ` (${sandbox.problem})` : "";
  return `${where}, ${kept}${why}, network ${inForce.network}`;
}
