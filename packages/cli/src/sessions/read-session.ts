import type { Runtime } from "@wield/app";
import { value } from "@wield/core";
import type { Outcome } from "@wield/core";
import type { ExportedSession } from "./export/exported-session.ts";

/** A session by its id or the beginning of one, with secrets masked. Fails with `no_such_session`, `ambiguous_session`. */
export async function readSession({ store }: Runtime, beginning: string): Promise<Outcome<ExportedSession>> {
  const found = await store.sessions.find(beginning);
  if (!found.ok) return found;
  const { id, title, workspaceRoot } = found.value;
  const read = await store.sessions.read(id);
  return read.ok ? value({ id, title, workspaceRoot, events: read.value }) : read;
}
