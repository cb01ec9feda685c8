import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Waits on this machine for the browser to come back with the answer of a login. */
export interface RedirectListener {
  readonly url: string;
  readonly answered: Promise<URLSearchParams>;
  close(): void;
}

export async function hearRedirect(): Promise<RedirectListener> {
  const { promise: answered, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const isAnswer = url.pathname === "/callback" && url.searchParams.has("state");
    response.writeHead(isAnswer ? 200 : 404, {
      "content-type": "text/plain; charset=utf-8",
      connection: "close",
    });
    response.end(isAnswer ? "You can close this page and go back to the terminal.\n" : "Nothing here.\n");
    if (isAnswer) resolve(url.searchParams);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    answered,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
