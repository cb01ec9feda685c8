import { posix } from "node:path";
import { type FileIdentity, type Outcome, type ResolvedPath, value, type Workspace } from "@wield/core";
import { placeAsPath } from "../../../paths/resolved-path.ts";
import { quoteWord } from "../../../processes/shell/quote-word.ts";
import type { RemoteShell } from "../connection/remote-shell.ts";
import { remoteError } from "./remote-error.ts";
import { RemoteStats, remoteIdentity } from "./remote-stats.ts";

/** What stands at the end of a path there. */
type RemoteEnding =
  | { readonly kind: "found"; readonly object: { readonly stats: RemoteStats } }
  | { readonly kind: "missing"; readonly canBeMade: boolean }
  | { readonly kind: "blocked" }
  | { readonly kind: "refused"; readonly error: NodeJS.ErrnoException };

/** A path walked to its end. The shell that walked is in the folder of the object, or the deepest one that exists. */
export interface RemoteLocated {
  /** Real path of that folder; nothing when it is gone. */
  readonly folder: string | undefined;
  /** Names below the folder: the object's own, or all that is not there. None for the root. */
  readonly rest: readonly string[];
  readonly ending: RemoteEnding;
  readonly real: string;
  readonly lineage: readonly FileIdentity[];
  readonly isLink: boolean;
}

/** What changes under the walk makes it begin anew, so often. */
const MOST_ATTEMPTS = 4;

/** Walks to a path. The shell goes there, unless it is to stay in its folder. */
export async function locateRemote(
  shell: RemoteShell,
  absolute: string,
  { staysHere = false }: { readonly staysHere?: boolean } = {},
): Promise<Outcome<RemoteLocated>> {
  const step = `walk ${quoteWord(absolute)}; place`;
  for (let attempt = 1; ; attempt += 1) {
    const reply = await shell.ask(staysHere ? `(trap - 0; ${step})` : step);
    if (!reply.ok) return reply;
    const located = locatedOf(reply.value.body, absolute);
    if (located !== undefined) return value(located);
    if (attempt === MOST_ATTEMPTS) {
      const ending = { kind: "refused", error: replacedMeanwhile() } as const;
      return value({ folder: undefined, rest: [], ending, real: absolute, lineage: [], isLink: false });
    }
  }
}

/** What `place` told of a path; nothing when the object was gone before it was looked at. */
export function locatedOf(body: Buffer, absolute: string): RemoteLocated | undefined {
  const [kind, isLink, said = "", rest = "", folder = "", lines = ""] = body.toString().split("\0");
  const names = rest.split("/").filter((name) => name !== "" && name !== ".");
  const stats = lines.split("\n").flatMap((line) => RemoteStats.parse(line) ?? []);
  const common = { rest: names, isLink: isLink === "1" };
  if (folder === "") {
    // A folder removed while it was walked holds nothing any more and can take nothing.
    const ending = { kind: "missing", canBeMade: false } as const;
    return { ...common, folder: undefined, ending, real: absolute, lineage: [] };
  }
  const depth = folder.split("/").filter((name) => name !== "").length + 1;
  const hasObject = kind === "found" && names.length > 0;
  if (stats.length !== depth + (hasObject ? 1 : 0)) return undefined;
  const [object, ...above] = kind === "found" ? stats : [undefined, ...stats];
  return {
    ...common,
    folder,
    real: posix.resolve(folder, ...names),
    lineage: above.flatMap((one) => (one === undefined ? [] : [remoteIdentity(one)])),
    ending:
      object !== undefined
        ? { kind: "found", object: { stats: object } }
        : endingOf(kind, said, !names.includes("..")),
  };
}

function endingOf(kind: string | undefined, said: string, canBeMade: boolean): RemoteEnding {
  if (kind === "missing") return { kind: "missing", canBeMade };
  return kind === "blocked" ? { kind: "blocked" } : { kind: "refused", error: remoteError(said) };
}

export function replacedMeanwhile(): NodeJS.ErrnoException {
  return Object.assign(new Error("it was replaced while it was opened"), { code: "ESTALE" });
}

/** What guards and locks judge: the place a walk really ended at. */
export function remotePath(located: RemoteLocated, given: string, workspace: Workspace): ResolvedPath {
  const { ending, real, lineage } = located;
  const stats = ending.kind === "found" ? ending.object.stats : undefined;
  const object = stats === undefined ? {} : { stats, identity: remoteIdentity(stats) };
  return placeAsPath({ real, lineage, ...object }, given, workspace);
}
