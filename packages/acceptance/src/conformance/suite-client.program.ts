/**
 * The client that the public suite drives: our own client side behind a scenario's name. Its last argument is the
 * address of the suite's server; a login is agreed to by following the page's redirect, as a browser would.
 */
import { createRegistry } from "@wield/core";
import { createIdSource, createLocalProcesses, systemClock } from "@wield/host";
import { createMcpServers, createOAuthProvider, logIn, type ServerEntry, type StoredLogin } from "@wield/mcp";

const REDIRECT = "http://127.0.0.1:1/callback";
const STATE = "conformance";

const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as {
  readonly client_id?: string;
  readonly client_secret?: string;
};
const url = new URL(process.argv.at(-1) ?? "");

const entry: ServerEntry = {
  name: "suite",
  isEnabled: true,
  reach: { kind: "http", url, headers: {} },
  toolsets: [],
  exclude: [],
  trustsHints: false,
  offersResources: true,
  isSandboxed: false,
  isPerSession: false,
};

let login: StoredLogin = {};
const store = {
  get: async () => login,
  set: async (_server: string, next: StoredLogin) => {
    login = next;
  },
};
const registered =
  context.client_id === undefined
    ? {}
    : {
        registered: {
          id: context.client_id,
          ...(context.client_secret === undefined ? {} : { secret: context.client_secret }),
        },
      };
const oauth = {
  store,
  state: STATE,
  metadataUrl: "https://conformance-test.local/client-metadata.json",
  ...registered,
};

async function agree(page: URL): Promise<URLSearchParams> {
  const answer = await fetch(page, { redirect: "manual" });
  const to = answer.headers.get("location");
  if (to === null) throw new Error(`the page answered ${answer.status} without a redirect`);
  return new URL(to).searchParams;
}

if (scenario.startsWith("auth/")) {
  const done = await logIn(entry, { ...oauth, fetch, redirectUrl: REDIRECT, askPerson: agree });
  if (!done.ok) {
    console.error(done.message);
    process.exit(1);
  }
}

const servers = createMcpServers({
  entries: [entry],
  registry: createRegistry(),
  driver: () => createLocalProcesses(),
  fetch,
  clock: systemClock,
  ids: createIdSource(),
  log: (level, message) => console.error(level, message),
  pins: { get: async () => ({}), set: async () => undefined },
  onChange: "warn",
  roots: () => [],
  version: "0",
  notice: console.error,
  // Somebody who leaves every answer out: what a form says of that counts.
  people: {
    open: () => ({
      ask: async (questions) => ({
        ok: true,
        value: { status: "answered", answers: questions.map(() => ({ values: [] })) },
      }),
    }),
  },
  authorize: async () =>
    createOAuthProvider({ ...oauth, server: "suite", redirectUrl: REDIRECT, onPage: () => undefined }),
});
await servers.start(20_000);
const [status] = servers.status();
console.error(JSON.stringify(status));
const service = servers.provider.open({
  signal: AbortSignal.timeout(25_000),
  cameFrom: () => undefined,
  call: { sessionId: "ses_1" },
} as never);
for (const name of status?.tools ?? []) {
  const tool = name.replace("mcp__suite__", "");
  const input = tool === "add_numbers" ? { a: 2, b: 3 } : {};
  console.error(JSON.stringify(await service.callTool("suite", tool, { input })));
}
await servers.close();
process.exit(status?.state === "connected" ? 0 : 1);
