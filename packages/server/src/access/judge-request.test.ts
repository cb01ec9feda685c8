// Prevents: another page, another machine or a name that was made to point here reaching the tools of this one.
import { expect, test } from "vitest";
import { judgeRequest } from "./judge-request.ts";

const TOKEN = "t".repeat(43);
const RULES = { token: TOKEN, allowedHosts: ["box.local"] };

function judge(
  headers: Readonly<Record<string, string>>,
  target = "/mcp",
  isLocal = true,
): number | undefined {
  const all: Readonly<Record<string, string>> = { host: "127.0.0.1:7433", ...headers };
  return judgeRequest({ target, header: (name) => all[name], isLocal }, RULES)?.status;
}

const auth = { authorization: `Bearer ${TOKEN}` };

test.each(["127.0.0.1:7433", "localhost", "LOCALHOST:80", "[::1]:7433", "box.local", "box.local:7433"])(
  "the host %s is served with the token",
  (host) => {
    expect(judge({ ...auth, host })).toBeUndefined();
  },
);

test.each([
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "evil.box.local",
  "",
  "127.0.0.1@evil",
])("the host %j is not served, on no path, with the token neither", (host) => {
  for (const target of ["/mcp", "/health", "/"]) expect(judge({ ...auth, host }, target)).toBe(421);
});

test("another page's origin is refused whatever it sends, and the own one is not", () => {
  for (const origin of [
    "https://evil.example",
    "null",
    "http://127.0.0.1:7434",
    "http://localhost:7433",
    "x",
  ])
    expect(judge({ ...auth, origin }), origin).toBe(403);
  expect(judge({ ...auth, origin: "http://127.0.0.1:7433" })).toBeUndefined();
  expect(judge({ ...auth, host: "LocalHost:7433", origin: "http://localhost:7433" })).toBeUndefined();
});

test("without the exact token nothing is served", () => {
  expect(judge({})).toBe(401);
  for (const given of [
    "",
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    "Bearer  ",
  ])
    expect(judge({ authorization: given }), given).toBe(401);
  expect(judge({ authorization: `bearer ${TOKEN}` })).toBeUndefined();
});

test("a token in the address is refused although it is right, and named as leaked", () => {
  const of = (target: string): unknown =>
    judgeRequest({ target, header: (name) => ({ host: "localhost", ...auth })[name], isLocal: true }, RULES);
  for (const target of [
    `/mcp?token=${TOKEN}`,
    `/mcp?a=1&t=${TOKEN.replace("t", "%74")}`,
    `/health?${TOKEN}`,
    `/mcp?a?${TOKEN}`,
    `/${TOKEN}`,
    `/mcp/${TOKEN.replace("t", "%74")}`,
    `/mcp#${TOKEN}`,
    `/mcp?broken=%&t=${TOKEN.replace("t", "%74")}`,
  ])
    expect(of(target), target).toMatchObject({ status: 401, code: "leaked_token" });
  expect(of("/mcp?a=%")).toBeUndefined();
});

test("the health is told to this machine alone", () => {
  expect(judge({}, "/health")).toBeUndefined();
  expect(judge({}, "/health", false)).toBe(401);
  expect(judge({ host: "box.local" }, "/health")).toBe(401);
  expect(judge({}, "/healthy")).toBe(401);
});
