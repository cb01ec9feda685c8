// Prevents: a change that cannot be taken back and does not say so.
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Outcome } from "@wield/core";
import { expect, test } from "vitest";
import type { DriverBench } from "../driver-bench.ts";

type MakeBench = () => Promise<DriverBench>;

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const notesOf = (outcome: Outcome<{ readonly notes?: readonly string[] }>): string =>
  outcome.ok ? (outcome.value.notes ?? []).join("\n") : `${outcome.code}: ${outcome.message}`;

export function undoCases(makeBench: MakeBench): void {
  test("what a write replaced is kept for undo before it is replaced", async () => {
    await using bench = await makeBench();
    await bench.put("a.txt", "old\n", 0o640);
    const seenAtSave: string[] = [];
    const saveUndo = async () => {
      seenAtSave.push(String(await bench.get("a.txt")));
      return { kept: true as const };
    };
    const { files, scope } = bench.open({ saveUndo });
    await files.write("a.txt", "new\n");
    expect(seenAtSave).toEqual(["old\n"]);
    expect(scope.undo).toEqual([
      {
        real: join(bench.workspace.root, "a.txt"),
        display: "a.txt",
        content: new Uint8Array(Buffer.from("old\n")),
        mode: 0o640,
        afterHash: sha256("new\n"),
        madeParents: [],
      },
    ]);
    expect(String(await bench.get("a.txt"))).toBe("new\n");
  });

  test("without undo data an atomic change is made and told, any other is not made", async () => {
    await using bench = await makeBench();
    const saveUndo = () => ({ kept: false as const, reason: "disk full" });
    await bench.put("a", "old");
    await bench.put("b", "old");
    await bench.hardLink("b", "c");
    const { files } = bench.open({ saveUndo });
    expect(notesOf(await files.write("a", "new"))).toBe("this change cannot be undone: disk full");
    expect(notesOf(await files.write("n/m", "new"))).toBe("this change cannot be undone: disk full");
    expect(notesOf(await files.delete("a"))).toBe("this change cannot be undone: disk full");
    for (const outcome of [await files.write("b", "new"), await files.append("b", "new")]) {
      expect(outcome).toMatchObject({
        code: "preparation_error",
        message: expect.stringContaining("disk full"),
      });
    }
    expect(String(await bench.get("b"))).toBe("old");
    expect(await bench.names(".")).toEqual(["b", "c", "n"]);
  });

  test("where undo data is strictly needed nothing is changed without it, and nothing stays behind", async () => {
    await using bench = await makeBench();
    await bench.put("a", "old");
    const rejecting = (): Promise<never> => Promise.reject(new Error("disk full"));
    const { files, scope } = bench.open({ saveUndo: rejecting, isStrict: true });
    for (const outcome of [
      await files.write("a", "new"),
      await files.write("d/e/f", "new"),
      await files.delete("a"),
    ]) {
      expect(outcome).toMatchObject({
        code: "preparation_error",
        message: expect.stringContaining("disk full"),
      });
    }
    expect(scope.changes).toEqual([]);
    expect(await bench.names(".")).toEqual(["a"]);
    expect(String(await bench.get("a"))).toBe("old");
  });

  test("a file over the undo limit is written without undo data and told, but never in place", async () => {
    await using bench = await makeBench();
    await bench.put("a", "12345678901");
    await bench.put("b", "12345678901");
    await bench.hardLink("b", "c");
    const { files, scope } = bench.open({ maxUndoBytes: 10 });
    expect(notesOf(await files.write("a", "new"))).toBe(
      "this change cannot be undone: it held more than 10 bytes, the most that is kept",
    );
    expect(await files.write("b", "new")).toMatchObject({ code: "preparation_error" });
    expect(scope.undo).toEqual([]);
    await bench.put("d", "12345678901");
    expect(notesOf(await files.delete("d"))).toContain("cannot be undone");
    await bench.put("e", "12345678901");
    expect(notesOf(await files.append("e", "2"))).toBe("");
    expect(String(await bench.get("b"))).toBe("12345678901");
  });
}
