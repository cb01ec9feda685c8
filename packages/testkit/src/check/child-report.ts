import { writeSync } from "node:fs";
import type { ChildMessage } from "./check-job.ts";
import type { CheckName, Remark, Severity } from "./finding.ts";

/** Of one kind in one check so many are told; the rest is counted. */
const MOST_OF_A_KIND = 3;

/** How the checking process tells its parent what it does and finds. */
export interface ChildReport {
  tool(name: string): void;
  at(check: CheckName, what: string): void;
  add(remarks: readonly Remark[]): void;
  skip(checks: readonly CheckName[], reason: string): void;
  /** What it is at, for an error that nobody caught. */
  readonly place: { readonly check: CheckName; readonly what: string };
  done(): void;
}

/** Writes at once, so that a process that hangs in the next line has said where it was. */
export function createChildReport(descriptor: number): ChildReport {
  const told = new Map<string, number>();
  let place: ChildReport["place"] = { check: "contract", what: "starting" };
  const send = (message: ChildMessage): void => {
    writeAll(descriptor, Buffer.from(`${JSON.stringify(message)}\n`));
  };
  const kindOf = (check: CheckName, severity: Severity): string => `${severity} ${check}`;

  return {
    tool: (name) => send({ type: "tool", name }),
    at(check, what) {
      place = { check, what };
      send({ type: "at", check, what });
    },
    add(remarks) {
      for (const remark of remarks) {
        const kind = kindOf(remark.check, remark.severity);
        const count = (told.get(kind) ?? 0) + 1;
        told.set(kind, count);
        if (count <= MOST_OF_A_KIND) send({ type: "remark", ...remark });
      }
    },
    skip(checks, reason) {
      for (const check of checks) send({ type: "skipped", check, reason });
    },
    get place() {
      return place;
    },
    done() {
      for (const [kind, count] of told) {
        const [severity, check] = kind.split(" ") as [Severity, CheckName];
        const more = count - MOST_OF_A_KIND;
        if (more > 0) send({ type: "remark", check, severity, message: `and ${more} more` });
      }
      send({ type: "done" });
    },
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length;) sent += writeSync(descriptor, bytes, sent);
}
