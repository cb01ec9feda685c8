import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import type { CallScope, People, ServiceProvider } from "@wield/core";
import { type ElicitForm, elicitForm, elicitResult, faultOf } from "./elicit-form.ts";

/** Most that one call may ask: a server could ask without end. */
const MAX_PER_CALL = 3;

export interface Elicited {
  readonly server: string;
  /** The call that is under way; nothing when there is none, or when it cannot be told which. */
  readonly scope: CallScope | undefined;
}

/** Opens the people of the conversation a call belongs to. */
export type AskablePeople = Pick<ServiceProvider<People>, "open">;

/** Puts what servers ask to the people of the conversation whose call is under way. Nobody there: declined. */
export function askPeople(
  people: AskablePeople,
): (request: ElicitRequest, asked: Elicited) => Promise<ElicitResult> {
  const asked = new WeakMap<CallScope, number>();
  return async ({ params }, { server, scope }) => {
    if (scope === undefined) return { action: "decline" };
    const count = (asked.get(scope) ?? 0) + 1;
    asked.set(scope, count);
    if (count > MAX_PER_CALL) return { action: "decline" };
    if (params.mode === "url") return askLink(params.url, params.message, { people, server, scope });
    const form = elicitForm(params, server);
    if (form === undefined) return { action: "decline" };
    return askForm(form, people.open(scope));
  };
}

/** An answer that does not fit is asked for once more. */
async function askForm(form: ElicitForm, people: People): Promise<ElicitResult> {
  const first = await people.ask(form.questions);
  const fault = faultOf(form, first);
  if (fault === undefined) return elicitResult(form, first);
  const [lead, ...others] = form.questions;
  if (lead === undefined) return { action: "decline" };
  const question = `That did not fit: ${fault}.\n${lead.question}`;
  return elicitResult(form, await people.ask([{ ...lead, question }, ...others]));
}

/** The address is shown with its host; nothing is opened by itself. */
async function askLink(
  url: string,
  message: string,
  {
    people,
    server,
    scope,
  }: { readonly people: AskablePeople; readonly server: string; readonly scope: CallScope },
): Promise<ElicitResult> {
  const host = URL.canParse(url) ? new URL(url).host : "an address that cannot be read";
  const form = elicitForm(
    {
      message: `${message}\nIt wants you to open a page of ${host}: ${url}\nDid you?`,
      requestedSchema: { type: "object", properties: {} },
    },
    server,
  );
  if (form === undefined) return { action: "decline" };
  const result = elicitResult(form, await people.open(scope).ask(form.questions));
  return result.action === "accept" ? { action: "accept" } : result;
}
