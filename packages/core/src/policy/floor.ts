import { isSameFile, type ResolvedPath, type Workspace } from "../ports/paths.ts";
import type { FloorPlaces } from "../ports/floor.ts";
import type { GuardVerdict } from "./guard.ts";

export type PathUse = "read" | "change";

const CODE_FOLDERS = [".git", ".husky", ".vscode"];
const CODE_FILES = [".envrc"];

/** Stands for a place in the home that was reached by another spelling, mount or hard link: always closed. */
const UNDER_OTHER_NAME = "\0";

/** What the floor says of one path, under every mode and rule and for every caller. */
export function floorVerdict(
  use: PathUse,
  path: ResolvedPath,
  where: { readonly floor: FloorPlaces; readonly workspace: Workspace },
): GuardVerdict | undefined {
  const inHome = pathInHome(path, where.floor);
  if (inHome !== undefined) return homeVerdict(use, inHome, path);
  if (use === "read") return undefined;
  const inWorkspace = below(where.workspace.root, path.real)?.toLowerCase();
  if (inWorkspace === ".wield/config.yaml" || isOtherNameOfConfig(path, where)) {
    return deny(`${path.display} is changed only by a person`, "ask the person to use wield config.");
  }
  if (inWorkspace !== undefined && /^\.wield\/(tools|skills|hooks)(\/|$)/.test(inWorkspace))
    return becomesCode(path);
  if (inWorkspace === ".wield") return becomesCode(path);
  const segments = path.real.toLowerCase().split("/");
  const name = segments.at(-1) ?? "";
  const isCode = segments.some((segment) => CODE_FOLDERS.includes(segment)) || CODE_FILES.includes(name);
  return isCode ? becomesCode(path) : undefined;
}

function homeVerdict(use: PathUse, inHome: string, path: ResolvedPath): GuardVerdict | undefined {
  if (inHome === "config.yaml") {
    return use === "read"
      ? undefined
      : deny(`${path.display} is changed only by a person`, "ask the person to use wield config.");
  }
  if (/^(tools|skills)(\/|$)/.test(inHome)) return use === "read" ? undefined : becomesCode(path);
  return deny(`${path.display} belongs to Wield itself and is closed to every tool`, "use another path.");
}

/** The path below the home folder (empty for the home itself), found by name or by identity. */
function pathInHome(path: ResolvedPath, floor: FloorPlaces): string | undefined {
  const byName = below(floor.home, path.real);
  if (byName !== undefined) return byName;
  const { homeIdentity } = floor;
  const isHomeUnderOtherName =
    homeIdentity !== undefined &&
    [path.identity, ...path.lineage].some(
      (identity) => identity !== undefined && isSameFile(identity, homeIdentity),
    );
  const isHomeFile = (path.links ?? 1) > 1 && path.identity !== undefined && floor.isHomeFile(path.identity);
  return isHomeUnderOtherName || isHomeFile ? UNDER_OTHER_NAME : undefined;
}

function isOtherNameOfConfig(
  path: ResolvedPath,
  where: { readonly floor: FloorPlaces; readonly workspace: Workspace },
): boolean {
  return (
    (path.links ?? 1) > 1 &&
    path.identity !== undefined &&
    where.floor.isWorkspaceConfig(path.identity, where.workspace.root)
  );
}

/** `path` relative to `folder`, empty for the folder itself; nothing when it is not inside. */
export function below(folder: string, path: string): string | undefined {
  if (path === folder) return "";
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

function deny(reason: string, hint: string): GuardVerdict {
  return { decision: "deny", reason, hint };
}

function becomesCode(path: ResolvedPath): GuardVerdict {
  return {
    decision: "ask",
    reason: `${path.display} becomes code or instructions, so a change of it is always asked for`,
  };
}
