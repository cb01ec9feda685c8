import { writeSync } from "node:fs";
import type { ChildMessage, LiveCall } from "./check-job.ts";
import type { ContractPrint } from "./contract-print.ts";
import type { CheckName, InputUse, Remark, Severity } from "./finding.ts";

/** Of one kind in one check so many are told; the rest is counted. */
const MOST_OF_A_KIND = 3;

/** How the checking process tells its parent what it does and finds. */
export interface ChildReport {
  tool(name: string, contract: ContractPrint): void;
  at(check: CheckName, what: string, use?: InputUse): void;
  add(remarks: readonly Remark[]): void;
  skip(checks: readonly CheckName[], reason: string): void;
  askToConnect(calls: readonly LiveCall[]): void;
  /** What it is at, for an error that nobody caught. */
  readonly place: { readonly check: CheckName; readonly what: string };
  done(): void;
}

/** Writes at once, so that a process that hangs in the next line has said where it was. */
export function createChildReport(descriptor: number, token: string): ChildReport {
  const told = new Map<string, number>();
  const seen = new Set<string>();
  let place: ChildReport["place"] = { check: "contract", what: "starting" };
  const send = (message: ChildMessage): void => {
    writeAll(descriptor, Buffer.from(`${JSON.stringify({ token, ...message })}\n`));
  };
  const kindOf = (check: CheckName, severity: Severity): string => `${severity} ${check}`;

  return {
    tool: (name, contract) => send({ type: "tool", name, contract }),
    at(check, what, use) {
      place = { check, what };
      send({ type: "at", check, what, ...(use === undefined ? {} : { use }) });
    },
    add(remarks) {
      for (const remark of remarks) {
        const kind = kindOf(remark.check, remark.severity);
        // The same fault in call after call is told of the first one.
        const fault = `${kind} ${withoutLabel(remark.message, place.what)}`;
        if (seen.has(fault)) continue;
        seen.add(fault);
        const count = (told.get(kind) ?? 0) + 1;
        told.set(kind, count);
        if (count <= MOST_OF_A_KIND) send({ type: "remark", ...remark });
      }
    },
    skip(checks, reason) {
      for (const check of checks) send({ type: "skipped", check, reason });
    },
    askToConnect: (calls) => send({ type: "may_connect", calls }),
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

function withoutLabel(message: string, label: string): string {
  return message.startsWith(`${label}: `) ? message.slice(label.length + 2) : message;
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length;) sent += writeSync(descriptor, bytes, sent);
}
