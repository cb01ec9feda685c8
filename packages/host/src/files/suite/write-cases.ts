// Prevents: a write that is seen half done, changes what nobody asked to change, buries another's work,
// or leaves something behind.
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Outcome } from "@wield/core";
import { fail } from "@wield/core";
import { expect, test } from "vitest";
import type { DriverBench } from "../driver-bench.ts";

type MakeBench = () => Promise<DriverBench>;

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const notesOf = (outcome: Outcome<{ readonly notes?: readonly string[] }>): string =>
  outcome.ok ? (outcome.value.notes ?? []).join("\n") : `${outcome.code}: ${outcome.message}`;

export function writeCases(makeBench: MakeBench): void {
  test("F-028: a new file is made with its parents", async () => {
    await using bench = await makeBench();
    const { files, scope } = bench.open();
    expect(await files.write("d/e/f.txt", "hi")).toEqual({
      ok: true,
      value: { path: "d/e/f.txt", isCreated: true, mark: `2:${sha256("hi")}`, notes: [] },
    });
    expect(String(await bench.get("d/e/f.txt"))).toBe("hi");
    const umask = process.umask();
    expect(await bench.mode("d/e/f.txt")).toBe(0o644 & ~umask);
    expect(await bench.mode("d/e")).toBe(0o755 & ~umask);
    expect(await bench.names("d/e")).toEqual(["f.txt"]);
    const { root } = bench.workspace;
    expect(scope.undo).toEqual([
      {
        real: join(root, "d/e/f.txt"),
        display: "d/e/f.txt",
        afterHash: sha256("hi"),
        madeParents: [join(root, "d"), join(root, "d/e")],
      },
    ]);
    expect(scope.changes).toEqual([{ path: "d/e/f.txt", access: "write" }]);
  });

  test("F-030: permission bits survive an overwrite", async () => {
    await using bench = await makeBench();
    for (const mode of [0o755, 0o600, 0o640, 0o4711]) {
      await bench.put(`f${mode}`, "old", mode);
      expect(notesOf(await bench.open().files.write(`f${mode}`, "new"))).toBe("");
      expect(await bench.mode(`f${mode}`)).toBe(mode);
    }
  });

  test("F-031: writing through a link changes the target and leaves the link", async () => {
    await using bench = await makeBench();
    await bench.put("real.txt", "o");
    await bench.link("real.txt", "ln.txt");
    expect(await bench.open().files.write("ln.txt", "n")).toMatchObject({ value: { path: "real.txt" } });
    expect(await bench.isLink("ln.txt")).toBe(true);
    expect(String(await bench.get("real.txt"))).toBe("n");
    expect(await bench.names(".")).toEqual(["ln.txt", "real.txt"]);
  });

  test("F-032: bytes are written as they come, text as UTF-8 without a byte-order mark", async () => {
    await using bench = await makeBench();
    const { files } = bench.open();
    const bytes = hex("EF BB BF 63 0D 0A 00 FF");
    await files.write("b.bin", bytes);
    await files.write("n.txt", "x\r\n\u00E9");
    await files.write("s.txt", "a\ud99cb");
    expect(await bench.get("b.bin")).toEqual(bytes);
    expect(await bench.get("n.txt")).toEqual(hex("78 0D 0A C3 A9"));
    expect(await bench.get("s.txt")).toEqual(hex("61 EF BF BD 62"));
  });

  test("the same bytes are written again, and an empty content empties the file", async () => {
    await using bench = await makeBench();
    await bench.put("a.txt", "same");
    const { files, scope } = bench.open();
    expect(await files.write("a.txt", "same")).toMatchObject({ value: { isCreated: false } });
    expect(scope.changes).toHaveLength(1);
    expect(await files.write("a.txt", "")).toMatchObject({ ok: true });
    expect(await bench.get("a.txt")).toHaveLength(0);
  });

  test("several megabytes are written whole", async () => {
    await using bench = await makeBench();
    const big = Buffer.alloc(5 * 1024 * 1024 + 7, "0123456789\n");
    const { files } = bench.open();
    const written = await files.write("big", big);
    expect(Buffer.compare(await bench.get("big"), big)).toBe(0);
    const read = await files.read("big");
    expect(read.ok && written.ok && read.value.mark === written.value.mark).toBe(true);
  });

  test("F-034: a write does not bury what somebody else changed since the read", async () => {
    await using bench = await makeBench();
    await bench.put("f.txt", "a\nb\n");
    const { files } = bench.open();
    const read = await files.read("f.txt");
    await bench.put("f.txt", "a\nB\n");
    const expectedHash = read.ok ? read.value.hash : "";
    expect(await files.write("f.txt", "a\nb\nc\n", { expectedHash })).toMatchObject({
      code: "stale",
      message: expect.stringContaining("f.txt was changed by someone else"),
      hint: expect.stringContaining("read it again"),
    });
    expect(String(await bench.get("f.txt"))).toBe("a\nB\n");
    expect(await bench.names(".")).toEqual(["f.txt"]);
    expect(await files.write("gone.txt", "x", { expectedHash })).toMatchObject({ code: "stale" });
    expect(await bench.names(".")).toEqual(["f.txt"]);
  });

  test("F-034: what changes between the first look and the rename is noticed, whatever it becomes", async () => {
    await using bench = await makeBench();
    const meanwhile: Record<string, () => Promise<void>> = {
      "changed in place": () => bench.put("f", "NEW"),
      "made anew": () => bench.put("new", "theirs"),
    };
    for (const [how, change] of Object.entries(meanwhile)) {
      await bench.put("f", "old");
      const { files } = bench.open({
        saveUndo: async () => {
          await change();
          return { kept: true };
        },
      });
      const path = how === "made anew" ? "new" : "f";
      for (const outcome of [await files.write(path, "mine")])
        expect(outcome).toMatchObject({ code: "stale" });
      expect(String(await bench.get(path))).toBe(how === "made anew" ? "theirs" : "NEW");
    }
    await bench.put("f", "old");
    const { files } = bench.open({
      saveUndo: async () => {
        await bench.put("f", "NEW");
        return { kept: true };
      },
    });
    expect(await files.delete("f")).toMatchObject({ code: "stale" });
    expect(String(await bench.get("f"))).toBe("NEW");
    expect(await bench.names(".")).toEqual(["f", "new"]);
  });

  test("F-035: the same bytes written anew are no change", async () => {
    await using bench = await makeBench();
    await bench.put("f.txt", "a\n");
    const { files } = bench.open();
    const read = await files.read("f.txt");
    await bench.put("f.txt", "a\n");
    expect(
      await files.write("f.txt", "new\n", { expectedHash: read.ok ? read.value.hash : "" }),
    ).toMatchObject({ ok: true });
  });

  test("a write that must make the file refuses one that exists", async () => {
    await using bench = await makeBench();
    await bench.put("f", "old");
    await bench.link("nowhere", "l");
    const { files } = bench.open();
    expect(await files.write("f", "x", { isNew: true })).toMatchObject({ code: "already_exists" });
    expect(String(await bench.get("f"))).toBe("old");
    expect(await files.write("g", "x", { isNew: true })).toMatchObject({ ok: true });
    const raced = bench.open({
      saveUndo: async () => {
        await bench.put("h", "theirs");
        return { kept: true };
      },
    });
    expect(await raced.files.write("h", "x", { isNew: true })).toMatchObject({ code: "already_exists" });
    expect(String(await bench.get("h"))).toBe("theirs");
  });

  test("a file with a second name is written in place, and both are told", async () => {
    await using bench = await makeBench();
    await bench.put("a", "old content", 0o640);
    await bench.hardLink("a", "b");
    const { files, scope } = bench.open();
    for (const content of ["new", "longer than it was before"]) {
      const notes = notesOf(await files.write("a", content));
      expect(notes).toContain("a was not written atomically");
      expect(notes).toContain("a second name of this file changed too");
      expect(String(await bench.get("b"))).toBe(content);
    }
    expect(scope.undo.map(({ content }) => content && String(Buffer.from(content)))).toEqual([
      "old content",
      "new",
    ]);
    expect(await bench.names(".")).toEqual(["a", "b"]);
    expect(await bench.mode("a")).toBe(0o640);
    expect(notesOf(await files.append("a", "!"))).toBe("a second name of this file changed too");
  });

  test("parents made for a file that is then refused are removed, those of others stay", async () => {
    await using bench = await makeBench();
    await bench.folder("d");
    const refusal = fail("policy_denied", "no");
    let isClosed = false;
    const { files } = bench.open({
      deny: () => (isClosed ? refusal : undefined),
      saveUndo: async () => {
        isClosed = true;
        await bench.put("d/e/theirs", "x");
        return { kept: true };
      },
    });
    expect(await files.write("d/e/f/g.txt", "x")).toBe(refusal);
    expect(await bench.names("d/e")).toEqual(["theirs"]);
  });

  test("nothing is written once the call is cancelled", async () => {
    await using bench = await makeBench();
    await bench.put("a", "old");
    const before = bench.open();
    before.scope.abort();
    const outcomes: Outcome<unknown>[] = [
      await before.files.write("a", "new"),
      await before.files.append("a", "new"),
      await before.files.delete("a"),
      await before.files.write("d/new", "new"),
    ];
    for (const change of ["write", "append", "delete", "create"] as const) {
      const during = bench.open({
        saveUndo: () => {
          during.scope.abort();
          return { kept: true };
        },
      });
      if (change === "create") outcomes.push(await during.files.write("d/new", "new"));
      else if (change === "delete") outcomes.push(await during.files.delete("a"));
      else outcomes.push(await during.files[change]("a", "new"));
    }
    for (const outcome of outcomes) expect(outcome).toMatchObject({ code: "cancelled" });
    expect(outcomes).toHaveLength(8);
    expect(await bench.names(".")).toEqual(["a"]);
    expect(String(await bench.get("a"))).toBe("old");
  });

  test("several changes of one call are made one after the other", async () => {
    await using bench = await makeBench();
    await bench.put("a", "");
    const { files } = bench.open();
    await Promise.all([
      files.write("a", "1"),
      files.append("a", "2"),
      files.append("a", "3"),
      files.write("b", "x"),
      files.write("b", "y"),
      files.delete("b"),
    ]);
    expect(String(await bench.get("a"))).toBe("123");
    expect(await bench.names(".")).toEqual(["a"]);
  });

  test("after a write the whole file counts as seen, after a deletion nothing does", async () => {
    await using bench = await makeBench();
    await bench.put("a", "1\n2\n");
    const { files } = bench.open();
    const written = await files.write("a", "1\n2\n3\n");
    const seen = await files.lastSeen("a");
    expect(seen?.mark).toBe(written.ok && written.value.mark);
    expect(seen?.seen[0]?.first).toBe(1);
    expect(seen?.seen[0]?.last).toBeGreaterThanOrEqual(3);
    const read = await files.read("a");
    expect(read.ok && read.value.mark).toBe(seen?.mark);
    await files.write("a", "1\n2\n4\n", { seen: [{ first: 3, last: 3 }] });
    expect((await files.lastSeen("a"))?.seen).toEqual([{ first: 3, last: 3 }]);
    await files.delete("a");
    expect(await files.lastSeen("a")).toBeUndefined();
  });
}
