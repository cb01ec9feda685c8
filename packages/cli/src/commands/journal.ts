import { fail, nearestName, value } from "@wield/core";
import type { Outcome } from "@wield/core";
import type { Runtime } from "@wield/app";
import type { CallFilter, CallHistory, ListedStatus, Store } from "@wield/store";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { renderCalls } from "../journal/render-calls.ts";
import { renderHistory } from "../journal/render-history.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";

const STATUSES: readonly ListedStatus[] = ["ok", "failed", "denied", "cancelled", "interrupted", "running"];
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100_000;
/** How far back the beginning of an id is looked for. */
const SEARCHED_CALLS = 10_000;

/** `wield journal` */
export const run: RunCommand = async (input) => {
  const filter = filterFrom(input.flags);
  if (!filter.ok) return printProblem(filter, input.io.err, USAGE_EXIT);
  const [call] = input.operands;
  return withRuntime(input, { onlyTools: [], isQuiet: true }, (runtime) =>
    call === undefined ? showList(input, runtime, filter.value) : showCall(input, runtime, call),
  );
};

function filterFrom(flags: ReadonlyMap<string, string>): Outcome<CallFilter> {
  const limit = Number(flags.get("limit") ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    return fail(
      "wrong_usage",
      `--limit ${flags.get("limit") ?? ""}: a whole number from 1 to ${MAX_LIMIT} is expected`,
    );
  }
  const given = flags.get("status");
  const status = STATUSES.find((known) => known === given);
  if (given !== undefined && status === undefined) {
    const nearest = nearestName(given, STATUSES);
    return fail("wrong_usage", `unknown status ${JSON.stringify(given)}`, {
      hint: `${nearest === undefined ? "" : `did you mean ${nearest}? `}statuses: ${STATUSES.join(", ")}`,
    });
  }
  const [tool, sessionId] = [flags.get("tool"), flags.get("session")];
  return value({
    limit,
    ...(status === undefined ? {} : { status }),
    ...(tool === undefined ? {} : { tool }),
    ...(sessionId === undefined ? {} : { sessionId }),
  });
}

async function showList({ io, flags }: CommandInput, runtime: Runtime, filter: CallFilter): Promise<number> {
  const showsWorkspace = flags.has("all-workspaces");
  const listed = await runtime.store.query.list({
    ...filter,
    ...(showsWorkspace ? {} : { workspace: runtime.workspaceRoot }),
  });
  if (!listed.ok) return printProblem(listed, io.err);
  const calls = listed.value;
  if (flags.has("json")) io.out.line(jsonText(calls));
  else if (calls.length === 0)
    io.err.line(showsWorkspace ? "no calls" : "no calls in this folder (--all-workspaces shows others)");
  else io.out.write(renderCalls(calls, { columns: io.out.columns, colours: io.out.colours, showsWorkspace }));
  return 0;
}

async function showCall({ io, flags }: CommandInput, runtime: Runtime, id: string): Promise<number> {
  const found = await findCall(runtime.store, id);
  if (!found.ok) return printProblem(found, io.err);
  if (flags.has("json")) io.out.line(jsonText(found.value));
  else
    io.out.write(
      renderHistory(found.value, { columns: Math.min(100, io.out.columns), colours: io.out.colours }),
    );
  return 0;
}

/** By its id, or the beginning of one. */
async function findCall({ query }: Store, id: string): Promise<Outcome<CallHistory>> {
  const exact = await query.get(id);
  if (!exact.ok) return exact;
  if (exact.value !== undefined) return value(exact.value);
  const listed = await query.list({ limit: SEARCHED_CALLS });
  if (!listed.ok) return listed;
  const [only, second] = listed.value.filter(({ callId }) => callId.startsWith(id));
  if (only === undefined)
    return fail("unknown_call", `there is no call ${JSON.stringify(id)}`, {
      hint: "wield journal lists the newest.",
    });
  if (second !== undefined)
    return fail("unknown_call", `several calls begin with ${JSON.stringify(id)}`, {
      hint: "give more of the id.",
    });
  const found = await query.get(only.callId);
  if (!found.ok) return found;
  return found.value === undefined ? fail("unknown_call", `${only.callId} is gone`) : value(found.value);
}
