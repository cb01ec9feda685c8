import { canonicalJson, type Json, type JsonObject, type ToolDefinition } from "@wield/core";

/** Everything about a tool that is data, so that two loads of its file can be compared. */
export type ContractPrint = JsonObject;

export function printContract(tool: ToolDefinition): ContractPrint {
  const { input, output, available, prompt, ...plain } = tool;
  return JSON.parse(
    JSON.stringify({
      ...plain,
      input: schemaPrint(input),
      ...(output === undefined ? {} : { output: schemaPrint(output) }),
      hasAvailable: available !== undefined,
      hasPrompt: prompt !== undefined,
    }),
  ) as JsonObject;
}

function schemaPrint({ json, bounds }: ToolDefinition["input"]): object {
  return { json, bounds: [...bounds].toSorted(([left], [right]) => (left < right ? -1 : 1)) };
}

/** One field that two loads of a file made differently. */
export interface ContractDifference {
  readonly field: string;
  readonly first: string;
  readonly second: string;
}

export function compareContracts(first: ContractPrint, second: ContractPrint): readonly ContractDifference[] {
  const fields = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...fields].toSorted().flatMap((field) => {
    const [one, other] = [first, second].map((print) => canonicalJson((print[field] ?? null) as Json));
    return one === undefined || other === undefined || one === other
      ? []
      : [{ field, ...aroundDifference(one, other) }];
  });
}

const AROUND = 30;

/** The place where two texts part, with a few characters around it. */
function aroundDifference(one: string, other: string): Pick<ContractDifference, "first" | "second"> {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const cut = (text: string): string => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return { first: cut(one), second: cut(other) };
}
