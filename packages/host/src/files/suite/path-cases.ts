// Prevents: a path that leaves the workspace, one taken for another, and a refusal that does not help.
import { join } from "node:path";
import { fail } from "@wield/core";
import type { Outcome, ResolvedPath } from "@wield/core";
import { expect, test } from "vitest";
import type { DriverBench } from "../driver-bench.ts";

type MakeBench = () => Promise<DriverBench>;

const changes = ["write", "append", "delete"] as const;

async function attempts(bench: DriverBench, path: string): Promise<Record<string, Outcome<unknown>>> {
  const { files } = bench.open();
  return {
    read: await files.read(path),
    readText: await files.readText(path),
    stat: await files.stat(path),
    list: await files.list(path),
    write: await files.write(path, "x"),
    append: await files.append(path, "x"),
    delete: await files.delete(path),
  };
}

const textOf = (outcome: Outcome<unknown>): string => JSON.stringify(outcome);

async function resolved(bench: DriverBench, path: string): Promise<ResolvedPath> {
  const answer = await bench.driver.resolve(path, bench.workspace);
  if ("status" in answer) throw new Error(answer.message);
  return answer;
}

export function pathCases(makeBench: MakeBench): void {
  test("F-018: a blank path is told as such", async () => {
    await using bench = await makeBench();
    for (const path of ["", "   ", "\n"]) {
      for (const outcome of Object.values(await attempts(bench, path))) {
        expect(outcome).toMatchObject({ code: "invalid_arguments", message: "path is required" });
      }
      expect(await bench.driver.resolve(path, bench.workspace)).toMatchObject({
        message: "path is required",
      });
    }
    expect(await bench.names(".")).toEqual([]);
  });

  test("a NUL in a path is refused", async () => {
    await using bench = await makeBench();
    for (const outcome of Object.values(await attempts(bench, "a\0b"))) {
      expect(outcome).toMatchObject({
        code: "invalid_arguments",
        message: "a path cannot hold a NUL character",
      });
    }
  });

  test("F-023: decoration around a path is refused with the clean name", async () => {
    await using bench = await makeBench();
    await bench.put("a.js", "1\n");
    const decorated = ["**a.js**", "`a.js`", '"a.js"', "### a.js", "<a.js>", "a.js\n", " a.js", "a.js "];
    for (const path of [...decorated, `file://${bench.workspace.root}/a.js`]) {
      for (const outcome of Object.values(await attempts(bench, path))) {
        expect(outcome).toMatchObject({
          code: "bad_path",
          message: expect.stringContaining("carries decoration"),
        });
        expect(outcome).toMatchObject({ hint: expect.stringMatching(/use the path ".*a\.js"$/) });
      }
      expect(await bench.driver.resolve(path, bench.workspace)).toMatchObject({ code: "bad_path" });
    }
    expect(await bench.names(".")).toEqual(["a.js"]);
    expect(String(await bench.get("a.js"))).toBe("1\n");
  });

  test("F-023: where a file of exactly the decorated name exists, that one is used", async () => {
    await using bench = await makeBench();
    const { files } = bench.open();
    for (const name of ["**a.js**", "`a.js`", "### a.js", "a.js\n", "a.js "]) {
      await bench.put(name, "old");
      expect(await files.write(name, "new")).toMatchObject({ value: { path: name, isCreated: false } });
      expect(await files.readText(name)).toEqual({ ok: true, value: "new" });
    }
  });

  test("a leading ~ is the home folder, and only that", async () => {
    await using bench = await makeBench();
    await bench.put("~x/f", "in the workspace");
    expect((await resolved(bench, "~")).real).toBe(bench.workspace.home);
    expect((await resolved(bench, "~/f")).real).toBe(join(bench.workspace.home, "f"));
    expect(await bench.open().files.readText("~x/f")).toEqual({ ok: true, value: "in the workspace" });
    expect(await bench.open().files.read("~/f")).toMatchObject({ code: "policy_denied" });
  });

  test("relative and absolute spellings of one path are one path, shown relative to the workspace", async () => {
    await using bench = await makeBench();
    await bench.put("d/e/f.txt", "x");
    const spellings = [
      "d/e/f.txt",
      "./d/./e//f.txt",
      "d/e/../e/f.txt",
      join(bench.workspace.root, "d/e/f.txt"),
    ];
    for (const spelling of spellings) {
      expect(await resolved(bench, spelling)).toMatchObject({
        given: spelling,
        real: join(bench.workspace.root, "d/e/f.txt"),
        display: "d/e/f.txt",
        zone: "workspace",
        exists: true,
        links: 1,
      });
    }
    expect(await resolved(bench, ".")).toMatchObject({ display: ".", real: bench.workspace.root });
    expect(await resolved(bench, join(bench.base, "ref"))).toMatchObject({
      display: join(bench.base, "ref"),
    });
  });

  test("F-024: no relative path leaves the workspace", async () => {
    await using bench = await makeBench();
    await bench.put(join(bench.base, "outside/secret.txt"), "S3CRET");
    const outside = [
      "../outside/secret.txt",
      "d/../../outside/secret.txt",
      join(bench.base, "outside/secret.txt"),
      "../outside",
      "../outside/secret.txt/x",
      "../new/x.txt",
      "..",
      "/",
    ];
    for (const path of outside) {
      for (const outcome of Object.values(await attempts(bench, path))) {
        expect(outcome).toMatchObject({
          code: "policy_denied",
          message: `path "${path}" is outside the workspace (${bench.workspace.root})`,
          hint: expect.stringContaining(bench.workspace.root),
        });
        expect(textOf(outcome)).not.toContain("S3CRET");
      }
      expect(await resolved(bench, path)).toMatchObject({ zone: "outside" });
    }
    expect(await bench.names(bench.base)).toEqual(["home", "out", "outside", "ref", "w"]);
    expect(String(await bench.get(join(bench.base, "outside/secret.txt")))).toBe("S3CRET");
  });

  test("a folder whose name only begins like the workspace is outside", async () => {
    await using bench = await makeBench();
    await bench.put(join(bench.base, "w2/f"), "S3CRET");
    await bench.put(join(bench.base, "ref2/f"), "S3CRET");
    for (const path of ["../w2/f", "../ref2/f"]) {
      expect(await bench.open().files.read(path)).toMatchObject({ code: "policy_denied" });
    }
  });

  test("F-025: a link inside the workspace does not lead out of it", async () => {
    await using bench = await makeBench();
    await bench.put(join(bench.base, "outside/secret.txt"), "S3CRET");
    await bench.link("../outside", "link");
    await bench.link(join(bench.base, "outside"), "absolute");
    await bench.link("../outside/secret.txt", "leak");
    await bench.link("leak", "leak2");
    await bench.link(join(bench.base, "w", "absolute", "secret.txt"), "leak3");
    for (const path of ["link/secret.txt", "absolute/secret.txt", "leak", "leak2", "leak3", "link"]) {
      for (const outcome of Object.values(await attempts(bench, path))) {
        expect(outcome).toMatchObject({ code: "policy_denied" });
        expect(textOf(outcome)).not.toContain("S3CRET");
      }
    }
    // `..` is removed before links are followed: this names `outside/secret.txt` in the workspace.
    expect(await bench.open().files.read("link/../outside/secret.txt")).toMatchObject({
      code: "no_such_file",
    });
    expect(String(await bench.get(join(bench.base, "outside/secret.txt")))).toBe("S3CRET");
    expect(await bench.names(join(bench.base, "outside"))).toEqual(["secret.txt"]);
  });

  test("F-026: a new file is judged by where its folder really is", async () => {
    await using bench = await makeBench();
    await bench.folder(join(bench.base, "outside"));
    await bench.link("../outside", "link");
    await bench.link("../outside/ghost.txt", "dangling");
    const { files, scope } = bench.open();
    for (const path of ["link/a/b/new.txt", "link/new.txt", "dangling"]) {
      expect(await files.write(path, "x")).toMatchObject({ code: "policy_denied" });
      expect(await files.append(path, "x")).toMatchObject({ code: "policy_denied" });
    }
    expect(await bench.names(join(bench.base, "outside"))).toEqual([]);
    expect(await resolved(bench, "link/a/b/new.txt")).toMatchObject({
      real: join(bench.base, "outside/a/b/new.txt"),
      exists: false,
    });
    expect(scope.judged.at(-1)?.path.real).toBe(join(bench.base, "outside/ghost.txt"));
  });

  test("links that stay inside the workspace work, for reading and for making files", async () => {
    await using bench = await makeBench();
    await bench.put("real/f.txt", "o");
    await bench.link("real", "folder");
    await bench.link("../real/./f.txt", "sub/relative");
    await bench.link(join(bench.workspace.root, "real/f.txt"), "absolute");
    await bench.link("folder/../real/f.txt", "dotted");
    await bench.link(join(bench.base, "alias/real/f.txt"), "round");
    await bench.link(bench.workspace.root, join(bench.base, "alias"));
    await bench.link("real/later.txt", "later");
    const { files } = bench.open();
    for (const path of ["folder/f.txt", "sub/relative", "absolute", "dotted", "round"]) {
      expect(await files.read(path)).toMatchObject({ ok: true, value: { path: "real/f.txt" } });
    }
    expect(await files.write("folder/new/g.txt", "g")).toMatchObject({ value: { path: "real/new/g.txt" } });
    expect(await files.write("later", "l")).toMatchObject({
      value: { path: "real/later.txt", isCreated: true },
    });
    expect(await bench.isLink("later")).toBe(true);
    expect(await bench.names("real")).toEqual(["f.txt", "later.txt", "new"]);
  });

  test("links that lead in a circle, or nowhere through a folder that is not there, end", async () => {
    await using bench = await makeBench();
    await bench.link("b", "a");
    await bench.link("a", "b");
    await bench.link("ghost/../../outside", "sly");
    await bench.link("ghost/../inside", "odd");
    const { files } = bench.open();
    expect(await files.read("a")).toMatchObject({
      code: "io_error",
      message: expect.stringContaining("links"),
    });
    expect(await files.write("a", "x")).toMatchObject({ code: "io_error" });
    for (const outcome of Object.values(await attempts(bench, "sly/x"))) expect(outcome.ok).toBe(false);
    expect(await bench.names(bench.base)).toEqual(["home", "out", "ref", "w"]);
    for (const name of ["odd", "odd/x"]) {
      expect(await files.write(name, "x")).toMatchObject({ code: "no_such_file" });
      expect(await files.append(name, "x")).toMatchObject({ code: "no_such_file" });
    }
    expect(await bench.names(".")).toEqual(["a", "b", "odd", "sly"]);
  });

  test("more roots: reading roots are for reading, writing roots for both, and a refusal says so", async () => {
    await using bench = await makeBench();
    const [ref, out] = [join(bench.base, "ref"), join(bench.base, "out")];
    await bench.put(join(ref, "r.txt"), "r");
    await bench.link(join(ref, "r.txt"), "to-ref");
    const { files } = bench.open();
    expect(await files.readText(join(ref, "r.txt"))).toEqual({ ok: true, value: "r" });
    expect(await files.readText("to-ref")).toEqual({ ok: true, value: "r" });
    for (const path of [join(ref, "r.txt"), join(ref, "new"), "to-ref"]) {
      expect(await files.write(path, "x")).toMatchObject({
        code: "policy_denied",
        message: `path "${path}" is outside the workspace (${bench.workspace.root})`,
        hint: expect.stringContaining("reading is allowed"),
      });
    }
    expect(await files.write(join(out, "o/p.txt"), "p")).toMatchObject({
      value: { path: join(out, "o/p.txt") },
    });
    expect(await files.readText("../out/o/p.txt")).toEqual({ ok: true, value: "p" });
    expect(String(await bench.get(join(ref, "r.txt")))).toBe("r");
  });

  test("F-014: a directory where a file is needed names the tool that lists it", async () => {
    await using bench = await makeBench();
    await bench.folder("d");
    const { files } = bench.open();
    expect(await files.read("d")).toMatchObject({
      code: "is_directory",
      message: expect.stringContaining("directory"),
      hint: expect.stringContaining("list_files"),
    });
    for (const change of changes) {
      const outcome = await (change === "delete" ? files.delete("d") : files[change]("d", "x"));
      expect(outcome).toMatchObject({ code: "is_directory" });
    }
    expect(await files.write("new/", "x")).toMatchObject({ code: "is_directory" });
    expect(await files.write(".", "x")).toMatchObject({ code: "is_directory" });
    expect(await bench.names(".")).toEqual(["d"]);
  });

  test("a file where a folder is needed names the tool that reads it", async () => {
    await using bench = await makeBench();
    await bench.put("d/f.txt", "x");
    for (const path of ["d/f.txt/x", "d/f.txt/x/y"]) {
      for (const outcome of Object.values(await attempts(bench, path))) {
        expect(outcome).toMatchObject({
          code: "not_a_directory",
          message: "d/f.txt is a file, not a directory",
          hint: expect.stringContaining("read_file"),
        });
      }
    }
    expect(await bench.open().files.list("d/f.txt")).toMatchObject({ code: "not_a_directory" });
    expect(await bench.open().files.read("d/f.txt/")).toMatchObject({ code: "not_a_directory" });
  });

  test("F-013: something that is not a regular file is refused at once", { timeout: 2000 }, async () => {
    await using bench = await makeBench();
    await bench.fifo("p");
    await bench.link("p", "to-p");
    for (const path of ["p", "to-p"]) {
      const outcomes = await attempts(bench, path);
      for (const name of ["read", "readText", "write", "append"]) {
        expect(outcomes[name]).toMatchObject({
          code: "not_a_file",
          message: expect.stringContaining("FIFO"),
        });
      }
      expect(outcomes["delete"]).toMatchObject({ code: "not_a_file" });
      expect(outcomes["stat"]).toMatchObject({ value: { kind: "other" } });
      expect(await resolved(bench, path)).toMatchObject({ exists: true });
    }
    expect(await bench.names(".")).toEqual(["p", "to-p"]);
  });

  test("names too long for the system are told in its words", async () => {
    await using bench = await makeBench();
    for (const outcome of Object.values(await attempts(bench, "n".repeat(300)))) {
      expect(outcome).toMatchObject({ code: "io_error", message: expect.stringContaining("name too long") });
    }
  });

  test("every use is judged on what is really there, and a refusal is handed back as it is", async () => {
    await using bench = await makeBench();
    await bench.put("real/f.txt", "x");
    await bench.link("real", "l");
    const refusal = fail("policy_denied", "not this one");
    const { files, scope } = bench.open({
      deny: (_, path) => (path.display === "real/f.txt" ? refusal : undefined),
    });
    expect(await files.read("l/f.txt")).toBe(refusal);
    expect(await files.stat("l/f.txt")).toBe(refusal);
    expect(await files.write("l/f.txt", "y")).toBe(refusal);
    expect(await files.append("l/f.txt", "y")).toBe(refusal);
    expect(await files.delete("l/f.txt")).toBe(refusal);
    expect(scope.judged.map(({ access, path }) => [access, path.given, path.display])).toEqual(
      ["read", "read", "write", "write", "delete"].map((access) => [access, "l/f.txt", "real/f.txt"]),
    );
    expect(String(await bench.get("real/f.txt"))).toBe("x");
    const closed = bench.open({ deny: () => refusal });
    expect(await closed.files.write("a/b/c.txt", "x")).toBe(refusal);
    expect(await closed.files.read("missing")).toBe(refusal);
    expect(await bench.names(".")).toEqual(["l", "real"]);
  });

  test("outside stays closed to a scope that judges nothing", async () => {
    await using bench = await makeBench();
    await bench.put(join(bench.base, "outside/f"), "S3CRET");
    await bench.put(join(bench.base, "ref/f"), "r");
    await bench.link("../outside", "l");
    const files = bench.driver.open({ ...bench.open().scope, judge: () => undefined });
    for (const path of ["../outside/f", "l/f"]) {
      expect(await files.read(path)).toMatchObject({ code: "policy_denied" });
      expect(await files.write(path, "x")).toMatchObject({ code: "policy_denied" });
    }
    expect(await files.append("../ref/f", "x")).toMatchObject({ code: "policy_denied" });
    expect(await files.readText("../ref/f")).toEqual({ ok: true, value: "r" });
  });

  test("one file is one identity under all its names, and what is above it is told", async () => {
    await using bench = await makeBench();
    await bench.put("d/a.txt", "x");
    await bench.hardLink("d/a.txt", "b.txt");
    await bench.link("d", "l");
    await bench.link("../../d/../d", "x/y/up");
    const [a, b, viaLink, root, folder, missing, viaDots] = await Promise.all(
      ["d/a.txt", "b.txt", "l/a.txt", ".", "d", "d/x/y", "x/y/up/a.txt"].map((path) => resolved(bench, path)),
    );
    expect(a?.identity).toEqual(b?.identity);
    expect(a?.identity).toEqual(viaLink?.identity);
    expect(a?.links).toBe(2);
    expect(a?.lineage.slice(0, 2)).toEqual([folder?.identity, root?.identity]);
    expect(viaLink?.lineage).toEqual(a?.lineage);
    expect(viaDots?.lineage).toEqual(a?.lineage);
    expect(folder?.lineage).toEqual(a?.lineage.slice(1));
    expect(missing?.lineage).toEqual(a?.lineage);
    expect(missing).not.toHaveProperty("identity");
    const top = await resolved(bench, "/");
    expect(root?.lineage.at(-1)).toEqual(top.identity);
    expect(top.lineage).toEqual([]);
  });
}
