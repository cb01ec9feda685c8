// Prevents: a driver of this machine that behaves unlike the others.
import { createLocalBench } from "./driver-bench.ts";
import { describeFilesDriver } from "./files-driver-suite.ts";
import { createLocalFiles } from "./local-files.ts";

describeFilesDriver("local files by descriptor", async () =>
  createLocalBench(createLocalFiles({ holding: "descriptors" })),
);

describeFilesDriver("local files by checks", async () =>
  createLocalBench(createLocalFiles({ holding: "checks" })),
);
