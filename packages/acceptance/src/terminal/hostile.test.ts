// Prevents: a session that answers wrongly, or with text of ours, after a command that changed what the shell works with.
import { describe } from "vitest";
import { hostileCases } from "./hostile-cases.ts";
import { openLocalBench } from "./terminal-bench.ts";

describe.concurrent("bash", () => hostileCases(() => openLocalBench()));
describe.concurrent("sh", () => hostileCases(() => openLocalBench({ wantedShell: "sh" })));
