// Prevents: a search of a server that goes on behind its call, or tells nothing of what it had found by then.
import { expect, test } from "vitest";
import { createRemoteBench } from "../../files/remote/remote-bench.ts";
import { searchOptions } from "../search-bench.ts";

const MEGABYTES = 3 * 1024 * 1024;

test("a search whose time ends tells what it found until then, one that is cancelled nothing", async () => {
  await using bench = createRemoteBench();
  await bench.put("a", `hit\n${"x".repeat(MEGABYTES)}`);
  await bench.put("z", `hit\n${"x".repeat(MEGABYTES)}`);
  for (const name of ["TimeoutError", "AbortError"]) {
    const { scope } = bench.open();
    const ending = new AbortController();
    const files = bench.driver.open({ ...scope, signal: ending.signal });
    const sent = bench.place.stallWith(/content 'z'/);
    const searching = files.search(".", searchOptions({ pattern: "h.t" }));
    await sent;
    ending.abort(new DOMException("it ended", name));
    expect(await searching).toMatchObject(
      name === "TimeoutError"
        ? { value: { matches: 1, files: 1, isExact: false, isPartial: true, page: [{ path: "a" }] } }
        : { code: "cancelled" },
    );
  }
});

test("files without a text that every match holds are not brought here", async () => {
  await using bench = createRemoteBench();
  await bench.put("with.txt", "a needle\n");
  await bench.put("without.txt", "only hay\n");
  await bench.put("wide.txt", Buffer.from("\uFEFFa needle\n", "utf16le"));
  const brought: string[] = [];
  bench.place.onMessage((message) => {
    if (/; (?:several|content) /.test(message)) brought.push(message);
  });
  const found = await bench.open().files.search(".", searchOptions({ pattern: "need+le" }));
  expect(found.ok && found.value.page.map(({ path }) => path)).toEqual(["wide.txt", "with.txt"]);
  expect(brought.join("\n")).toContain("with.txt");
  expect(brought.join("\n")).not.toContain("without.txt");
});
