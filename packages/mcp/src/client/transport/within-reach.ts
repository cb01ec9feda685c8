import type { FetchLike } from "@modelcontextprotocol/client";

/**
 * `fetch` for one configured server. The server says where its login is, and could name what only this machine
 * reaches: its own services, or the one that gives out the keys of a cloud. Other hosts than the configured one are
 * asked over https, or by http where that server itself is reached so; this machine only by a server that runs on it;
 * link-local addresses never.
 */
export function withinReach(server: URL, inner: FetchLike): FetchLike {
  return (input, init) => {
    const url = new URL(input);
    const why = url.origin === server.origin ? undefined : refusal(url, server);
    if (why === undefined) return inner(input, init);
    return Promise.reject(new Error(`${server.host} sends us to ${url.host}, ${why}; it is not asked`));
  };
}

function refusal(url: URL, server: URL): string | undefined {
  if (/^169\.254\.|^\[fe[89ab]|^\[::ffff:a9fe:/i.test(url.hostname)) return "a link-local address";
  if (isThisMachine(url)) return isThisMachine(server) ? undefined : "which is this machine";
  const isPlain = url.protocol === "http:" && server.protocol === "http:" && !isThisMachine(server);
  return url.protocol === "https:" || isPlain ? undefined : "which is not reached by https";
}

function isThisMachine({ hostname }: URL): boolean {
  return /^(?:.+\.)?localhost$|^127\.|^0\.|^\[::1?\]$|^\[::ffff:7f/i.test(hostname);
}
