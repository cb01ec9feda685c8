// Prevents: a driver of this machine that behaves unlike the others.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createLocalBench } from "./driver-bench.ts";
import { describeFilesDriver } from "./files-driver-suite.ts";
import { createLocalFiles } from "./local-files.ts";

describeFilesDriver("local files by descriptor", async () =>
  createLocalBench(createLocalFiles({ holding: "descriptors" })),
);

describeFilesDriver("local files by checks", async () =>
  createLocalBench(createLocalFiles({ holding: "checks" })),
);

test.each(["descriptors", "checks"] as const)(
  "by %s: a name that is not UTF-8 is listed",
  async (holding) => {
    await using bench = createLocalBench(createLocalFiles({ holding }));
    writeFileSync(Buffer.concat([Buffer.from(`${bench.workspace.root}/a`), Buffer.from([0xff])]), "xyz");
    expect(await bench.open().files.list(".")).toEqual({
      ok: true,
      value: [{ name: "a\uFFFD", kind: "file", size: 3 }],
    });
  },
);
