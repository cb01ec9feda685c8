// Prevents: a tool that is offered although what it needs is missing, or that stops a conversation by throwing.
import { expect, test } from "vitest";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { ToolView } from "../contract/tool-definition.ts";
import type { ServiceProvider } from "../services/provider.ts";
import { defineService } from "../services/service.ts";
import { hiddenReason } from "./availability.ts";

const Browser = defineService<object>()("browser");

const VIEW: ToolView = {
  surface: "terminal",
  caller: "agent",
  platform: "linux",
  activeTools: [],
  workspaceName: "w",
  hasStoredOutputs: false,
  sessionId: "s",
};

function tool(available?: (view: ToolView) => string | undefined) {
  return defineTool({
    name: "look",
    description: "Looks at a page.",
    input: { type: "object", properties: {} },
    mutates: false,
    needs: [Browser],
    ...(available === undefined ? {} : { available }),
    run: () => ok("done"),
  });
}

function provided(missing?: ServiceProvider["missing"]) {
  const provider: ServiceProvider = {
    token: Browser,
    open: () => ({}),
    ...(missing === undefined ? {} : { missing }),
  };
  return new Map([["browser", provider]]);
}

test("C-019: a missing service hides the tool and is named", () => {
  expect(hiddenReason(tool(), VIEW, new Map())).toBe('it needs the service "browser", which is not there');
  expect(
    hiddenReason(
      tool(),
      VIEW,
      provided(() => "no Chromium was found"),
    ),
  ).toBe("no Chromium was found");
  expect(hiddenReason(tool(), VIEW, provided())).toBeUndefined();
});

test("the tool's own reason hides it, and it sees the facts of the conversation", () => {
  const onlyWeb = tool((view) => (view.surface === "web" ? undefined : `not on ${view.surface}`));
  expect(hiddenReason(onlyWeb, VIEW, provided())).toBe("not on terminal");
  expect(hiddenReason(onlyWeb, { ...VIEW, surface: "web" }, provided())).toBeUndefined();
});

const broken = (): never => {
  throw new Error("boom");
};

test("a check that throws hides the tool with the error as reason", () => {
  expect(hiddenReason(tool(broken), VIEW, provided())).toBe("its own check failed: boom");
  expect(hiddenReason(tool(), VIEW, provided(broken))).toBe('the service "browser" failed: boom');
});

test("an answer that is no sentence hides the tool", () => {
  for (const answer of ["", "  ", true, false, 0, {}]) {
    expect(
      hiddenReason(
        tool(() => answer as string),
        VIEW,
        provided(),
      ),
    ).toBe("its own check gave no sentence as its reason");
  }
});
