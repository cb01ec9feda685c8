// For tests: a fresh folder of this machine, worked on through a shell as if it were elsewhere.
import { createLocalBench, type DriverBench } from "../driver-bench.ts";
import { createRemoteFiles, type RemoteFilesDriver } from "./create-remote-files.ts";
import { createLocalShellPlace, type LocalShellPlace } from "./local-shell-place.ts";

export interface RemoteBench extends DriverBench {
  readonly place: LocalShellPlace;
}

/** Benches that share the shells of one place. */
export interface RemoteBenches {
  make(): Promise<DriverBench>;
  close(): Promise<void>;
}

export function shareRemoteBenches(place: LocalShellPlace): RemoteBenches {
  const driver = createRemoteFiles(place);
  return {
    make: async () => createLocalBench(driver),
    close: async () => {
      driver.close();
      await place.close();
    },
  };
}

export function createRemoteBench(...shell: Parameters<typeof createLocalShellPlace>): RemoteBench {
  const place = createLocalShellPlace(...shell);
  const driver: RemoteFilesDriver = createRemoteFiles(place);
  const bench = createLocalBench(driver);
  return {
    ...bench,
    place,
    async [Symbol.asyncDispose]() {
      driver.close();
      await place.close();
      await bench[Symbol.asyncDispose]();
    },
  };
}
