/** The revision that has no handshake. The library tells only the older ones. */
const NEWEST = "2026-07-28";

const SAYS = /protocol version is not supported: (\S+)/;

/** A server that speaks none of our revisions: both sides are named. */
export class UnknownRevision extends Error {}

/** That error in place of the library's own, which names one side; any other error as it is. */
export function explainRevision(error: unknown, known: readonly string[]): unknown {
  const theirs = error instanceof Error ? SAYS.exec(error.message)?.[1] : undefined;
  if (theirs === undefined) return error;
  const ours = [NEWEST, ...known].join(", ");
  return new UnknownRevision(`it speaks revision ${theirs} of the protocol; known here are ${ours}`, {
    cause: error,
  });
}
