// Prevents: what only a place elsewhere can do wrong: names and contents that are changed on the way, a lost connection
// that is told as something else, and a folder that is swapped while it is asked about.
import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "@wield/core";
import { expect, test } from "vitest";
import { posixPrograms } from "./local-shell-place.ts";
import { createRemoteBench, type RemoteBench } from "./remote-bench.ts";

/** Each of these means something to a shell, or to a program that is given it as an argument. */
const NAMES = [
  "-rf",
  "a b",
  "'",
  '"$(touch x)"',
  "`id`",
  "$HOME",
  "\\n",
  "a\nb",
  "\n",
  "*",
  "[a]",
  "~",
  "é\u{1F600}",
  "=",
  "!",
  "x -> y",
  ".hidden",
  "...",
  "#a",
  ";",
  "tab\there",
  " lead",
];

test("names arrive there as they are, whatever they mean to a shell", async () => {
  await using bench = createRemoteBench();
  const { files } = bench.open();
  for (const name of NAMES) {
    await bench.put(`${name}/${name}`, "old");
    expect(await files.write(`./${name}/${name}`, name)).toMatchObject({ ok: true });
    expect(await files.readText(`./${name}/${name}`)).toEqual({ ok: true, value: name });
    expect(await files.list(`./${name}`)).toMatchObject({ value: [{ name, kind: "file" }] });
    expect(await files.append(`./${name}/${name}`, "+")).toMatchObject({ ok: true });
    expect(await files.delete(`./${name}/${name}`)).toMatchObject({ ok: true });
  }
  expect(await bench.names(".")).toEqual(NAMES.toSorted());
});

test("every byte arrives as it is, both ways, at every length around a block", async () => {
  await using bench = createRemoteBench();
  const { files } = bench.open();
  for (const length of [1, 255, 65_535, 65_536, 65_537, 262_144, 262_145]) {
    const content = Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) % 256);
    expect(await files.write("f", content)).toMatchObject({ ok: true });
    const read = await files.read("f");
    expect(read.ok && Buffer.compare(read.value.bytes, content)).toBe(0);
    expect(Buffer.compare(await bench.get("f"), content)).toBe(0);
  }
});

test("a name that is not UTF-8 is listed", async () => {
  await using bench = createRemoteBench();
  writeFileSync(Buffer.concat([Buffer.from(`${bench.workspace.root}/a`), Buffer.from([0xff])]), "xyz");
  expect(await bench.open().files.list(".")).toEqual({
    ok: true,
    value: [{ name: "a\uFFFD", kind: "file", size: 3 }],
  });
});

test("links with odd names and targets are told as they are stored, without readlink too", async () => {
  const programs = posixPrograms();
  for (const shell of [undefined, { PATH: programs }]) {
    await using bench = createRemoteBench(["/bin/sh"], shell);
    const targets = ["a -> b", "two\nlines\n", "ends in blank ", "-n"];
    for (const [index, target] of targets.entries()) await bench.link(target, `l -> ${index}`);
    const listed = await bench.open().files.list(".");
    expect(listed.ok && listed.value.map(({ target }) => target)).toEqual(targets);
    await bench.put("two\nlines\n", "here");
    expect(await bench.open().files.readText("l -> 1")).toEqual({ ok: true, value: "here" });
  }
  rmSync(programs, { recursive: true });
});

test("a connection that is lost between two calls is opened anew", async () => {
  await using bench = createRemoteBench();
  await bench.put("a", "1");
  const { files } = bench.open();
  expect(await files.readText("a")).toMatchObject({ ok: true });
  bench.place.drop();
  expect(await files.readText("a")).toEqual({ ok: true, value: "1" });
  bench.place.drop();
  expect(await files.write("a", "2")).toMatchObject({ ok: true });
});

test("a connection that is lost before a change says that the file is as it was, and it is", async () => {
  await using bench = createRemoteBench();
  await bench.put("a", "old");
  const lose = () => {
    bench.place.drop();
    return { kept: true as const };
  };
  const { files, scope } = bench.open({ saveUndo: lose });
  for (const path of ["a", "d/new"]) {
    expect(await files.write(path, "new")).toMatchObject({
      code: "backend_unavailable",
      message: expect.stringContaining("the file is as it was"),
    });
  }
  expect(await files.append("a", "new")).toMatchObject({ code: "backend_unavailable" });
  expect(await files.delete("a")).toMatchObject({ code: "backend_unavailable" });
  expect(scope.changes).toEqual([]);
  expect(String(await bench.get("a"))).toBe("old");
});

test("a connection that is lost in the change itself is told as not known, and the file is whole", async () => {
  await using bench = createRemoteBench();
  await bench.put("a", "old");
  const { files, scope } = bench.open();
  bench.place.dropWith(/^.{40}replace /);
  const written = await files.write("a", "new content");
  expect(written).toMatchObject({
    code: "backend_unavailable",
    message: expect.stringContaining("which is not known"),
    hint: expect.stringContaining("read the file"),
  });
  expect(["old", "new content"]).toContain(String(await bench.get("a")));
  expect(scope.undo).toHaveLength(1);
});

test("what was staged goes when the connection does", async () => {
  await using bench = createRemoteBench();
  const { files } = bench.open({
    saveUndo: () => {
      bench.place.cut();
      return { kept: true };
    },
  });
  expect(await files.write("d/e/f", "new")).toMatchObject({ code: "backend_unavailable" });
  await expect.poll(() => bench.names(".")).toEqual([]);
});

test("a call that is cancelled ends at once, whatever the server does, and nothing is changed", async () => {
  await using bench = createRemoteBench();
  await bench.put("a", "old");
  for (const [when, work] of [
    [/walk /, "read"],
    [/content /, "read"],
    [/below /, "walk"],
    [/stage /, "write"],
    [/here; /, "write"],
  ] as const) {
    const { files, scope } = bench.open();
    const sent = bench.place.stallWith(when);
    const outcome =
      work === "read"
        ? files.read("a")
        : work === "walk"
          ? files.walk(".", { visit: () => "next" })
          : files.write("a", "new");
    await sent;
    scope.abort();
    expect(await outcome).toMatchObject({ code: "cancelled" });
    expect(String(await bench.get("a"))).toBe("old");
  }
  void bench.place.stallWith(undefined);
  expect(await bench.open().files.write("a", "new")).toMatchObject({ ok: true });
});

test("more calls than there are shells wait for one, and one that is cancelled waits no longer", async () => {
  await using bench = createRemoteBench();
  await bench.put("a", "old");
  const sent = bench.place.stallWith(/content /);
  const busy = Array.from({ length: 4 }, () => bench.open());
  const stalled = busy.map(({ files }) => files.read("a"));
  await sent;
  const waiting = bench.open();
  const outcome = waiting.files.read("a");
  waiting.scope.abort();
  expect(await outcome).toMatchObject({ code: "cancelled" });
  for (const { scope } of busy) scope.abort();
  for (const one of await Promise.all(stalled)) expect(one).toMatchObject({ code: "cancelled" });
  void bench.place.stallWith(undefined);
  const reads = Array.from({ length: 12 }, () => bench.open().files.readText("a"));
  for (const one of await Promise.all(reads)) expect(one).toEqual({ ok: true, value: "old" });
});

test("a folder that was swapped for a link outside takes nothing", async () => {
  await using bench = createRemoteBench();
  await bench.put("d/f", "old");
  await bench.put(join(bench.base, "outside/f"), "S3CRET");
  const { root } = bench.workspace;
  for (const change of ["write", "append", "delete"] as const) {
    const { files } = bench.open({
      saveUndo: () => {
        renameSync(join(root, "d"), join(bench.base, "gone"));
        symlinkSync("../outside", join(root, "d"));
        return { kept: true };
      },
    });
    const outcome = await (change === "delete" ? files.delete("d/f") : files[change]("d/f", "new"));
    expect(outcome).toMatchObject({ code: "policy_denied" });
    expect(await bench.names(join(bench.base, "gone"))).toEqual(["f"]);
    rmSync(join(root, "d"));
    renameSync(join(bench.base, "gone"), join(root, "d"));
  }
  expect(String(await bench.get(join(bench.base, "outside/f")))).toBe("S3CRET");
  expect(String(await bench.get("d/f"))).toBe("old");
});

/** How the last step of each change begins. */
const LAST_STEPS = {
  write: /; replace /,
  create: /; create /,
  append: /; add /,
  delete: /; remove /,
  over: /; over /,
};

async function changeLast(bench: RemoteBench, how: keyof typeof LAST_STEPS): Promise<Outcome<unknown>> {
  const { files } = bench.open();
  if (how === "append") return files.append("d/f", "mine");
  if (how === "delete") return files.delete("d/f");
  return files.write(how === "create" ? "d/new" : "d/f", "mine");
}

test("a folder that moves right before the last step takes nothing", async () => {
  for (const how of ["write", "create", "append", "delete", "over"] as const) {
    await using bench = createRemoteBench();
    await bench.put("d/f", "old");
    if (how === "over") await bench.hardLink("d/f", "second");
    const gone = join(bench.base, "gone");
    bench.place.beforeMessage(LAST_STEPS[how], () => renameSync(join(bench.workspace.root, "d"), gone));
    expect(await changeLast(bench, how)).toMatchObject({
      code: "io_error",
      message: expect.stringContaining("its folder was removed or replaced meanwhile"),
    });
    expect(await bench.names(gone)).toEqual(["f"]);
    expect(String(await bench.get(join(gone, "f")))).toBe("old");
  }
});

test("a file that changes right before the last step is not buried", async () => {
  for (const how of ["write", "delete", "over"] as const) {
    await using bench = createRemoteBench();
    await bench.put("d/f", "old");
    if (how === "over") await bench.hardLink("d/f", "second");
    const file = join(bench.workspace.root, "d/f");
    bench.place.beforeMessage(LAST_STEPS[how], () => writeFileSync(file, "new"));
    expect(await changeLast(bench, how)).toMatchObject({ code: "stale" });
    expect(String(await bench.get("d/f"))).toBe("new");
    expect(await bench.names("d")).toEqual(["f"]);
  }
});

test("a link that takes the place of a file right before the last step leads nowhere", async () => {
  for (const how of ["write", "append", "delete", "over", "create"] as const) {
    await using bench = createRemoteBench();
    await bench.put("d/f", "old");
    await bench.put(join(bench.base, "outside/f"), "old");
    if (how === "over") await bench.hardLink("d/f", "second");
    bench.place.beforeMessage(LAST_STEPS[how], () => {
      const name = join(bench.workspace.root, how === "create" ? "d/new" : "d/f");
      rmSync(name, { force: true });
      symlinkSync(join(bench.base, how === "create" ? "outside/new" : "outside/f"), name);
    });
    expect(await changeLast(bench, how)).toMatchObject({ code: "stale" });
    expect(String(await bench.get(join(bench.base, "outside/f")))).toBe("old");
    expect(await bench.names(join(bench.base, "outside"))).toEqual(["f"]);
  }
});

test("a folder that cannot be listed is told with the system's reason", async () => {
  await using bench = createRemoteBench();
  await bench.folder("d");
  const asUser = process.getuid?.() === 0;
  execFileSync("chmod", ["0", join(bench.workspace.root, "d")]);
  const listed = await bench.open().files.list("d");
  expect(listed).toMatchObject(
    asUser ? { ok: true } : { code: "io_error", message: "cannot read d: permission denied" },
  );
  execFileSync("chmod", ["755", join(bench.workspace.root, "d")]);
});
