import type { Message, OpenSession, Outcome, SessionEvent, SessionStore } from "@wield/core";
import type * as Vitest from "vitest";

/** What the suite registers its tests with: `vitest` itself, so that this package need not load it. */
export type SuiteRunner = Pick<typeof Vitest, "expect" | "test">;

/** Registers what every driver of the session store does. `open` gives a store of its own place each time. */
export function sessionStoreSuite(
  name: string,
  open: () => Promise<SessionStore>,
  { test, expect }: SuiteRunner,
): void {
  const told = (what: string): string => `${name}: ${what}`;

  test(told("what was appended is there when the session is opened again, in order"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    const events = [userSays("m1", "first"), title("A name"), todo("one"), userSays("m2", "second")];
    const stored = await Promise.all(events.map((event) => session.append(event)));
    expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    await session.close();
    const again = await opened(store.open(session.id));
    expect(again.workspaceRoot).toBe("/w");
    expect(again.problems).toEqual([]);
    expect(again.events.map(({ event }) => event)).toEqual(events);
    expect((await again.append(userSays("m3", "third"))).seq).toBe(5);
    await again.close();
    const read = await opened(store.read(session.id));
    expect(read.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  test(told("every kind of event comes back as it was"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    for (const event of Object.values(EVERY_KIND)) await session.append(event);
    await session.close();
    const again = await opened(store.open(session.id));
    expect(again.problems).toEqual([]);
    expect(again.events.map(({ event }) => event)).toEqual(Object.values(EVERY_KIND));
  });

  test(told("an open session is not opened twice; it can be read, and forked"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    await session.append(userSays("m1", "first"));
    expect(await store.open(session.id)).toMatchObject({ ok: false, code: "session_in_use" });
    expect(await opened(store.read(session.id))).toHaveLength(1);
    expect((await opened(store.fork(session.id))).events).toHaveLength(1);
    await session.close();
    await (await opened(store.open(session.id))).close();
  });

  test(told("a closed session takes no more events"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    await session.append(userSays("m1", "first"));
    await session.close();
    await session.close();
    await expect(session.append(userSays("m2", "late"))).rejects.toThrow("closed");
    expect(await opened(store.read(session.id))).toHaveLength(1);
  });

  test(
    told("a fork has the events up to its place, under an id of its own, and goes its own way"),
    async () => {
      const store = await open();
      const session = await store.create({ workspaceRoot: "/w" });
      for (const id of ["m1", "m2", "m3"]) await session.append(userSays(id, id));
      await session.close();
      const fork = await opened(store.fork(session.id, 2));
      expect(fork.id).not.toBe(session.id);
      expect(fork.workspaceRoot).toBe("/w");
      expect(fork.events.map(({ seq }) => seq)).toEqual([1, 2]);
      await fork.append(userSays("m4", "another way"));
      await fork.close();
      expect(await opened(store.read(session.id))).toHaveLength(3);
      expect((await opened(store.read(fork.id))).map(({ event }) => event)).toEqual([
        userSays("m1", "m1"),
        userSays("m2", "m2"),
        userSays("m4", "another way"),
      ]);
    },
  );

  test(told("E-005: whatever is listed can be opened, by id and by its beginning"), async () => {
    const store = await open();
    const made = [];
    for (const text of ["one", "two", "three"]) {
      const session = await store.create({ workspaceRoot: "/w" });
      await session.append(userSays("m1", text));
      await session.append({ kind: "summary", firstId: "m1", lastId: "m1", text: "what was said" });
      await session.close();
      made.push(session.id);
    }
    const listed = await store.list();
    expect(listed.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    for (const { id } of listed) {
      expect((await opened(store.find(id))).id).toBe(id);
      expect((await opened(store.find(id.slice(4)))).id).toBe(id);
      await (await opened(store.open(id))).close();
    }
    expect(await store.find("ses_")).toMatchObject({ ok: false, code: "ambiguous_session" });
    for (const id of made) {
      expect(await store.find("ses_")).toMatchObject({ message: expect.stringContaining(id) });
    }
  });

  test(told("nothing is the beginning of no id, also where there is one session only"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    await session.append(userSays("m1", "text"));
    for (const nothing of ["", "  "]) {
      expect(await store.find(nothing)).toMatchObject({ ok: false, code: "no_such_session" });
    }
  });

  test(told("a list tells title, folder and number of messages, without what was removed"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    await session.append(userSays("m0", "from Wield itself", "notice"));
    await session.append(userSays("m1", "  the first\n message "));
    await session.append(assistantSays("m2", "an answer"));
    await session.append(assistantSays("m3", "taken back"));
    await session.append({ kind: "removed", messageIds: ["m3", "no-such"] });
    expect(await store.list()).toMatchObject([
      { id: session.id, title: "the first message", workspaceRoot: "/w", messageCount: 3 },
    ]);
    await session.append(title("Named"));
    expect(await store.list()).toMatchObject([{ title: "Named" }]);
    await session.append({ kind: "removed", messageIds: ["m1"] });
    expect(await store.list()).toMatchObject([{ title: "Named", messageCount: 2 }]);
  });

  test(told("a long first message gives a title of 80 characters that splits none"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    await session.append(userSays("m1", "𝄞".repeat(100)));
    const [summary] = await store.list();
    expect(summary?.title).toMatch(/^𝄞{39}…$/u);
  });

  test(
    told("a list can be of one folder and of some length; helpers are listed with their parent only"),
    async () => {
      const store = await open();
      for (const workspaceRoot of ["/a", "/a", "/b"]) {
        const session = await store.create({ workspaceRoot });
        await session.append(userSays("m1", workspaceRoot));
      }
      const [parent] = await store.list({ workspaceRoot: "/b" });
      const helper = await store.create({ workspaceRoot: "/b", parentId: parent?.id ?? "" });
      await helper.append(userSays("m1", "find out"));
      expect(helper.parentId).toBe(parent?.id);
      expect(await store.list({ workspaceRoot: "/a" })).toHaveLength(2);
      expect(await store.list({ limit: 2 })).toHaveLength(2);
      expect((await store.list({ workspaceRoot: "/b" })).map(({ id }) => id)).toEqual([parent?.id]);
      expect((await store.list({ parentId: parent?.id ?? "" })).map(({ id }) => id)).toEqual([helper.id]);
    },
  );

  test(
    told("words are found in titles and messages, all of them, whatever their case and signs"),
    async () => {
      const store = await open();
      const said = async (text: string, named?: string): Promise<string> => {
        const session = await store.create({ workspaceRoot: "/w" });
        await session.append(userSays("m1", text));
        if (named !== undefined) await session.append(title(named));
        await session.close();
        return session.id;
      };
      const zebra = await said("The Zebra crossing in src/main.py");
      const parrot = await said("It's a blue parrot", "Pet shop schema");
      const found = async (text: string): Promise<readonly string[]> =>
        (await store.list({ text })).map(({ id }) => id);
      expect(await found("zebra")).toEqual([zebra]);
      expect(await found("CROSSING zebra")).toEqual([zebra]);
      expect(await found("src/main.py")).toEqual([zebra]);
      expect(await found("pet SHOP")).toEqual([parrot]);
      expect(await found("parrot schema")).toEqual([parrot]);
      expect(await found("it's")).toEqual([parrot]);
      expect(await found("zebra parrot")).toEqual([]);
      for (const nothing of ['"unbalanced', "AND", "*", "col:", "NEAR(zebra", "-"]) {
        expect(await found(nothing)).toEqual([]);
      }
    },
  );

  test(told("what was removed is found no more, what was added is"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    await session.append(userSays("m1", "a walrus"));
    expect(await store.list({ text: "walrus" })).toHaveLength(1);
    await session.append({ kind: "removed", messageIds: ["m1"] });
    await session.append(resultSays("m2", "a narwhal"));
    expect(await store.list({ text: "walrus" })).toHaveLength(0);
    expect(await store.list({ text: "narwhal" })).toHaveLength(1);
  });

  test(told("pictures come back byte for byte, of people and of tools, in a fork too"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    const image = {
      type: "image",
      mediaType: "image/png",
      bytes: Uint8Array.from([0, 255, 10, 13]),
    } as const;
    await session.append({
      kind: "message",
      message: { role: "user", id: "m1", origin: "person", parts: [{ kind: "image", image }] },
    });
    await session.append(resultSays("m2", "see", [image, image]));
    await session.close();
    const fork = await opened(store.fork(session.id));
    await fork.close();
    await store.delete(session.id);
    const [first, second] = (await opened(store.open(fork.id))).events.map(({ event }) => event);
    const bytes = [...imagesOf(first), ...imagesOf(second)].map((one) => [one.mediaType, ...one.bytes]);
    expect(bytes).toEqual(Array.from({ length: 3 }, () => ["image/png", 0, 255, 10, 13]));
  });

  test(told("a deleted session is gone, with its helpers'; an open one is not deleted"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    await session.append(userSays("m1", "a walrus"));
    const helper = await store.create({ workspaceRoot: "/w", parentId: session.id });
    await helper.append(userSays("m1", "find it"));
    expect(await store.delete(session.id)).toMatchObject({ ok: false, code: "session_in_use" });
    await Promise.all([session.close(), helper.close()]);
    expect(await store.delete(session.id)).toMatchObject({ ok: true });
    for (const { id } of [session, helper]) {
      const gone = { ok: false, code: "no_such_session" };
      expect(await store.open(id)).toMatchObject(gone);
      expect(await store.read(id)).toMatchObject(gone);
      expect(await store.fork(id)).toMatchObject(gone);
      expect(await store.find(id)).toMatchObject(gone);
      expect(await store.delete(id)).toMatchObject(gone);
    }
    expect(await store.list({ text: "walrus" })).toEqual([]);
  });

  test(told("a session in which nothing was written is not listed"), async () => {
    const store = await open();
    const session = await store.create({ workspaceRoot: "/w" });
    expect(await store.list()).toEqual([]);
    await session.close();
    expect(await store.list()).toEqual([]);
  });
}

/** One of each, so that a kind that is added to the port is added here too. */
const EVERY_KIND: Readonly<Record<SessionEvent["kind"], SessionEvent>> = {
  message: {
    kind: "message",
    message: {
      role: "assistant",
      id: "m1",
      model: "a/b",
      parts: [
        { kind: "reasoning", text: "hm", provider: "a", opaque: { signature: "s" } },
        { kind: "text", text: "I look." },
        { kind: "call", callId: "call_1", tool: "grep", rawInput: "{", wasCutOff: true, provider: "a" },
      ],
    },
  },
  removed: { kind: "removed", messageIds: ["m0"] },
  summary: { kind: "summary", firstId: "m1", lastId: "m1", text: "it looked" },
  title: { kind: "title", title: "A name" },
  todo: { kind: "todo", items: [{ content: "look", status: "in_progress" }] },
  goal: { kind: "goal", goal: { text: "see", nested: [1, null, true] } },
  task: { kind: "task", taskId: "task_1", sessionId: "ses_1", prompt: "find out" },
  setting: { kind: "setting", model: "a/b", toolset: "coding", approvalMode: "prompt" },
  turn_started: { kind: "turn_started", turn: 1, surface: "terminal" },
  turn_ended: {
    kind: "turn_ended",
    turn: 1,
    reason: "done",
    usage: { input: 1, output: 2, cached: 0 },
    steps: 1,
    calls: 1,
  },
};

async function opened<Value>(outcome: Promise<Outcome<Value>>): Promise<Value> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(settled.message);
  return settled.value;
}

function userSays(id: string, text: string, origin: "person" | "notice" = "person"): SessionEvent {
  return { kind: "message", message: { role: "user", id, origin, parts: [{ kind: "text", text }] } };
}

function assistantSays(id: string, text: string): SessionEvent {
  return {
    kind: "message",
    message: { role: "assistant", id, model: "a/b", parts: [{ kind: "text", text }] },
  };
}

type ResultMessage = Extract<Message, { role: "result" }>;

function resultSays(id: string, text: string, images?: ResultMessage["images"]): SessionEvent {
  const message = {
    role: "result",
    id,
    callId: `call_${id}`,
    tool: "grep",
    status: "ok",
    text,
    origins: [],
  } as const;
  return { kind: "message", message: images === undefined ? message : { ...message, images } };
}

function title(text: string): SessionEvent {
  return { kind: "title", title: text };
}

function todo(content: string): SessionEvent {
  return { kind: "todo", items: [{ content, status: "pending" }] };
}

function imagesOf(
  event: OpenSession["events"][number]["event"] | undefined,
): NonNullable<ResultMessage["images"]> {
  if (event?.kind !== "message") return [];
  if (event.message.role === "result") return event.message.images ?? [];
  if (event.message.role === "assistant") return [];
  return event.message.parts.flatMap((part) => (part.kind === "image" ? [part.image] : []));
}
