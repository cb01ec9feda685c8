import { fail, value, type Outcome } from "@wield/core";

const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** A name that a new tool may have. `taken` are the names there are, with the place of each. */
export function newToolName(given: string, taken: ReadonlyMap<string, string>): Outcome<string> {
  if (!TOOL_NAME.test(given)) {
    const near = nearestAllowed(given);
    return fail(
      "wrong_usage",
      `${JSON.stringify(given)} is no name for a tool: lower case letters, digits and _, starting with a letter, at most 64`,
      { hint: near === undefined ? "such as word_count" : `such as ${near}` },
    );
  }
  if (given.startsWith("mcp__"))
    return fail(
      "wrong_usage",
      `${JSON.stringify(given)} is reserved: tools of MCP servers start with mcp__`,
      {
        hint: "leave the beginning out",
      },
    );
  const place = taken.get(given);
  if (place !== undefined)
    return fail("wrong_usage", `there is a tool ${JSON.stringify(given)} already (${place})`, {
      hint: "give another name",
    });
  return value(given);
}

/** `Word-Count` → `word_count` */
function nearestAllowed(given: string): string | undefined {
  const near = given
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 64);
  return TOOL_NAME.test(near) ? near : undefined;
}
