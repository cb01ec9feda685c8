import { type CallOutcome, defineTool, ok, type Outcome, type ToolDefinition } from "@wield/core";
import { openRuntime } from "../open-runtime.ts";
import type { ConversationOptions, Runtime, RuntimeOptions } from "../runtime.ts";
import type { TemporaryPlaces } from "./temporary-places.ts";

type More = Partial<RuntimeOptions>;

/** Runtimes of one test file; `closeAll` after each test. */
export interface TestRuntimes {
  attempt(places: TemporaryPlaces, more?: More): Promise<Outcome<Runtime>>;
  open(places: TemporaryPlaces, more?: More): Promise<Runtime>;
  /** The message that stopped the start. */
  refusal(places: TemporaryPlaces, more?: More): Promise<string>;
  closeAll(): Promise<void>;
}

export function testRuntimes(): TestRuntimes {
  const opened: Runtime[] = [];
  const attempt: TestRuntimes["attempt"] = async (places, more = {}) => {
    const { env, ...rest } = more;
    const answer = await openRuntime({
      cwd: places.workspace,
      env: { HOME: places.root, WIELD_HOME: places.home, ...env },
      surface: "terminal",
      ...rest,
    });
    if (answer.ok) opened.push(answer.value);
    return answer;
  };
  return {
    attempt,
    open: async (places, more) => {
      const answer = await attempt(places, more);
      if (!answer.ok) throw new Error(answer.message);
      return answer.value;
    },
    refusal: async (places, more) => {
      const answer = await attempt(places, more);
      if (answer.ok) throw new Error("it started");
      if (answer.code !== "configuration_error") throw new Error(`it failed as ${answer.code}`);
      return answer.message;
    },
    closeAll: async () => {
      for (const runtime of opened.splice(0)) await runtime.close();
    },
  };
}

export const CALLER: ConversationOptions = { sessionId: "ses_test", caller: "test", surface: "terminal" };

export function callTool(
  runtime: Runtime,
  tool: string,
  { input = {}, ...more }: Partial<ConversationOptions> & { readonly input?: object } = {},
): Promise<CallOutcome> {
  const conversation = runtime.conversation({ ...CALLER, ...more }).snapshot();
  return runtime.pipeline.call({ tool, input: JSON.stringify(input) }, conversation);
}

export function activeTools(runtime: Runtime, more: Partial<ConversationOptions> = {}): string[] {
  return [
    ...runtime
      .conversation({ ...CALLER, ...more })
      .snapshot()
      .tools.active.keys(),
  ];
}

/** The text of a tool file. */
export function toolSource(name: string, result = "ok('hi')"): string {
  return `
import { defineTool, ok } from "wield";
import { z } from "zod";
export default defineTool({
  name: "${name}", description: "Says hi to whoever asks.", input: z.strictObject({}), mutates: false,
  run: () => ${result},
});
`;
}

/** Stands in for a tool that is not here: counts as running a command. */
export function standIn(name: string): ToolDefinition {
  return defineTool({
    name,
    description: "Stands in for a tool that runs commands.",
    input: { type: "object", properties: {} },
    mutates: true,
    effects: () => [{ kind: "run", command: "ls" }],
    run: () => ok("ran"),
  });
}
