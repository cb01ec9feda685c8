// Prevents: a missing name answered without the one that was meant, a look-alike written to, and names
// told that may not be read.
import { join } from "node:path";
import { fail } from "@wield/core";
import { expect, test } from "vitest";
import type { DriverBench } from "../driver-bench.ts";

type MakeBench = () => Promise<DriverBench>;

const THIN_SPACE_NAME = "Shot 2026-05-15\u202F3.10.png.txt";
const PLAIN_SPACE_NAME = "Shot 2026-05-15 3.10.png.txt";

export function missingCases(makeBench: MakeBench): void {
  test("F-015: a missing file names the closest one that exists", async () => {
    await using bench = await makeBench();
    await bench.put("docs/security.md", "x");
    const { files } = bench.open();
    expect(await files.read("security.md")).toMatchObject({
      code: "no_such_file",
      message: "cannot read security.md: no such file or directory",
      hint: "did you mean docs/security.md?",
    });
    expect(await files.stat("doc/Security.md")).toMatchObject({
      hint: expect.stringContaining("docs/security.md"),
    });
  });

  test("F-015: without the same name elsewhere, names at most two characters away are offered, three at most", async () => {
    await using bench = await makeBench();
    for (const name of ["src/confg.ts", "src/config.js", "src/confix.ts", "src/conf.ts", "src/other.ts"]) {
      await bench.put(name, "x");
    }
    const { files } = bench.open();
    expect(await files.read("src/config.ts")).toMatchObject({
      hint: "did you mean one of these: src/confg.ts, src/config.js, src/confix.ts?",
    });
    expect(await files.read("src/elsewhere.ts")).not.toHaveProperty("hint");
    expect(await files.read("src/cofnig.ts")).toMatchObject({
      hint: expect.stringContaining("src/confg.ts"),
    });
  });

  test("a missing folder is answered with folders, and the cause is the same sentence", async () => {
    await using bench = await makeBench();
    await bench.put("packages/tools/x.ts", "x");
    await bench.put("tool", "a file");
    await bench.link("../tool", "l/tools");
    await bench.link("../packages/tools", "l/file");
    expect(await bench.open().files.list("tools")).toMatchObject({
      code: "no_such_file",
      message: "cannot read tools: no such file or directory",
      hint: "did you mean packages/tools?",
    });
    expect(await bench.open().files.read("file")).not.toHaveProperty("hint");
  });

  test("names from folders that hold no own work, from outside and from closed places are not told", async () => {
    await using bench = await makeBench();
    for (const folder of ["node_modules/m", ".git", "closed/deep"])
      await bench.put(`${folder}/wanted.md`, "x");
    await bench.put(join(bench.base, "outside/wanted.md"), "x");
    await bench.link("../outside", "link");
    await bench.link("../outside/wanted.md", "l/wanted.md");
    const deny = (_: unknown, path: { readonly display: string }) =>
      path.display.startsWith("closed") ? fail("policy_denied", "closed") : undefined;
    expect(await bench.open({ deny }).files.read("wanted.md")).toEqual(
      expect.not.objectContaining({ hint: expect.anything() }),
    );
    expect(await bench.open().files.read("wanted.md")).toMatchObject({
      hint: "did you mean closed/deep/wanted.md?",
    });
  });

  test("F-022: a name that differs only in the kind of space is found for reading", async () => {
    await using bench = await makeBench();
    await bench.put(THIN_SPACE_NAME, "shot");
    const { files } = bench.open();
    expect(await files.read(PLAIN_SPACE_NAME)).toMatchObject({
      value: { path: THIN_SPACE_NAME, notes: [expect.stringContaining(JSON.stringify(THIN_SPACE_NAME))] },
    });
    expect(await files.readText(PLAIN_SPACE_NAME.replaceAll(" ", "\u00A0"))).toEqual({
      ok: true,
      value: "shot",
    });
    expect(await files.stat(PLAIN_SPACE_NAME)).toMatchObject({ value: { path: THIN_SPACE_NAME } });
  });

  test("F-022: a name in another Unicode form is found, in folders on the way too", async () => {
    await using bench = await makeBench();
    const composed = "caf\u00E9";
    const decomposed = "cafe\u0301";
    await bench.put(`${decomposed}/x/${composed} 1.txt`, "x");
    const { files } = bench.open();
    expect(await files.read(`${composed}/x/${decomposed}\u00A01.txt`)).toMatchObject({
      value: { path: `${decomposed}/x/${composed} 1.txt`, notes: [expect.any(String), expect.any(String)] },
    });
    expect(await files.list(`${composed}/x`)).toMatchObject({ value: [{ name: `${composed} 1.txt` }] });
    expect(await files.read(`${composed}/y`)).toMatchObject({ code: "no_such_file" });
  });

  test("two look-alikes are named, and neither is opened", async () => {
    await using bench = await makeBench();
    await bench.put("a\u00A0b", "1");
    await bench.put("a\u202Fb", "2");
    const outcome = await bench.open().files.read("a b");
    expect(outcome).toMatchObject({ code: "no_such_file" });
    expect(JSON.stringify(outcome)).toContain("a\u00A0b");
    expect(JSON.stringify(outcome)).toContain("a\u202Fb");
    // One that may not be read does not count.
    const deny = (_: unknown, path: { readonly display: string }) =>
      path.display === "a\u202Fb" ? fail("policy_denied", "closed") : undefined;
    expect(await bench.open({ deny }).files.readText("a b")).toEqual({ ok: true, value: "1" });
  });

  test("a look-alike is never written to, appended to or deleted", async () => {
    await using bench = await makeBench();
    await bench.put("a\u00A0b", "old");
    await bench.put("c\u00A0d/f", "old");
    const { files } = bench.open();
    expect(await files.write("a b", "new")).toMatchObject({ value: { path: "a b", isCreated: true } });
    expect(await files.append("c d/f", "new")).toMatchObject({ value: { path: "c d/f", isCreated: true } });
    expect(await files.delete("c d/x")).toMatchObject({ code: "no_such_file" });
    expect(String(await bench.get("a\u00A0b"))).toBe("old");
    expect(String(await bench.get("c\u00A0d/f"))).toBe("old");
  });
}
