import type { AgentEvent, AgentSession } from "@wield/agent";
import {
  defineService,
  defineTool,
  type Message,
  type ModelRequest,
  ok,
  type ServiceProvider,
} from "@wield/core";
import { scriptedModel, type ScriptedSource, type ScriptedStep } from "@wield/testkit";
import * as z from "zod";
import { type AgentOptions, openAgent } from "../agent/open-agent.ts";
import { temporaryPlaces, type TemporaryPlaces } from "./temporary-places.ts";
import { testRuntimes } from "./test-runtimes.ts";

/** Of one test file; `closeAll` after each test. */
export const runtimes = testRuntimes();

interface Outside {
  read(): string;
}
const Outside = defineService<Outside>()("outside");
const outside: ServiceProvider<Outside> = {
  token: Outside,
  open: (scope) => ({
    read: () => {
      scope.cameFrom("news.example");
      return "news";
    },
  }),
};
const readNews = defineTool({
  name: "read_news",
  description: "Reads the news.",
  input: z.strictObject({}),
  mutates: false,
  needs: [Outside],
  run: (_input, context) => ok(context.outside.read()),
});
const waitForever = defineTool({
  name: "wait_forever",
  description: "Waits until it is stopped.",
  input: z.strictObject({}),
  mutates: false,
  async run(_input, { signal }) {
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
    return ok("stopped");
  },
});

/** How a request's conversation begins. */
export function firstText({ messages }: ModelRequest): string {
  const [first] = messages;
  return first?.role === "user"
    ? first.parts.map((part) => (part.kind === "text" ? part.text : "")).join("")
    : "";
}

/** One model for parent and helpers: told apart by how their conversations begin. */
export function scripts(
  parent: readonly ScriptedSource[],
  helpers: Readonly<Record<string, readonly ScriptedSource[]>>,
) {
  const next = new Map<string, number>();
  return scriptedModel(
    Array.from({ length: 60 }, () => (request: ModelRequest, index: number): ScriptedStep => {
      const name = Object.keys(helpers).find((key) => firstText(request).includes(key)) ?? "parent";
      const script = name === "parent" ? parent : (helpers[name] ?? []);
      const place = next.get(name) ?? 0;
      next.set(name, place + 1);
      const source = script[place] ?? "Done.";
      return typeof source === "function" ? source(request, index) : source;
    }),
  );
}

/** A conversation on a real runtime. */
export async function world(
  model: ReturnType<typeof scripts>,
  more: Partial<AgentOptions> & { readonly places?: TemporaryPlaces; readonly config?: string } = {},
) {
  const { places = temporaryPlaces(), config, ...options } = more;
  if (config !== undefined) places.write("home/config.yaml", config);
  const runtime = await runtimes.open(places, { extraTools: [readNews, waitForever], services: [outside] });
  const opened = await openAgent(runtime, {
    surface: "terminal",
    models: async () => ({ ok: true, value: model }),
    ...options,
  });
  if (!opened.ok) throw new Error(opened.message);
  const events: AgentEvent[] = [];
  opened.value.subscribe((event) => void events.push(event));
  return { runtime, places, session: opened.value, events, model };
}

/** An answer that calls delegate_task. */
export const delegate = (input: object): ScriptedStep => ({
  calls: [{ tool: "delegate_task", rawInput: JSON.stringify(input) }],
});
/** Results in the conversation, in order. */
export const results = (session: AgentSession): readonly Message[] =>
  session.messages().filter(({ role }) => role === "result");
