// Prevents: a picture that keeps a run waiting for ever, or a file of another kind that goes to a provider as one.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPicture } from "./read-picture.ts";

test("only a file that begins as a picture is one; nothing waits for the writer of a pipe", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wield-picture-"));
  try {
    execFileSync("mkfifo", [join(folder, "pipe.png")]);
    mkdirSync(join(folder, "folder.png"));
    symlinkSync("/dev/zero", join(folder, "endless.png"));
    writeFileSync(join(folder, "empty.png"), "");
    writeFileSync(join(folder, "dot"), Buffer.from("R0lGODlhAQABAAAAACw=", "base64"));
    execFileSync("truncate", ["-s", "5G", join(folder, "huge.png")]);
    const codes: Record<string, string> = {};
    for (const name of ["pipe.png", "folder.png", "endless.png", "empty.png", "huge.png", "gone.png"]) {
      const read = await readPicture(name, folder);
      codes[name] = read.ok ? "ok" : `${read.code}: ${read.message.slice(0, 30)}`;
    }
    expect(codes).toEqual({
      "pipe.png": "not_an_image: pipe.png is no file",
      "folder.png": "not_an_image: folder.png is no file",
      "endless.png": "not_an_image: endless.png is no file",
      "empty.png": "not_an_image: empty.png is no PNG, JPEG, GIF",
      "huge.png": "image_too_large: huge.png has 5368709120 bytes;",
      "gone.png": "unreadable: there is no file gone.png",
    });
    expect(await readPicture("dot", folder)).toMatchObject({ ok: true, value: { mediaType: "image/gif" } });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
