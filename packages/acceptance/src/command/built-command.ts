import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BUILD = join(import.meta.dirname, "../../../../scripts/build.ts");

export interface BuiltCommand extends Disposable {
  /** The entry, for `CommandOptions.main`. */
  readonly main: string;
}

/**
 * The command as it is shipped: the built one that WIELD_TEST_COMMAND names, or one that is bundled now into a folder
 * of its own, which takes about 2 s.
 */
export function buildCommand(): BuiltCommand {
  const given = process.env["WIELD_TEST_COMMAND"];
  if (given !== undefined) return { main: given, [Symbol.dispose]: () => undefined };
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-shipped-")));
  execFileSync(process.execPath, [BUILD, "--out", join(root, "dist")], { stdio: "pipe" });
  return {
    main: join(root, "dist/main.js"),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
