import type { ShownRequest } from "../../approvals/render-request.ts";

/** A question whether a file may be written. */
export const WRITE_REQUEST: ShownRequest = {
  id: "apr_1",
  callId: "c1",
  rootId: "c1",
  sessionId: "ses_1",
  workspace: "/work",
  caller: "agent",
  surface: "terminal",
  tool: "write_file",
  digest: "",
  input: { path: "a.txt", content: "one\ntwo\n" },
  effects: [],
  effectWords: ["write a.txt"],
  preview: "--- a.txt\n+++ a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n",
  reason: 'approval_mode is "prompt"',
  rule: { tool: "write_file", action: "allow", match: { path: "a.txt" } },
  createdAt: 0,
  deadline: 305_000,
};
