// Prevents: an append or a deletion that loses what others wrote, or cannot be taken back.
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FileBefore } from "@wield/core";
import { expect, test } from "vitest";
import type { DriverBench } from "../driver-bench.ts";

type MakeBench = () => Promise<DriverBench>;

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

export function appendAndDeleteCases(makeBench: MakeBench): void {
  test("an append adds to whatever the file holds by then, and adds no line break", async () => {
    await using bench = await makeBench();
    await bench.put("a", "one");
    const { files, scope } = bench.open({
      saveUndo: async () => {
        await bench.put("a", "someone else");
        return { kept: true };
      },
    });
    expect(await files.append("a", "two")).toMatchObject({ value: { path: "a", isCreated: false } });
    expect(String(await bench.get("a"))).toBe("someone elsetwo");
    expect(scope.undo).toEqual([
      expect.objectContaining<Partial<FileBefore>>({
        appendedAt: { length: 3, hash: sha256("one") },
        afterHash: sha256("onetwo"),
      }),
    ]);
    expect(scope.undo[0]).not.toHaveProperty("content");
  });

  test("an append makes what is missing, and keeps mode and link", async () => {
    await using bench = await makeBench();
    await bench.put("a", "1", 0o600);
    await bench.link("a", "l");
    const { files } = bench.open();
    expect(await files.append("d/new", "x")).toMatchObject({ value: { isCreated: true } });
    expect(await files.append("l", "2")).toMatchObject({ value: { path: "a" } });
    expect(await bench.mode("a")).toBe(0o600);
    expect(await bench.isLink("l")).toBe(true);
    expect(String(await bench.get("a"))).toBe("12");
  });

  test("an append to a file that is made meanwhile adds to it", async () => {
    await using bench = await makeBench();
    let isFirst = true;
    const { files } = bench.open({
      saveUndo: async () => {
        if (isFirst) await bench.put("a", "theirs ");
        isFirst = false;
        return { kept: true };
      },
    });
    expect(await files.append("a", "mine")).toMatchObject({ value: { isCreated: false } });
    expect(String(await bench.get("a"))).toBe("theirs mine");
    expect(await bench.names(".")).toEqual(["a"]);
  });

  test("an append gives the mark of the whole, also beyond what a mark covers", async () => {
    await using bench = await makeBench();
    for (const size of [0, 10, 409_595, 500_000]) {
      await bench.put("a", Buffer.alloc(size, "ab\n"));
      const { files } = bench.open();
      const appended = await files.append("a", "0123456789");
      const read = await files.read("a");
      expect(read.ok && appended.ok && appended.value.mark).toBe(read.ok && read.value.mark);
    }
  });

  test("after an append the session has seen what it had seen and the appended lines", async () => {
    await using bench = await makeBench();
    await bench.put("a", "1\n2\n3\n4\n");
    const { files } = bench.open();
    const mark = async (): Promise<string> => {
      const read = await files.read("a");
      return read.ok ? read.value.mark : "";
    };
    const last = Number.MAX_SAFE_INTEGER;
    await files.noteSeen("a", { mark: await mark(), seen: [{ first: 1, last: 2 }] });
    await files.append("a", "5\n");
    expect(await files.lastSeen("a")).toEqual({
      mark: await mark(),
      seen: [
        { first: 1, last: 2 },
        { first: 5, last },
      ],
    });
    // Somebody else's change before an append is still to be noticed.
    await bench.put("a", "X\n");
    const known = await files.lastSeen("a");
    await files.append("a", "6\n");
    expect(await files.lastSeen("a")).toEqual(known);
    // A file that was never read is known only in its appended lines.
    await bench.put("b", "1\n2");
    await files.append("b", "2\n3\n");
    expect((await files.lastSeen("b"))?.seen).toEqual([{ first: 2, last }]);
  });

  test("a deletion keeps what it removes, and removes no folder and no link", async () => {
    await using bench = await makeBench();
    await bench.put("d/a", "old", 0o640);
    await bench.put("d/b", "b");
    await bench.link("d/b", "l");
    const { files, scope } = bench.open();
    expect(await files.delete("d/a")).toEqual({ ok: true, value: { path: "d/a", notes: [] } });
    expect(scope.undo).toEqual([
      {
        real: join(bench.workspace.root, "d/a"),
        display: "d/a",
        content: new Uint8Array(Buffer.from("old")),
        mode: 0o640,
        madeParents: [],
      },
    ]);
    expect(scope.changes).toEqual([{ path: "d/a", access: "delete" }]);
    expect(await files.delete("l")).toMatchObject({
      code: "not_a_file",
      hint: expect.stringContaining("d/b"),
    });
    expect(await files.delete("d/a")).toMatchObject({
      code: "no_such_file",
      message: "cannot delete d/a: no such file or directory",
    });
    expect(await bench.names(".")).toEqual(["d", "l"]);
    expect(await bench.names("d")).toEqual(["b"]);
  });
}
