// Prevents: a turn that waits for ever on a connection that died without a word.
import { expect, test } from "vitest";
import { createHastyClock, openBench, person, PROVIDERS, requestOf } from "../testing/model-fixture.ts";

test("a stream that falls silent for two minutes counts as a broken connection", async () => {
  const clock = createHastyClock();
  let limit = (): void => {};
  const watching = {
    ...clock,
    timer: (ms: number, done: () => void) => {
      if (ms < 119_000) return clock.timer(ms, done);
      limit = done;
      return () => {};
    },
    monotonic: () => elapsed,
  };
  let elapsed = 0;
  const { model, server } = await openBench(
    PROVIDERS[0],
    [{ text: "half", deltaLength: 1, breaksAfter: { events: 4, how: "silence" } }, "whole"],
    { clock: watching },
  );
  const kinds: string[] = [];
  for await (const event of model.stream(requestOf([person("hi")]), new AbortController().signal)) {
    kinds.push(event.kind);
    if (kinds.join() === "text,text") {
      elapsed = 121_000;
      limit();
    }
    if (event.kind === "attempt_failed")
      expect(event.failure).toMatchObject({
        kind: "broken_stream",
        message: expect.stringContaining("120 seconds"),
      });
  }
  expect(kinds.slice(2)).toEqual(["attempt_failed", "reset", "text", "answer"]);
  await server.close();
});
