// Prevents: a server that is started with a value that is not there, reached in the open, or started twice under one
// name; secrets of Wield that go to somebody else's program.
import { expect, test } from "vitest";
import type { McpServerSetting } from "./mcp-server-settings.ts";
import { serverEntries } from "./server-entries.ts";
import { serverFaults } from "./server-faults.ts";

const PLACES = {
  workspaceRoot: "/w",
  env: { PATH: "/bin", KEY: "k", OPENAI_API_KEY: "secret" },
  isWithheld: (name: string) => name === "OPENAI_API_KEY",
};

function entryOf(setting: McpServerSetting) {
  const [entry] = serverEntries({ one: setting }, PLACES);
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

test("an entry has its defaults: in the sandbox, shared, in the default toolset, hints not believed", () => {
  expect(entryOf({ command: "server" })).toEqual({
    name: "one",
    isEnabled: true,
    reach: { kind: "stdio", argv: ["server"], folder: "/w", env: { PATH: "/bin", KEY: "k" } },
    toolsets: ["default"],
    exclude: [],
    trustsHints: false,
    offersResources: true,
    isSandboxed: true,
    isPerSession: false,
  });
});

test("values take variables, a secret only where it is named, and a missing one is told", () => {
  expect(
    entryOf({ command: "s", args: ["--key=${KEY}"], env: { TOKEN: "${OPENAI_API_KEY}" } }).reach,
  ).toMatchObject({
    argv: ["s", "--key=k"],
    env: { TOKEN: "secret" },
  });
  expect(entryOf({ url: "https://a.example", headers: { A: "Bearer ${NOPE}" } }).fault).toContain("NOPE");
  expect(entryOf({ command: "s", env: { A: "${vault:github}" } }).fault).toContain("vault:github");
  expect(entryOf({ command: "${toString}" }).fault).toContain("toString");
});

test.each([
  [{ url: "http://far.example/mcp" }, "insecure"],
  [{ url: "http://127.0.0.1.far.example/mcp" }, "insecure"],
  [{ url: "ftp://far.example" }, "https://"],
  [{ url: "no address" }, "no address"],
  [{ url: "https://me:pass@far.example/mcp" }, "put it into headers"],
  [{ command: "s", type: "carrier-pigeon" }, "carrier-pigeon"],
  [{ command: "s", url: "https://a.example" }, "both"],
  [{}, "neither"],
  [{ type: "http", command: "s" }, "no url"],
])("%j is a fault of its entry alone", (setting, word) => {
  expect(entryOf(setting).fault).toContain(word);
});

test("a password in an address is not told", () => {
  expect(entryOf({ url: "https://me:hunter2@far.example/mcp" }).fault).not.toContain("hunter2");
});

test.each(["http://127.0.0.1:1/mcp", "http://localhost/mcp", "http://[::1]/mcp", "https://far.example/mcp"])(
  "%s needs no leave",
  (url) => {
    expect(entryOf({ url })).not.toHaveProperty("fault");
  },
);

test("toolsets that do not exist and names that come out alike are found, each at its place", () => {
  const all = {
    "my server": { command: "a", toolsets: ["codng"] },
    my_server: { command: "b" },
    my: { command: "c" },
  };
  const faults = serverFaults(all, { all, own: new Map() });
  expect(faults.map(({ path }) => path)).toEqual([
    ["mcp", "servers", "my server", "toolsets", 0],
    ["mcp", "servers", "my_server"],
  ]);
  expect(faults[0]?.text).toContain('did you mean "coding"?');
  expect(faults[1]?.text).toContain('"my server"');
});
