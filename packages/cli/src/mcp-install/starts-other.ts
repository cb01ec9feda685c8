import { fail, type Outcome } from "@wield/core";

/** Whether a command is Wield's own, wherever it lies. */
export function isOurs(command: string): boolean {
  return /(?:^|[/\\])wield(?:\.cmd|\.exe|\.ps1)?$/i.test(command);
}

/** An entry of our name that is somebody else's is never overwritten. */
export function startsOther(name: string, command: string): Outcome<never> {
  return fail(
    "cannot_edit",
    `the entry ${name} that is there starts something else (${command}), so it is left as it is`,
    { hint: "rename or remove it by hand first." },
  );
}
