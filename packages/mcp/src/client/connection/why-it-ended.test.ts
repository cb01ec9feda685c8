// Prevents: a server whose program is there but hidden by the sandbox, told as a file that does not exist.
import { expect, test } from "vitest";
import { whyItEnded } from "./why-it-ended.ts";

const ended = { server: "memory", reason: "it ended with exit code 1" } as const;

test("a program that the sandbox does not show is told with the setting that starts it without", () => {
  const said = whyItEnded({
    ...ended,
    lastWords: ["bwrap: execvp /tmp/clone/node: No such file or directory"],
  });
  expect(said).toMatch(/no program \/tmp\/clone\/node .*mcp\.servers\.memory\.sandbox: false$/);
});

test("else its own last words are told, or the bare reason", () => {
  expect(whyItEnded({ ...ended, lastWords: ["one", "two"] })).toBe("it ended with exit code 1: one / two");
  expect(whyItEnded({ ...ended, lastWords: [] })).toBe("it ended with exit code 1");
});
