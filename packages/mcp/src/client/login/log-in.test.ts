// Prevents: a login in which a server or its authorization server leads us elsewhere, floods or confuses us.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { oddEntry } from "../../testing/servers-fixture.ts";
import { logIn } from "./log-in.ts";
import type { StoredLogin } from "./oauth-provider.ts";

type Answer = (path: string, response: ServerResponse, request: IncomingMessage) => boolean;

interface Tried {
  readonly outcome: Awaited<ReturnType<typeof logIn>>;
  readonly hosts: readonly string[];
  readonly kept: StoredLogin;
}

/** One whole login against a server where `odd` answers what it wants to, and everything else is in order. */
async function tryLogIn(odd: (origin: string) => Answer): Promise<Tried> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "/";
    const json = (body: object, status = 200): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    request.resume().on("end", () => {
      if (odd(origin)(path, response, request)) return;
      if (path === "/mcp")
        return void response
          .writeHead(401, {
            "www-authenticate": `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource"`,
          })
          .end();
      if (path.startsWith("/.well-known/oauth-protected-resource"))
        return json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
      if (path.startsWith("/.well-known/oauth-authorization-server"))
        return json({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
        });
      if (path === "/register")
        return json({ client_id: "us", redirect_uris: ["http://127.0.0.1/callback"] }, 201);
      if (path === "/token") return json({ access_token: "right", token_type: "Bearer" });
      return void response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hosts: string[] = [];
  let kept: StoredLogin = {};
  const reach = { kind: "http" as const, url: new URL(`${origin}/mcp`), headers: { "x-key": "secret" } };
  const outcome = await logIn(
    { ...oddEntry("far", {}), reach },
    {
      store: {
        get: async () => kept,
        set: async (_server, login) => {
          kept = login;
        },
      },
      fetch: (input, init) => {
        hosts.push(new URL(input).host);
        return fetch(input, init);
      },
      redirectUrl: "http://127.0.0.1/callback",
      state: "of this login",
      askPerson: async () => new URLSearchParams({ code: "agreed", state: "of this login" }),
    },
  );
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { outcome, hosts: [...new Set(hosts)].filter((host) => host !== new URL(origin).host), kept };
}

const CLOUD = "http://169.254.169.254";

test.each<readonly [string, (origin: string) => Answer]>([
  [
    "redirects its description to the keys of a cloud",
    () => (path, response) => {
      if (!path.startsWith("/.well-known/")) return false;
      response.writeHead(302, { location: `${CLOUD}/latest/meta-data/` }).end();
      return true;
    },
  ],
  [
    "names the keys of a cloud as its authorization server",
    (origin) => (path, response) => {
      if (!path.startsWith("/.well-known/oauth-protected-resource")) return false;
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ resource: `${origin}/mcp`, authorization_servers: [CLOUD] }));
      return true;
    },
  ],
  [
    "names another server's place for its description",
    () => (path, response) => {
      if (path !== "/mcp") return false;
      const place = `Bearer resource_metadata="${CLOUD}/.well-known/oauth-protected-resource"`;
      response.writeHead(401, { "www-authenticate": place }).end();
      return true;
    },
  ],
])("a server that %s sends us nowhere", async (_what, odd) => {
  const { hosts, kept } = await tryLogIn(odd);
  expect(hosts).toEqual([]);
  expect(kept.tokens === undefined || kept.tokens.access_token === "right").toBe(true);
});

const PAGE = "<html><body>Sign in</body></html>";

test.each<readonly [string, Answer]>([
  [
    "a page instead of a token",
    (path, response) => {
      if (path !== "/token") return false;
      response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
      return true;
    },
  ],
  [
    "a redirect instead of a token",
    (path, response) => {
      if (path !== "/token") return false;
      response.writeHead(307, { location: `${CLOUD}/token` }).end();
      return true;
    },
  ],
  [
    "an endless token",
    (path, response) => {
      if (path !== "/token") return false;
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write(" ".repeat(1024 * 1024)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
      return true;
    },
  ],
  [
    "nothing it would take afterwards",
    (path, response, { headers }) => {
      if (path !== "/mcp" || headers.authorization === undefined) return false;
      response.writeHead(401).end();
      return true;
    },
  ],
])("a server that gives %s fails the login in words", async (_what, answer) => {
  const { outcome, hosts } = await tryLogIn(() => answer);
  expect(outcome).toMatchObject({ code: "login_failed", message: expect.stringContaining("far") });
  expect(hosts).toEqual([]);
});
