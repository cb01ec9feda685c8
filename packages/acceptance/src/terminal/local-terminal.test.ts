// Prevents: a session that loses its folder, hangs, or cannot be used any more because of what a command did; a
// command that is reported as something else than what it was; processes that nobody ends.
import { describe } from "vitest";
import { backgroundCases } from "./background-cases.ts";
import { endCases } from "./end-cases.ts";
import { delayOutput } from "./late-output.ts";
import { shellCases } from "./shell-cases.ts";
import { openLocalBench } from "./terminal-bench.ts";

describe("bash of this machine", () => {
  shellCases(() => openLocalBench());
  endCases(() => openLocalBench());
  backgroundCases(() => openLocalBench());
});

describe("sh of this machine", () => {
  shellCases(() => openLocalBench({ wantedShell: "sh" }));
  endCases(() => openLocalBench({ wantedShell: "sh" }));
  backgroundCases(() => openLocalBench({ wantedShell: "sh" }));
});

describe("bash in the sandbox", () => {
  shellCases(() => openLocalBench({ isSandboxed: true }));
  endCases(() => openLocalBench({ isSandboxed: true }));
  backgroundCases(() => openLocalBench({ isSandboxed: true }));
});

describe("output that comes later than the end", () => {
  shellCases(() => openLocalBench({ wrap: delayOutput }));
});
