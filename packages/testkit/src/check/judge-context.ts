import type { Remark } from "./finding.ts";
import type { Observation } from "./observation.ts";

/** Services that every host has, with the token an author writes. */
const TOKENS: ReadonlyMap<string, string> = new Map([
  ["files", "Files"],
  ["outputs", "Outputs"],
  ["catalog", "Catalog"],
]);

/** Whether the call looked for something in its context that is not there. */
export function judgeContext({ label, missingInContext }: Observation): readonly Remark[] {
  return missingInContext.map((name) => {
    const token = TOKENS.get(name);
    const advice = token === undefined ? "add its token to needs" : `write needs: [${token}]`;
    const message = `${label}: run takes "${name}" from its context, which is not among its needs; ${advice}`;
    return { check: "contract", severity: "fail", message };
  });
}
