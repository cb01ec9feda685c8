import { fail } from "../contract/result.ts";
import type { FailedResult } from "../contract/result.ts";
import type { FileAccess } from "../ports/files-driver.ts";
import type { ResolvedPath, Workspace } from "../ports/paths.ts";
import { below } from "./floor.ts";

/**
 * The refusal of a path outside every folder that `access` may use, or nothing when it is inside one.
 * Write roots are readable; reading roots are not writable, and the hint then says that reading is allowed.
 */
export function outsideWorkspace(
  path: ResolvedPath,
  workspace: Workspace,
  access: FileAccess,
): FailedResult | undefined {
  const { onlyWithin } = workspace;
  if (onlyWithin?.some((folder) => below(folder, path.real) !== undefined) === false) {
    return fail(
      "policy_denied",
      `path "${path.given}" is outside the folders this client opened (${onlyWithin.join(", ")})`,
      { hint: "use a path inside them, or ask the person to open that folder in the client." },
    );
  }
  if (path.zone === "workspace" || path.zone === "write_root") return undefined;
  if (path.zone === "read_root" && access === "read") return undefined;
  return fail("policy_denied", `path "${path.given}" is outside the workspace (${workspace.root})`, {
    hint: hintFor(path, workspace, access),
  });
}

function hintFor(path: ResolvedPath, workspace: Workspace, access: FileAccess): string {
  const writable = [workspace.root, ...workspace.writeRoots];
  const allowed = access === "read" ? [...writable, ...workspace.readRoots] : writable;
  const verb = access === "read" ? "reading" : access === "write" ? "writing" : "deleting";
  const also = path.zone === "read_root" ? "; reading is allowed there" : "";
  return `${verb} is allowed in: ${allowed.join(", ")}${also}`;
}
