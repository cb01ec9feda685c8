// Prevents: a file taken for changed, or for unchanged, on a server that has only the checksum of POSIX.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { posixChecksum } from "./posix-checksum.ts";

test("the sum is the one that cksum gives", () => {
  for (const size of [0, 1, 3, 255, 256, 70_000]) {
    const content = Buffer.from(Array.from({ length: size }, (_, at) => (at * 7919) % 251));
    const said = execFileSync("cksum", { input: content, encoding: "utf8" });
    expect(posixChecksum(content)).toBe(said.split(" ")[0]);
  }
});
