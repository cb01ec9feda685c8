import type { Clock } from "@wield/core";
import type { Fetch } from "../endpoint/endpoint.ts";

export interface AskOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; without it the request is a GET. */
  readonly body?: object;
}

const MAX_ANSWER_CHARACTERS = 4 * 1024 * 1024;

/** The JSON a server answers within the time; nothing when it does not, whatever the reason. */
export async function askServer(url: string, options: AskOptions): Promise<unknown> {
  const { fetch, clock, timeoutMs, headers = {}, body } = options;
  const stop = new AbortController();
  const cancel = clock.timer(timeoutMs, () => stop.abort());
  try {
    const response = await fetch(url, {
      signal: stop.signal,
      headers: {
        accept: "application/json",
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    const text = await response.text();
    return text.length > MAX_ANSWER_CHARACTERS ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}
