import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Hands requests on as they come, with the token that the suite cannot send. */
export async function forwardWithToken(to: {
  readonly port: number;
  readonly token: string;
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((incoming, outgoing) => {
    const onward = ask(
      {
        host: "127.0.0.1",
        port: to.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, authorization: `Bearer ${to.token}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
        answer.on("error", () => outgoing.destroy());
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
