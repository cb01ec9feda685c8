// Prevents: a person who takes commands for kept in, without network or on this machine when they are not.
import type { BackendFacts } from "@wield/core";
import { expect, test } from "vitest";
import { whereCommandsRun } from "./where-commands-run.ts";

const here = { root: "/w", readRoots: [], writeRoots: [], home: "/h" };
const there = { name: "ssh web:~/app", openedFrom: "/w" };
const kept = { kind: "bubblewrap", network: "on" } as const;
const none = { kind: "none", network: "on" } as const;

const cases: readonly [backend: BackendFacts, problem: string | undefined, words: string][] = [
  [{ kind: "local", label: "local", sandbox: kept }, undefined, "on this machine, in bubblewrap, network on"],
  [
    { kind: "local", label: "local", sandbox: { ...kept, network: "off" } },
    undefined,
    "on this machine, in bubblewrap, network off",
  ],
  [
    { kind: "local", label: "local", sandbox: none },
    "there is no bubblewrap",
    "on this machine, without a sandbox (there is no bubblewrap), network on",
  ],
  [
    { kind: "docker", label: "debian", sandbox: { kind: "container", network: "off" } },
    undefined,
    "in a container of debian, in container, network off",
  ],
];

test.each(cases)("%j", (backend, problem, words) => {
  expect(
    whereCommandsRun({
      processes: { backend },
      place: { workspace: here, problem: () => undefined },
      sandbox: { problem },
    }),
  ).toBe(words);
});

test("a server, its folder, and why it cannot be used now", () => {
  const parts = (problem: string | undefined) => ({
    processes: { backend: { kind: "ssh", label: "web", sandbox: none } as const },
    place: { elsewhere: there, workspace: { ...here, root: "/srv/app" }, problem: () => problem },
    sandbox: { problem: undefined },
  });
  expect(whereCommandsRun(parts(undefined))).toBe(
    "on the server web in /srv/app, without a sandbox, network on",
  );
  expect(whereCommandsRun(parts("ssh: it is down"))).toBe("on the server web, not now: ssh: it is down");
});
