import type { PermissionRule } from "@wield/core";

const allow = (command: string): PermissionRule => ({
  tool: "terminal",
  match: { command },
  action: "allow",
});

/** What the table of decisions allows, in mode `prompt`. */
export const ALLOWING: readonly PermissionRule[] = [
  ...[
    "ls",
    "ls *",
    "true",
    "git status",
    "git add *",
    "npm test *",
    "make build",
    "echo *",
    "cat *",
    "cd *",
  ].map(allow),
  ...["grep *", "find *", "python3 scripts/build.py", "python3", "env", "git"].map(allow),
  { match: { path: "out/**", effect: "write" }, action: "allow" },
];

/** The same with rules that ask and deny. */
export const DENYING: readonly PermissionRule[] = [
  ...ALLOWING,
  { match: { command: "git push" }, action: "ask" },
  { match: { command: "rm -rf" }, action: "deny" },
  { match: { command: "sudo" }, action: "deny" },
  { match: { command: "curl *" }, action: "deny" },
  { match: { command: "git push --force" }, action: "deny" },
  { match: { path: ".env" }, action: "deny" },
  { match: { host: "evil.example" }, action: "deny" },
];
