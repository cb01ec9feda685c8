// Prevents: a server whose program is there but hidden by the sandbox, told as a file that does not exist.
import { expect, test } from "vitest";
import { whyItEnded } from "./why-it-ended.ts";

const ended = {
  entry: { name: "memory", isSandboxed: true },
  reason: "it ended with exit code 1",
} as const;

test("a program that the sandbox does not show is told with the setting that starts it without", () => {
  const said = whyItEnded({
    ...ended,
    lastWords: ["bwrap: execvp /tmp/clone/node: No such file or directory"],
  });
  expect(said).toMatch(/no program \/tmp\/clone\/node .*mcp\.servers\.memory\.sandbox: false$/);
});

test("a program that may not write is told which setting lets it, unless it ran without the sandbox", () => {
  const lastWords = [
    "npm error Log files were not written due to an error writing to the directory: /h/.npm",
  ];
  expect(whyItEnded({ ...ended, lastWords })).toMatch(
    /: npm error .* \(the sandbox .*memory\.sandbox to false\)$/,
  );
  const entry = { name: "memory", isSandboxed: false };
  expect(whyItEnded({ ...ended, entry, lastWords })).not.toContain("sandbox");
});

test("else its own last words are told, or the bare reason", () => {
  expect(whyItEnded({ ...ended, lastWords: ["one", "two"] })).toBe("it ended with exit code 1: one / two");
  expect(whyItEnded({ ...ended, lastWords: [] })).toBe("it ended with exit code 1");
});
