import { Agent, type IncomingMessage, request } from "node:http";

export interface HttpLoad {
  readonly url: URL;
  readonly token?: string;
  readonly clients: number;
  readonly calls: number;
  readonly tool: string;
  readonly input: object;
}

export interface HttpLoadEnd {
  readonly callsPerSecond: number;
  readonly p99Ms: number;
}

/** Many MCP clients at once that cost next to nothing. Throws for a failed call, or an answer that is another's. */
export async function loadOverHttp(load: HttpLoad): Promise<HttpLoadEnd> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const tookMs: number[] = [];
  let left = load.calls;
  const runClient = async (number: number): Promise<void> => {
    const session = await openSession(load, agent);
    for (let round = 0; left > 0; round += 1) {
      left -= 1;
      // No two clients have the same ids, so that an answer of another is seen.
      const id = `${number}.${round}`;
      const before = performance.now();
      const params = { name: load.tool, arguments: load.input };
      const answer = await post(load, agent, {
        body: { jsonrpc: "2.0", id, method: "tools/call", params },
        session,
      });
      tookMs.push(performance.now() - before);
      const message = JSON.parse(
        answer.text
          .split("\n")
          .findLast((line) => line.startsWith("data: {"))
          ?.slice(6) ?? answer.text,
      ) as {
        readonly id?: string;
        readonly result?: { readonly isError?: boolean };
      };
      if (message.id !== id || message.result === undefined || message.result.isError === true)
        throw new Error(`a wrong answer to ${id}: ${answer.text.slice(0, 300)}`);
    }
  };
  const before = performance.now();
  await Promise.all(Array.from({ length: load.clients }, (_, number) => runClient(number)));
  const seconds = (performance.now() - before) / 1000;
  agent.destroy();
  tookMs.sort((one, other) => one - other);
  return {
    callsPerSecond: tookMs.length / seconds,
    p99Ms: tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.NaN,
  };
}

async function openSession(load: HttpLoad, agent: Agent): Promise<string> {
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  };
  const hello = await post(load, agent, { body: { jsonrpc: "2.0", id: 0, method: "initialize", params } });
  const session = String(hello.headers["mcp-session-id"]);
  await post(load, agent, { body: { jsonrpc: "2.0", method: "notifications/initialized" }, session });
  return session;
}

interface Posted {
  readonly body: object;
  readonly session?: string;
}

function post(
  { url, token }: HttpLoad,
  agent: Agent,
  { body, session }: Posted,
): Promise<{ readonly headers: IncomingMessage["headers"]; readonly text: string }> {
  const text = JSON.stringify(body);
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": Buffer.byteLength(text),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(session === undefined ? {} : { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" }),
  };
  return new Promise((resolve, reject) => {
    request(url, { method: "POST", agent, headers }, (answer) => {
      let given = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        given += chunk;
      });
      answer.on("end", () => resolve({ headers: answer.headers, text: given }));
    })
      .on("error", reject)
      .end(text);
  });
}
