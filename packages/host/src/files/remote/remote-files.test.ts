// Prevents: files of a server that behave unlike those of this machine.
import { afterAll } from "vitest";
import { describeFilesDriver } from "../files-driver-suite.ts";
import { createLocalShellPlace } from "./local-shell-place.ts";
import { shareRemoteBenches } from "./remote-bench.ts";

const benches = shareRemoteBenches(createLocalShellPlace());
afterAll(() => benches.close());

describeFilesDriver("files through /bin/sh", () => benches.make());
