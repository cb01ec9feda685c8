// Prevents: a session that loses its folder, hangs, or cannot be used any more because of what a command did; a
// command that is reported as something else than what it was; processes that nobody ends.
import { describe } from "vitest";
import { backgroundCases } from "./background-cases.ts";
import { endCases } from "./end-cases.ts";
import { shellCases } from "./shell-cases.ts";
import { openLocalBench } from "./terminal-bench.ts";

// Most of their time they wait.
describe.concurrent("bash of this machine", () => {
  shellCases(() => openLocalBench());
  endCases(() => openLocalBench());
  backgroundCases(() => openLocalBench());
});

describe.concurrent("sh of this machine", () => {
  shellCases(() => openLocalBench({ wantedShell: "sh" }));
  endCases(() => openLocalBench({ wantedShell: "sh" }));
});

describe.concurrent("bash in the sandbox", () => {
  endCases(() => openLocalBench({ isSandboxed: true }));
});
