import { type FileEntry, type Outcome, value } from "@wield/core";
import { quoteWord } from "../../processes/shell/quote-word.ts";
import { ioError, notADirectory } from "../failures.ts";
import { openRemoteForReading } from "./open/open-remote-for-reading.ts";
import { decoded, parseEntries } from "./place/remote-entries.ts";
import { remoteError } from "./place/remote-error.ts";
import { replacedMeanwhile } from "./place/remote-locate.ts";
import { RemoteStats } from "./place/remote-stats.ts";
import type { RemoteContext } from "./remote-context.ts";

/** Entries of a folder in byte order of their names. */
export function listRemoteFolder(
  { scope, pool }: RemoteContext,
  given: string,
): Promise<Outcome<readonly FileEntry[]>> {
  return pool.use(scope.signal, async (shell) => {
    const opening = await openRemoteForReading({ shell, scope }, given, "directory");
    if (!opening.ok) return opening;
    const { opened, object } = opening.value;
    const { display } = opened.path;
    if (!object.stats.isDirectory()) return notADirectory(display);
    const reply = await shell.ask(`inside ${quoteWord(opened.located.rest.at(-1) ?? ".")}`);
    if (!reply.ok) return reply;
    const { body, word } = reply.value;
    if (word !== "ok") return ioError("read", display, remoteError(word));
    const end = body.indexOf(0);
    const entered = RemoteStats.parse(body.subarray(0, end).toString().trim());
    if (entered?.isSameObject(object.stats) !== true) return ioError("read", display, replacedMeanwhile());
    const entries = parseEntries(body.subarray(end + 1)).toSorted((left, right) =>
      left.bytes < right.bytes ? -1 : 1,
    );
    return value(
      entries.map(({ bytes, stats, target }) => ({
        name: decoded(bytes.slice("./".length)),
        kind: stats.kind,
        size: Number(stats.size),
        ...(target === undefined ? {} : { target }),
      })),
    );
  });
}
