// Prevents: a full or read-only disk that is told as a fault of Wield with its insides, or that leaves a turn without
// an end.
import { NotSavedError, ok, type OpenSession, type SessionStore } from "@wield/core";
import { createManualClock, createMemorySessions } from "@wield/testkit";
import { expect, test } from "vitest";
import { createAgentBench } from "../testing/agent-bench.ts";
import { toolThat } from "../testing/tools-fixture.ts";
import { openStored } from "./open-stored.ts";

const WHY = "the conversation could not be saved: the disk is full";

/** Sessions on a disk that is full after so many events, until it is emptied. */
function fillingDisk(events: number): { readonly sessions: SessionStore; empty(): void } {
  const inner = createMemorySessions(createManualClock());
  let left = events;
  const filling = (session: OpenSession): OpenSession =>
    new Proxy(session, {
      get(target, name) {
        if (name === "append")
          return (event: Parameters<OpenSession["append"]>[0]) => {
            left -= 1;
            return left < 0 ? Promise.reject(new NotSavedError(WHY)) : target.append(event);
          };
        const found: unknown = Reflect.get(target, name);
        return typeof found === "function" ? (found.bind(target) as unknown) : found;
      },
    });
  return {
    sessions: { ...inner, create: async (made) => filling(await inner.create(made)) },
    empty: () => (left = Number.POSITIVE_INFINITY),
  };
}

test("a disk that is full at any moment of a turn ends it with one sentence, and it goes on once there is room", async () => {
  for (let events = 0; events < 6; events += 1) {
    const disk = fillingDisk(events);
    const lines: string[] = [];
    await using here = await createAgentBench({
      tools: [toolThat("probe", () => ok("probed"))],
      sessions: disk.sessions,
      parts: { log: (level, line) => void lines.push(`${level}: ${line}`) },
      script: Array.from({ length: 8 }, (_none, at) =>
        at % 2 === 0 ? { calls: [{ tool: "probe" }] } : "Done.",
      ),
    });
    const end = await here.session.send({ text: "go" });
    expect(end, `after ${events}`).toMatchObject({
      reason: "model_error",
      error: expect.stringContaining(WHY),
    });
    expect(end.error).not.toContain("fault of Wield");
    expect(lines.join("\n")).not.toContain("    at ");
    expect(here.events.filter(({ type }) => type === "done")).toHaveLength(1);
    disk.empty();
    expect(await here.session.send({ text: "again" }), `after ${events}`).toMatchObject({ reason: "done" });
    expect(here.model.faults ?? []).toEqual([]);
  }
});

test("a home where no conversation can begin is a failure with its reason", async () => {
  const sessions: SessionStore = {
    ...createMemorySessions(createManualClock()),
    create: () =>
      Promise.reject(new NotSavedError("the session could not be saved: the file system is read-only")),
  };
  expect(await openStored({ sessions }, { workspaceRoot: "/" })).toMatchObject({
    ok: false,
    code: "not_saved",
    message: "the session could not be saved: the file system is read-only",
  });
});
