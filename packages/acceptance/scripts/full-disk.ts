// `node packages/acceptance/scripts/full-disk.ts`, as root: a small file system that is full, once for the home (with
// journal.strict on and off) and once for the workspace. Ends with 1 when a file was lost or a promise broken.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlaces } from "../src/command/places.ts";

const faults: string[] = [];
const check = (what: string, isSo: boolean): void => {
  process.stdout.write(`${isSo ? "ok   " : "FAULT"} ${what}\n`);
  if (!isSo) faults.push(what);
};

/** Takes all room that is left. */
function fill(folder: string): string {
  const file = join(folder, "fill");
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc(bavail * bsize));
  return file;
}

await using places = makePlaces();
const disk = join(places.root, "disk");
mkdirSync(disk);
execFileSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", disk]);
try {
  for (const strict of [false, true]) {
    const home = join(disk, `home-${String(strict)}`);
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, "config.yaml"), `journal:\n  strict: ${String(strict)}\n`);
    const run = (...args: readonly string[]) => places.run(args, { home });
    const file = join(places.workspace, `${String(strict)}.txt`);
    const name = `path=${String(strict)}.txt`;
    await run("call", "write_file", name, "content=one");
    const filler = fill(disk);
    const write = await run("call", "edit_file", name, "old_string=one", "new_string=two");
    const content = readFileSync(file, "utf8");
    if (strict)
      check(
        "home full, strict: the call ends and the file is as it was",
        write.code === 1 && content === "one",
      );
    else {
      const isTold = /cannot be undone/.test(write.err);
      check(
        "home full: the change is made and says that it cannot be undone",
        write.code === 0 && content === "two" && isTold,
      );
    }
    const read = await run("call", "read_file", name);
    check(`home full, strict ${String(strict)}: reading goes on`, read.code === 0);
    rmSync(filler);
    const after = await run("call", "write_file", name, "content=three", "append=true");
    check(`home with room again, strict ${String(strict)}: changes go on`, after.code === 0);
    check("and can be taken back", (await run("undo", "--yes")).code === 0);
    rmSync(home, { recursive: true });
  }
  const workspace = join(disk, "work");
  mkdirSync(workspace);
  const old = join(workspace, "old.txt");
  writeFileSync(old, "o".repeat(100_000));
  writeFileSync(join(places.root, "big.txt"), "b".repeat(400_000));
  const filler = fill(disk);
  for (const args of [
    ["path=old.txt", "content=@../../big.txt"],
    ["path=old.txt", "content=@../../big.txt", "append=true"],
    ["path=n/m/new.txt", "content=@../../big.txt"],
  ]) {
    const { code, err } = await places.run(["call", "write_file", ...args], { cwd: workspace });
    check(
      `workspace full: ${args.join(" ")} fails in words`,
      code === 1 && err.includes("no space left on device"),
    );
    check("and the file is as it was", readFileSync(old, "utf8") === "o".repeat(100_000));
  }
  check("no folder is left of the new file", !existsSync(join(workspace, "n")));
  rmSync(filler);
} finally {
  execFileSync("umount", [disk]);
}
process.exitCode = faults.length === 0 ? 0 : 1;
