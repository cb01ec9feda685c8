import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { matchesOutput } from "./matches-output.ts";
import { readPage, type PageStep } from "./read-page.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** From source, or the built one that WIELD_TEST_COMMAND names, which starts in a third of the time. */
const COMMAND = process.env["WIELD_TEST_COMMAND"] ?? join(ROOT, "packages/cli/src/main.ts");

/** A command that did not print what its page shows. */
interface Mismatch {
  readonly line: number;
  readonly command: string;
  readonly shown: string;
  readonly printed: string;
}

export interface FollowedPage {
  /** How many files were written and how many commands were run. */
  readonly files: number;
  readonly commands: number;
  readonly mismatches: readonly Mismatch[];
}

export interface PageWorld {
  /** Whether programs in the reader's folder find the packages, as if they had been installed there. */
  readonly hasPackages?: boolean;
}

/**
 * Does what a page tells its reader, in a new folder with a new home: writes the files, runs the commands in a shell,
 * `wield` being the command from source, and compares what they print.
 */
export async function followPage(path: string, world: PageWorld = {}): Promise<FollowedPage> {
  const steps = readPage(readFileSync(path, "utf8"));
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-page-")));
  try {
    const reader = createReader(root);
    if (world.hasPackages === true) reader.installPackages();
    const mismatches: Mismatch[] = [];
    for (const step of steps) {
      if (step.kind === "file") reader.write(step.path, step.text);
      else mismatches.push(...compare(step, await reader.run(step.command)));
    }
    const files = steps.filter(({ kind }) => kind === "file").length;
    return { files, commands: steps.length - files, mismatches };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function compare(
  { line, command, output }: Extract<PageStep, { kind: "command" }>,
  printed: string,
): readonly Mismatch[] {
  const lines = printed === "" ? [] : printed.replace(/\n$/, "").split("\n");
  if (matchesOutput(lines, output)) return [];
  return [{ line, command, shown: output.join("\n"), printed: lines.join("\n") }];
}

interface Reader {
  installPackages(): void;
  /** `path` is relative to the reader's folder, or starts with `~/`. */
  write(path: string, text: string): void;
  /** Resolves with all that was printed. */
  run(command: string): Promise<string>;
}

function createReader(root: string): Reader {
  const [folder, programs] = [join(root, "demo"), join(root, "programs")];
  for (const made of [folder, programs]) mkdirSync(made);
  const wield = join(programs, "wield");
  writeFileSync(wield, `#!/bin/sh\nexec node "${COMMAND}" "$@"\n`);
  chmodSync(wield, 0o755);
  const env = {
    PATH: [programs, dirname(process.execPath), join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(
      ":",
    ),
    HOME: root,
    LANG: "C.UTF-8",
    NODE_COMPILE_CACHE: join(tmpdir(), "wield-page-cache"),
  };
  return {
    installPackages: () => symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules")),
    write(path, text) {
      const file = path.startsWith("~/") ? join(root, path.slice(2)) : join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    run(command) {
      const shell = spawn("bash", ["-c", `exec 2>&1\n${command}`], {
        cwd: folder,
        env,
        stdio: ["ignore", "pipe", "ignore"],
      });
      return new Promise((resolve, reject) => {
        let printed = "";
        shell.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
        shell.on("error", reject);
        shell.on("close", () => resolve(printed));
      });
    },
  };
}
