// Prevents: a tree somebody made on purpose that hangs a search, fills the memory or leaves its program running.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, symlinkSync, truncateSync } from "node:fs";
import { expect, test } from "vitest";
import { createSearchBench, placesOf, searchOptions } from "./search-bench.ts";

/** Search programs that this process started and that still run. */
function programs(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        return Number(stat.split(") ")[1]?.split(" ")[1]) === process.pid && stat.includes("(rg)");
      } catch {
        return false;
      }
    });
}

test("a search that is stopped leaves no program behind, and tells what it found when its time ended", async () => {
  using bench = createSearchBench();
  bench.put("a.txt", "hit\n");
  bench.put("z/b.txt", "hit\n");
  // The engine waits for somebody to write its rules.
  execFileSync("mkfifo", [bench.at("z/.gitignore")]);
  for (const reason of ["TimeoutError", "AbortError"]) {
    const controller = new AbortController();
    const { files, scope } = bench.open();
    Object.assign(scope, { signal: controller.signal });
    const searching = files.search(".", searchOptions({ pattern: "hit" }));
    await expect.poll(() => programs().length, { interval: 5 }).toBeGreaterThan(0);
    // It has found the first file when it waits for the second folder.
    await expect
      .poll(
        () =>
          programs().every((pid) => /pipe|fifo|futex|wait/.test(readFileSync(`/proc/${pid}/wchan`, "utf8"))),
        { interval: 5 },
      )
      .toBe(true);
    controller.abort(new DOMException("the end", reason));
    const end = await searching;
    if (reason === "AbortError") expect(end).toMatchObject({ ok: false, code: "cancelled" });
    else expect(end.ok ? end.value : end.message).toMatchObject({ isPartial: true });
    await expect.poll(() => programs().length).toBe(0);
  }
});

test("an ignore file without an end ends the engine, not the machine", async () => {
  using bench = createSearchBench();
  bench.put("a.txt", "hit\n");
  bench.put("z/b.txt", "hit\n");
  symlinkSync("/dev/zero", bench.at("z/.gitignore"));
  const end = await bench.open().files.search(".", searchOptions({ pattern: "hit" }));
  if (!end.ok) expect(end).toMatchObject({ code: "io_error", message: expect.stringContaining("broke off") });
  else {
    expect(end.value).toMatchObject({ isExact: false, notes: [expect.stringContaining("broke off")] });
    expect(placesOf(end.value).every((place) => place === "a.txt:1")).toBe(true);
  }
});

test("a disk image in the folder is not read through, and its matches do not count", async () => {
  using bench = createSearchBench();
  bench.put("a.txt", "hit\n");
  bench.put("b.img", "hit\n".repeat(4));
  truncateSync(bench.at("b.img"), 20 * 1024 ** 3);
  for (const pattern of ["hit", "miss"]) {
    const end = await bench.open().files.search(".", searchOptions({ pattern }));
    expect(end.ok ? placesOf(end.value) : end.message).toEqual(pattern === "hit" ? ["a.txt:1"] : []);
    if (end.ok && pattern === "miss") expect(end.value.leftOut).toMatchObject({ tooLarge: 1 });
  }
});

test("a deep tree is walked and searched", async () => {
  using bench = createSearchBench();
  const deep = `${"d/".repeat(150)}x.txt`;
  bench.put(deep, "hit\n");
  const { files } = bench.open();
  const end = await files.search(".", searchOptions({ pattern: "hit" }));
  expect(end.ok ? placesOf(end.value) : end.message).toEqual([`${deep}:1`]);
});
