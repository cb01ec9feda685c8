import { fail, value } from "@wield/core";
import type { Outcome } from "@wield/core";

let program: Promise<Outcome<string>> | undefined;

/** Path of the search program, looked up on first use. */
export function ripgrepProgram(): Promise<Outcome<string>> {
  program ??= lookUp();
  return program;
}

async function lookUp(): Promise<Outcome<string>> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return value(rgPath);
  } catch (error) {
    // The package throws when its part for this machine is not installed.
    return noProgram(error instanceof Error ? error.message : String(error));
  }
}

export function noProgram(reason: string) {
  return fail("io_error", `the search program ripgrep could not be started: ${reason}`, {
    hint: "use glob and read_file in its place; a fresh install of wield brings the program",
  });
}
