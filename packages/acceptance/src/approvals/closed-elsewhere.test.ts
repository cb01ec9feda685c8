// Prevents: a call that waits for an answer being told that nobody can be asked, when it was only too late: any
// process that starts closes requests whose deadline has passed, also those of others.
import type { Asker } from "@wield/core";
import { expect, test } from "vitest";
import { makePlaces } from "../command/places.ts";

test("a request that another process closes at its deadline ends as one without an answer", async () => {
  await using places = makePlaces();
  const runtime = await places.open({ flags: { approvalMode: "prompt" } });
  const other = await places.open();
  const asker: Asker = {
    surface: "terminal",
    ask: async ({ id }) => {
      await other.store.approvals.close(id, "expired");
      return undefined;
    },
  };
  const outcome = await runtime.pipeline.call(
    { tool: "write_file", input: { path: "a.txt", content: "x" } },
    runtime
      .conversation({ sessionId: "ses_1", caller: "test", surface: "terminal", askers: [asker] })
      .snapshot(),
  );
  expect(outcome).toMatchObject({
    status: "denied",
    code: "approval_denied",
    message: "write_file was not run: no answer within 300 s",
  });
});
