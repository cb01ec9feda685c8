import { workspaceKey } from "../home/home-layout.ts";

/** Id of the one command-line session of this workspace: the same in every process, another in every workspace. */
export function commandLineSession(workspace: string): string {
  return `ses_cli_${workspaceKey(workspace)}`;
}
