import { value } from "@wield/core";
import type { Outcome } from "@wield/core";
import type { Runtime } from "@wield/app";
import type { Output } from "../terminal/output.ts";

export interface TrustQuestion {
  readonly output: Output;
  readonly confirm: (question: string) => Promise<boolean>;
}

/** Shows what the workspace's `.wield` holds and asks whether it may be used. True when it was trusted now. */
export async function offerTrust(
  runtime: Runtime,
  { output, confirm }: TrustQuestion,
): Promise<Outcome<boolean>> {
  if (runtime.trust.kind !== "waiting") {
    const trusted = await runtime.trustWorkspace();
    return trusted.ok ? value(true) : trusted;
  }
  output.line(
    `${output.foreign(runtime.workspaceRoot)} has its own settings or tools, which run with your rights:`,
  );
  for (const file of runtime.trust.files) output.line(`  .wield/${output.foreign(file)}`);
  if (!(await confirm("use them, in exactly this state? [y/N] "))) return value(false);
  const trusted = await runtime.trustWorkspace();
  return trusted.ok ? value(true) : trusted;
}
