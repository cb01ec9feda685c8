import type { ProcessesDriver, Program } from "@wield/core";

const LATE_MS = 30;

/** A driver whose output comes later than everything else, as that of a place far away may. */
export function delayOutput(driver: ProcessesDriver): ProcessesDriver {
  return {
    ...driver,
    get facts() {
      return driver.facts;
    },
    spawn: async (spec) => {
      const spawned = await driver.spawn(spec);
      return spawned.ok ? { ok: true, value: late(spawned.value) } : spawned;
    },
  };
}

function late(program: Program): Program {
  const { output } = program;
  return {
    ...program,
    output: {
      closed: output.closed,
      pause: output.pause,
      resume: output.resume,
      listen: (listener) =>
        output.listen((chunk) => {
          const kept = new Uint8Array(chunk);
          setTimeout(() => listener(kept), LATE_MS);
        }),
    },
  };
}
