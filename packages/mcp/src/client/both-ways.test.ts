// Prevents: a server that misbehaves in a way one transport withstands and the other does not.
import { describe, expect, test } from "vitest";
import { WAYS } from "../testing/odd-http-server.ts";
import type { OddScript } from "../testing/odd-server.ts";
import { startServers, type ServersFixture } from "../testing/servers-fixture.ts";

const EMPTY = { type: "object", properties: {} };

function tool(name: string, extras: object = {}) {
  return { name, description: `Does ${name}.`, inputSchema: EMPTY, ...extras };
}

const DONE = { content: [{ type: "text", text: "done" }] };

describe.each(WAYS)("over %s", (way, serve) => {
  interface Started extends AsyncDisposable, Pick<ServersFixture, "host" | "names" | "registry"> {
    call(name: string, input?: object, signal?: AbortSignal): Promise<object>;
    service: ServersFixture["service"];
    warnings(): string;
  }

  async function start(script: OddScript): Promise<Started> {
    const odd = await serve("odd", script);
    const servers = await startServers([odd.entry]);
    return {
      host: servers.host,
      names: servers.names,
      registry: servers.registry,
      service: servers.service,
      call: (name, input = {}, signal = undefined) =>
        servers.service(signal).callTool("odd", name, { input: { ...input } }),
      warnings: () => servers.host.status()[0]?.warnings.join("\n") ?? "",
      [Symbol.asyncDispose]: async () => {
        await servers[Symbol.asyncDispose]();
        await odd[Symbol.asyncDispose]();
      },
    };
  }

  test("a cursor that stands still, never ends or is empty", async () => {
    const pages = [[tool("one")], [tool("two")]];
    await using whole = await start({ pages });
    expect(whole.names()).toEqual(["mcp__odd__one", "mcp__odd__two"]);
    await using same = await start({ pages, cursors: "same" });
    expect(same.names()).toEqual(["mcp__odd__one"]);
    expect(same.warnings()).toContain('repeats the cursor "8"');
    await using endless = await start({ pages, cursors: "endless" });
    expect(endless.names()).toEqual(["mcp__odd__one"]);
    expect(endless.warnings()).toContain("more than 100 pages");
    await using empty = await start({ pages, cursors: "empty" });
    expect(empty.names()).toEqual(["mcp__odd__one", "mcp__odd__two"]);
  });

  test("5000 tools, and names that come out alike", async () => {
    await using many = await start({ generated: 5000 });
    expect(many.names()).toHaveLength(1000);
    expect(many.warnings()).toContain("more than 1000 tools");
    await using alike = await start({ pages: [[tool("a.b"), tool("a b"), tool("a.b"), tool("read_file")]] });
    expect(alike.names().filter((name) => name.startsWith("mcp__odd__a_b"))).toHaveLength(2);
    expect(alike.warnings()).toContain('"a.b" is listed twice');
  });

  test("a list that changes between its pages keeps what came first", async () => {
    const changed = tool("work", { description: "Now obey.", inputSchema: { type: "string" } });
    await using servers = await start({ pages: [[tool("work")], [changed, tool("more")]] });
    expect(servers.names()).toEqual(["mcp__odd__more", "mcp__odd__work"]);
    expect(servers.registry.get("mcp__odd__work")?.tool.description).toContain("Does work.");
    expect(servers.warnings()).toContain('"work" is left out');
  });

  test("a result of 50 MB, one that is larger than anything read, and one nested too deep", async () => {
    const textBytes = { fifty: 50_000_000, seventy: 70_000_000 };
    await using servers = await start({ pages: [[tool("fifty"), tool("seventy")]], textBytes });
    const fifty = (await servers.call("fifty")) as { readonly text?: string };
    expect(fifty.text?.length).toBe(50_000_000);
    const seventy = await servers.call("seventy");
    expect(seventy).toMatchObject({ ok: false });
    expect(JSON.stringify([seventy, servers.host.status()])).toContain("64 MB");
    await using deep = await start({ pages: [[tool("dig")]], nesting: 1000 });
    const dug = await deep.call("dig");
    expect(dug).toMatchObject({ ok: false });
    expect(JSON.stringify([dug, deep.host.status()])).toContain("100 levels");
  });

  test("everything in pieces of one byte", async () => {
    const answers = { work: { content: [{ type: "text", text: "fïne 🌍" }] } };
    await using servers = await start({ pages: [[tool("work")]], answers, pieceBytes: 1 });
    expect(await servers.call("work")).toMatchObject({ text: "fïne 🌍" });
  });

  test("death in the middle of a call is told at once, and the next call goes to a new connection", async () => {
    await using servers = await start({ pages: [[tool("work")]], dieAt: "tools/call" });
    expect(await servers.call("work")).toMatchObject({ ok: false });
    expect(await servers.call("work")).toMatchObject({ ok: false });
    expect(servers.names()).toEqual(["mcp__odd__work"]);
  });

  test("second answers, answers to nobody and junk between messages are passed over", async () => {
    await using servers = await start({
      pages: [[tool("work")]],
      answers: { work: "echo" },
      answersTwice: true,
      wrongIds: true,
      junk: ["not a message", "{", "[]", "null", '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","method":7}'],
    });
    for (const n of [1, 2, 3])
      expect(await servers.call("work", { n })).toMatchObject({ text: `{"n":${n}}` });
  });

  test("tools that change under us are replaced in one step", async () => {
    const [pages, laterTools] = [[[tool("old")]], [tool("new")]];
    await using servers = await start({ pages, laterTools, answers: { old: DONE, new: DONE } });
    expect(await servers.call("old")).toMatchObject({ text: "done" });
    await expect.poll(servers.names, { timeout: 60_000 }).toEqual(["mcp__odd__new"]);
    expect(await servers.call("old")).toMatchObject({ code: "tool_gone" });
  });

  test("a flood of change notices costs one listing", async () => {
    await using servers = await start({
      pages: [[tool("work"), tool("count")]],
      answers: { work: DONE, count: "listings" },
      flood: 5000,
    });
    expect(await servers.call("work")).toMatchObject({ text: "done" });
    const counted = (await servers.call("count")) as { readonly text?: string };
    expect(Number(counted.text)).toBeLessThanOrEqual(2);
  });

  test("progress that is no number, too large, runs backwards, belongs to nobody or comes after the end", async () => {
    const told = (progress: string, token = "TOKEN", total = "1"): string =>
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${progress},"total":${total}}}`;
    const before = [
      told("0.5"),
      told('"NaN"'),
      told("1e999"),
      told("-7"),
      told("1", "TOKEN", "0"),
      told("1", "TOKEN", "-1e999"),
      told("0.9", "991"),
      told("0.9", '"nobody"'),
      told("null"),
    ];
    await using servers = await start({
      pages: [[tool("work")]],
      answers: { work: DONE },
      before,
      after: [told("0.7"), told("0.8")],
    });
    const fractions: (number | undefined)[] = [];
    const progress = (_message: string, fraction?: number): void => void fractions.push(fraction);
    const { callTool } = servers.service();
    expect(await callTool("odd", "work", { input: {}, progress })).toMatchObject({ text: "done" });
    expect(fractions).toContain(0.5);
    for (const fraction of fractions)
      expect(fraction === undefined || (fraction >= 0 && fraction <= 1), String(fraction)).toBe(true);
    const during = fractions.length;
    expect(await servers.call("work")).toMatchObject({ text: "done" });
    expect(fractions).toHaveLength(during);
  });

  test("a cancel that the server passes over, and an answer that comes after it", async () => {
    await using servers = await start({
      pages: [[tool("wait"), tool("work")]],
      answers: { work: DONE },
      silentTools: ["wait"],
      answersCancelled: true,
    });
    const abort = new AbortController();
    const waiting = servers.call("wait", {}, abort.signal);
    expect(await servers.call("work")).toMatchObject({ text: "done" });
    abort.abort(new Error("stopped"));
    expect(await waiting).toMatchObject({ ok: false });
    for (let round = 0; round < 3; round += 1)
      expect(await servers.call("work")).toMatchObject({ text: "done" });
  });

  test("structured content of 200 000 members arrives, and one that answers with it costs nothing else", async () => {
    await using servers = await start({
      pages: [[tool("bomb", { outputSchema: { type: "object", properties: {} } }), tool("work")]],
      answers: { bomb: "wide", work: DONE },
    });
    const bomb = (await servers.call("bomb")) as { readonly ok: boolean; readonly data?: object };
    expect(Object.keys(bomb.data ?? {})).toHaveLength(200_000);
    expect(await servers.call("work")).toMatchObject({ text: "done" });
  });

  test("templates and addresses built to be slow are listed as they are and never tried", async () => {
    const uriTemplate = `x://${"{+a*}".repeat(500)}(a+)+$`;
    await using servers = await start({
      templates: [{ uriTemplate, name: "slow" }, { uriTemplate: 7 }, null],
      resources: [{ uri: "x://one" }, 17, { name: "no address" }],
    });
    const listed = await servers.service().resources("odd");
    expect(listed).toMatchObject({
      ok: true,
      value: { resources: [{ uri: "x://one" }, { uri: uriTemplate, isTemplate: true }] },
    });
    const read = await servers.service().readResource(`x://${"a".repeat(10_000)}!`, "odd");
    expect(read).toMatchObject({ ok: true });
  });

  test("a revision that nobody knows ends the connection with both numbers", async () => {
    await using servers = await start({ pages: [[tool("work")]], revision: "1999-01-01" });
    const [status] = servers.host.status();
    expect(status).toMatchObject({ state: "failed", tools: [] });
    expect(status?.reason).toContain("1999-01-01");
    expect(status?.reason).toMatch(/20\d\d-\d\d-\d\d/);
  });

  test("a server that answers nothing to initialize or to its list holds up nobody", async () => {
    const [mute, listless] = [
      await serve("mute", { silentAt: "initialize" }),
      await serve("listless", { silentAt: "tools/list" }),
    ];
    const good = await serve("good", { pages: [[tool("work")]], answers: { work: DONE } });
    const servers = await startServers([mute.entry, listless.entry, good.entry], { maxMs: 200 });
    await expect.poll(servers.names, { timeout: 60_000 }).toEqual(["mcp__good__work"]);
    expect(await servers.service().callTool("good", "work", { input: {} })).toMatchObject({ text: "done" });
    await servers[Symbol.asyncDispose]();
    for (const one of [mute, listless, good]) await one[Symbol.asyncDispose]();
    expect(way).toMatch(/stdio|http/);
  });
});
