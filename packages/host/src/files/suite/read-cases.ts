// Prevents: bytes that are not the file's, a cap that is not said, and a content taken for another.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { DriverBench } from "../driver-bench.ts";

type MakeBench = () => Promise<DriverBench>;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

const MARKED = 409_600;

export function readCases(makeBench: MakeBench): void {
  test("F-002: the bytes of a file reach the reader unchanged", async () => {
    await using bench = await makeBench();
    const bytes = hex("78 09 79 0D 0A 7A 00 FF FE 0D");
    await bench.put("t.bin", bytes);
    const read = await bench.open().files.read("t.bin");
    expect(read).toEqual({
      ok: true,
      value: expect.objectContaining({
        path: "t.bin",
        bytes: new Uint8Array(bytes),
        isCapped: false,
        hash: sha256(bytes),
        mark: `10:${sha256(bytes)}`,
        notes: [],
      }),
    });
  });

  test("F-005: an empty file is an answer, not an error", async () => {
    await using bench = await makeBench();
    await bench.put("e.txt", "");
    const { files } = bench.open();
    expect(await files.readText("e.txt")).toEqual({ ok: true, value: "" });
    expect(await files.read("e.txt")).toMatchObject({
      value: { isCapped: false, mark: `0:${sha256(hex(""))}` },
    });
  });

  test("F-007: a capped read says so, and exactly as many bytes as the cap are not capped", async () => {
    await using bench = await makeBench();
    for (const size of [9, 10, 11]) await bench.put(`s${size}`, "y".repeat(size));
    const { files } = bench.open();
    for (const [name, length, isCapped] of [
      ["s9", 9, false],
      ["s10", 10, false],
      ["s11", 10, true],
    ] as const) {
      const read = await files.read(name, { maxBytes: 10 });
      expect(read).toMatchObject({ value: { isCapped } });
      if (read.ok) expect(read.value.bytes).toHaveLength(length);
    }
  });

  test("a mark covers the size and the first 409600 bytes, whatever the cap of the read", async () => {
    await using bench = await makeBench();
    const { files } = bench.open();
    const big = Buffer.alloc(MARKED + 200_000, "abcdefg\n");
    await bench.put("big", big);
    const mark = `${big.length}:${sha256(big.subarray(0, MARKED))}`;
    for (const maxBytes of [0, 10, MARKED - 1, MARKED, MARKED + 1, big.length, undefined]) {
      const read = await files.read("big", maxBytes === undefined ? {} : { maxBytes });
      expect(read).toMatchObject({
        value: { mark, isCapped: maxBytes !== undefined && maxBytes < big.length },
      });
      if (read.ok) expect(read.value.hash).toBe(sha256(big.subarray(0, maxBytes)));
    }
  });

  test("a file of several megabytes is read whole", async () => {
    await using bench = await makeBench();
    const big = Buffer.alloc(5 * 1024 * 1024 + 3, "0123456789\n");
    await bench.put("big", big);
    const read = await bench.open().files.read("big");
    expect(read.ok && Buffer.compare(read.value.bytes, big)).toBe(0);
    expect(read).toMatchObject({ value: { hash: sha256(big), isCapped: false } });
  });

  test("F-010: bytes that are no text are refused with the place of the first bad byte", async () => {
    await using bench = await makeBench();
    await bench.put("b.bin", hex("41 42 0A 80 81 00 FF"));
    expect(await bench.open().files.readText("b.bin")).toMatchObject({
      code: "binary",
      message: "b.bin is binary or not UTF-8: byte 0x80 at offset 3 (looks like binary data, 7 bytes)",
    });
  });

  test("F-011, F-012: UTF-16 and a byte-order mark are read as the text they stand for", async () => {
    await using bench = await makeBench();
    await bench.put("w.txt", hex("FF FE 48 00 69 00 0D 00 0A 00"));
    await bench.put("m.txt", hex("EF BB BF 68 65 6C 6C 6F 0A"));
    const { files } = bench.open();
    expect(await files.readText("w.txt")).toEqual({ ok: true, value: "Hi\r\n" });
    expect(await files.readText("m.txt")).toEqual({ ok: true, value: "hello\n" });
  });

  test("F-009: a cap that falls inside a character drops the character, and the whole size is told", async () => {
    await using bench = await makeBench();
    await bench.put("u.txt", "ab\u00E9x");
    await bench.put("l.txt", hex("41 E9 42 43 44 45"));
    const { files } = bench.open();
    expect(await files.readText("u.txt", { maxBytes: 3 })).toEqual({ ok: true, value: "ab" });
    expect(await files.readText("l.txt", { maxBytes: 3 })).toMatchObject({
      message: expect.stringContaining(", 6 bytes)"),
    });
  });

  test("F-021: a repeated read gives the content again", async () => {
    await using bench = await makeBench();
    await bench.put("a.txt", "one\n");
    const { files } = bench.open();
    const first = await files.read("a.txt");
    await bench.put("a.txt", "one\n");
    expect(await files.read("a.txt")).toEqual(first);
  });

  test("stat tells kind, size and mode of what a path leads to", async () => {
    await using bench = await makeBench();
    await bench.put("d/run.sh", "four", 0o755);
    await bench.link("d/run.sh", "l");
    const { files } = bench.open();
    const stat = await files.stat("l");
    expect(stat).toMatchObject({ value: { path: "d/run.sh", kind: "file", size: 4, mode: 0o755 } });
    expect(stat.ok && Math.abs(Date.now() - stat.value.modifiedAt)).toBeLessThan(60_000);
    expect(await files.stat("d")).toMatchObject({ value: { path: "d", kind: "directory" } });
  });

  test("a listing has every name with its kind, size and target, in byte order", async () => {
    await using bench = await makeBench();
    for (const name of ["b", "a", ".hidden", "\u{1F600}", "\uFF5E"]) await bench.put(`d/${name}`, "xyz");
    await bench.folder("d/sub");
    await bench.fifo("d/pipe");
    await bench.link("../nowhere", "d/link");
    const { files } = bench.open();
    const listing = await files.list("d");
    expect(listing.ok && listing.value.map(({ name, kind }) => [name, kind])).toEqual([
      [".hidden", "file"],
      ["a", "file"],
      ["b", "file"],
      ["link", "link"],
      ["pipe", "other"],
      ["sub", "directory"],
      ["\uFF5E", "file"],
      ["\u{1F600}", "file"],
    ]);
    expect(listing).toMatchObject({
      value: expect.arrayContaining([{ name: "link", kind: "link", size: 10, target: "../nowhere" }]),
    });
    expect(listing).toMatchObject({ value: expect.arrayContaining([{ name: "a", kind: "file", size: 3 }]) });
    expect(await files.list("d/sub")).toEqual({ ok: true, value: [] });
    expect(await files.list(".")).toMatchObject({ value: [{ name: "d", kind: "directory" }] });
  });

  test("what was seen is kept per file, adds up for one content and starts anew for another", async () => {
    await using bench = await makeBench();
    await bench.put("d/a.txt", "1\n2\n3\n");
    await bench.link("d", "l");
    const { files } = bench.open();
    expect(await files.lastSeen("d/a.txt")).toBeUndefined();
    await files.noteSeen("d/a.txt", { mark: "m", seen: [{ first: 5, last: 9 }] });
    await files.noteSeen("l/a.txt", {
      mark: "m",
      seen: [
        { first: 1, last: 2 },
        { first: 3, last: 3 },
      ],
    });
    expect(await files.lastSeen("./d/a.txt")).toEqual({
      mark: "m",
      seen: [
        { first: 1, last: 3 },
        { first: 5, last: 9 },
      ],
    });
    await files.noteSeen("d/a.txt", { mark: "n", seen: [{ first: 2, last: 2 }] });
    expect(await files.lastSeen("d/a.txt")).toEqual({ mark: "n", seen: [{ first: 2, last: 2 }] });
  });
}
