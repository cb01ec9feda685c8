// Prevents: headers with secrets that reach another host by a redirect, and answers that fill the memory or the stack.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { boundedFetch } from "./bounded-fetch.ts";

async function serve(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

test("a redirect to another host is not followed, and the error names the host", async () => {
  const heard: unknown[] = [];
  await using other = await serve((request, response) => {
    heard.push(request.headers);
    response.end("{}");
  });
  await using first = await serve((_request, response) => {
    response.writeHead(307, { location: other.url }).end();
  });
  const asked = boundedFetch(fetch)(first.url, {
    method: "POST",
    body: "{}",
    headers: { "x-key": "secret" },
  });
  await expect(asked).rejects.toThrow(new URL(other.url).host);
  expect(heard).toEqual([]);
});

test("a server that cannot be reached is told with its host and what the system said", async () => {
  const gone = await serve(() => undefined);
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  const { host } = new URL(url);
  await expect(boundedFetch(fetch)(url)).rejects.toThrow(`${host} cannot be reached: connect ECONNREFUSED`);
  const given = new AbortController();
  given.abort(new Error("no longer wanted"));
  await expect(boundedFetch(fetch)(url, { signal: given.signal })).rejects.toThrow("no longer wanted");
});

test("a redirect on the same host is followed, and one in a circle ends", async () => {
  await using server = await serve((request, response) => {
    if (request.url === "/there") response.end("here");
    else response.writeHead(308, { location: request.url === "/round" ? "/round" : "/there" }).end();
  });
  expect(await (await boundedFetch(fetch)(server.url, { method: "POST", body: "{}" })).text()).toBe("here");
  await expect(boundedFetch(fetch)(`${server.url}round`)).rejects.toThrow("status 308");
});

test("an endless answer ends with an error, with line breaks in it too", async () => {
  for (const type of ["application/json", "text/event-stream"]) {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { "content-type": type });
      const piece = `data: ${"x".repeat(1_000_000)}\n`;
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const response = await boundedFetch(fetch)(server.url);
    await expect(response.text()).rejects.toThrow("more than 64 MB");
  }
});

test("many messages of one stream may be larger together than one may be", async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let left = 70;
    const more = (): void => {
      while (left > 0) {
        left -= 1;
        if (!response.write(`data: ${"x".repeat(1_000_000)}\r\n\r\n`)) {
          response.once("drain", more);
          return;
        }
      }
      response.end();
    };
    more();
  });
  const body = (await boundedFetch(fetch)(server.url)).body ?? new ReadableStream<Uint8Array>();
  let length = 0;
  for await (const chunk of body) length += chunk.length;
  expect(length).toBeGreaterThan(70_000_000);
});

test("what is nested too deep is not read, however it is cut into pieces", async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (const piece of [`{"a":"[[[\\"`, `["`, `,"b":`, "[".repeat(60), "[".repeat(60)])
      response.write(piece);
    response.end();
  });
  const response = await boundedFetch(fetch)(server.url);
  await expect(response.text()).rejects.toThrow("deeper than 100");
});
