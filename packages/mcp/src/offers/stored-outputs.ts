import type { Resource } from "@modelcontextprotocol/server";
import { fail, type Outcome, value } from "@wield/core";
import type { OfferScope, ResourceSource } from "./offers.ts";

const ADDRESS = /^wield:\/\/outputs\/(out_[A-Za-z0-9_]+)$/;

/** Most characters of one resource: what is longer is read in pages with the tool. */
const MAX_CHARACTERS = 1_000_000;

/** The stored results of a client's own conversation. They are read as by every other caller, through the pipeline. */
export const storedOutputs: ResourceSource = {
  templates: [
    {
      uriTemplate: "wield://outputs/{id}",
      name: "stored output",
      description: "The whole of a result that was cut; its cut line names the id.",
      mimeType: "text/plain",
    },
  ],
  list: async ({ runtime, conversation }) => {
    const stored = (await runtime.store?.outputs.list(conversation.sessionId)) ?? [];
    return stored.map(({ id, tool, characters }): Resource => ({
      uri: `wield://outputs/${id}`,
      name: id,
      description: `Result of ${tool}, ${characters} characters.`,
      mimeType: "text/plain",
    }));
  },
  read: async (uri, scope) => {
    const id = ADDRESS.exec(uri)?.[1];
    if (id === undefined) return undefined;
    const text = await readAll(id, scope);
    return text.ok ? value({ contents: [{ uri, mimeType: "text/plain", text: text.value }] }) : text;
  },
};

async function readAll(
  output: string,
  { runtime, conversation, signal }: OfferScope,
): Promise<Outcome<string>> {
  let text = "";
  let offset = 0;
  while (text.length < MAX_CHARACTERS) {
    const input = { output, offset, limit: conversation.settings.maxOutputChars };
    const page = await runtime.pipeline.call({ tool: "read_output", input, signal }, conversation);
    if (page.status !== "ok") return fail(page.code, page.message);
    text += page.text;
    const { last, total } = (page.data ?? {}) as { readonly last?: number; readonly total?: number };
    if (last === undefined || total === undefined || last >= total || last <= offset) return value(text);
    offset = last;
  }
  return value(`${text}\n… the rest is read with read_output, offset=${offset}`);
}
