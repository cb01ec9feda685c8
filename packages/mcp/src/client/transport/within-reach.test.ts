// Prevents: a server that has us ask, in its name, what only this machine or its network reaches.
import { expect, test } from "vitest";
import { withinReach } from "./within-reach.ts";

const FAR = "https://far.example/mcp";
const HERE = "http://127.0.0.1:8080/mcp";
const OPEN = "http://intranet.example/mcp";

async function isAsked(server: string, url: string): Promise<boolean> {
  const asked: string[] = [];
  const fetch = withinReach(new URL(server), async (input) => {
    asked.push(String(input));
    return new Response();
  });
  const answered = await fetch(url).then(
    () => true,
    (error: unknown) => {
      expect(String(error)).toContain(new URL(url).host);
      return false;
    },
  );
  expect(asked).toEqual(answered ? [url] : []);
  return answered;
}

test.each([
  [FAR, "https://far.example/other"],
  [FAR, "https://login.example/token"],
  [HERE, "http://localhost:9000/token"],
  [HERE, "http://[::1]:9000/"],
  [HERE, "https://login.example/token"],
  [OPEN, "http://login.example/token"],
])("%s may send us to %s", async (server, url) => {
  expect(await isAsked(server, url)).toBe(true);
});

test.each([
  [FAR, "http://169.254.169.254/latest/meta-data"],
  [FAR, "https://169.254.169.254/"],
  [HERE, "http://169.254.169.254/"],
  [OPEN, "http://169.254.169.254/"],
  [OPEN, "http://2852039166/"],
  [FAR, "http://[fe80::1]/"],
  [FAR, "http://[::ffff:169.254.169.254]/"],
  [FAR, "http://127.0.0.1:22/"],
  [FAR, "https://localhost/"],
  [FAR, "http://0.0.0.0/"],
  [FAR, "http://[::ffff:127.0.0.1]/"],
  [OPEN, "http://127.0.0.1/"],
  [FAR, "http://login.example/token"],
  [HERE, "http://login.example/token"],
  [FAR, "file:///etc/passwd"],
])("%s may not send us to %s", async (server, url) => {
  expect(await isAsked(server, url)).toBe(false);
});
