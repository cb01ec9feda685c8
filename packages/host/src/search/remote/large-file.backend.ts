// Prevents: a file of a server that is too large to be held searched otherwise than one of this machine.
import { expect, test } from "vitest";
import { createRemoteFiles } from "../../files/remote/create-remote-files.ts";
import { createLocalShellPlace } from "../../files/remote/local-shell-place.ts";
import { createSearchBench, searchOptions } from "../search-bench.ts";

test("a named file of seventy megabytes tells the same there and here", async () => {
  using bench = createSearchBench();
  const line = `${"x".repeat(99)}\n`;
  bench.put(
    "large.txt",
    Buffer.concat([Buffer.alloc(70_000_000, line), Buffer.from("needle\r\nlast needle")]),
  );
  const { files, scope } = bench.open();
  const driver = createRemoteFiles(createLocalShellPlace());
  const there = driver.open(scope);
  for (const options of [
    { pattern: "needle", context: 1 },
    { pattern: "n.x", isMultiline: true },
  ]) {
    const asked = searchOptions(options);
    expect(await there.search("large.txt", asked)).toEqual(await files.search("large.txt", asked));
  }
  driver.close();
});
