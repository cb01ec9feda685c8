// Prevents: a key sent to the wrong place, a provider that cannot be reached because its address was typed a little
// differently, a message about it that does not say what to do.
import { expect, test } from "vitest";
import { createManualClock } from "@wield/testkit";
import { openModel } from "../open-model.ts";
import { findProvider } from "./find-provider.ts";
import { PROVIDER_PRESETS } from "./provider-presets.data.ts";
import type { Environment, ProviderSettingsByName } from "./provider-settings.ts";

const find = (name: string, env: Environment = {}, settings: ProviderSettingsByName = {}) =>
  findProvider(name, { env, settings });

test("every preset has an address, and a variable for its key unless it is on this machine", () => {
  for (const { name, baseUrl, keyVariables } of PROVIDER_PRESETS) {
    const found = find(name, Object.fromEntries(keyVariables.map((variable) => [variable, "key"])));
    expect(found, name).toMatchObject({ ok: true, value: { name, isLocal: keyVariables.length === 0 } });
    expect(baseUrl, name).toMatch(/^https:\/\/[^/]+\/.*[^/]$|^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  }
});

test("the environment's key goes before the stored one, and blanks around it do not count", () => {
  const settings = { anthropic: { key: "stored" } };
  expect(find("anthropic", { ANTHROPIC_API_KEY: " env\n" }, settings)).toMatchObject({
    value: { key: "env" },
  });
  expect(find("anthropic", { ANTHROPIC_API_KEY: "" }, settings)).toMatchObject({ value: { key: "stored" } });
  expect(find("google", { GOOGLE_API_KEY: "k" })).toMatchObject({ value: { keyVariable: "GOOGLE_API_KEY" } });
});

test("another variable, address and headers may be configured", () => {
  const settings = {
    openai: { keyVariable: "WORK_KEY", baseUrl: "https://proxy.example/v1//", headers: { "x-a": "b" } },
  };
  expect(find("openai", { WORK_KEY: "k", OPENAI_API_KEY: "private" }, settings)).toMatchObject({
    value: { key: "k", baseUrl: "https://proxy.example/v1", headers: { "x-a": "b" } },
  });
  expect(find("openai", { OPENAI_API_KEY: "private" }, settings)).toMatchObject({
    ok: false,
    code: "no_key",
  });
});

test("a provider of one's own needs an address, and no key unless one is named", () => {
  expect(find("mine", {}, { mine: { baseUrl: "https://models.example/v1" } })).toMatchObject({ ok: true });
  expect(
    find("mine", {}, { mine: { baseUrl: "https://models.example/v1", keyVariable: "MINE" } }),
  ).toMatchObject({
    ok: false,
    code: "no_key",
    message: "there is no key for mine: MINE is not set",
  });
});

test.each<[string, Environment, ProviderSettingsByName, string, string]>([
  ["anthropic", {}, {}, "no_key", "set ANTHROPIC_API_KEY"],
  ["antropic", {}, {}, "unknown_provider", "did you mean anthropic?"],
  ["zzz", {}, {}, "unknown_provider", "providers.zzz.base_url"],
  ["__proto__", {}, {}, "unknown_provider", "known are"],
  ["mine", {}, { mine: { baseUrl: "ftp://x" } }, "invalid_base_url", "providers.mine.base_url"],
  ["mine", {}, { mine: { baseUrl: "not an address" } }, "invalid_base_url", "providers.mine.base_url"],
  ["openai", { OPENAI_API_KEY: "two words" }, {}, "no_key", "copy it again into OPENAI_API_KEY"],
])("%s with %j and %j: %s", (name, env, settings, code, hint) => {
  const found = find(name, env, settings);
  expect(found).toMatchObject({ ok: false, code });
  expect(JSON.stringify(found)).toContain(hint);
  expect(JSON.stringify(found)).not.toContain("two words");
});

test("a provider with settings of its own is named once among those that are known", () => {
  const settings = {
    anthropic: { baseUrl: "https://gate.example/v1" },
    mine: { baseUrl: "https://x.example" },
  };
  const found = find("zzz", {}, settings);
  const hint = found.ok ? "" : (found.hint ?? "");
  expect(hint.split("anthropic")).toHaveLength(2);
  expect(hint).toContain("mine");
});

test("a name that has settings but no address is not proposed in place of itself", () => {
  const found = find("mine", {}, { mine: { keyVariable: "MINE" } });
  expect(found).toMatchObject({ ok: false, code: "unknown_provider" });
  expect(found.ok ? "" : found.hint).toMatch(/^known are .*providers\.mine\.base_url\.$/);
});

test("a model's id is parted at its first slash", () => {
  const open = (id: string) =>
    openModel(id, {
      env: { OPENROUTER_API_KEY: "k" },
      fetch: globalThis.fetch,
      clock: createManualClock(),
      random: () => 0,
    });
  expect(open("OpenRouter/anthropic/claude-sonnet-4.5:beta")).toMatchObject({
    value: { facts: { id: "openrouter/anthropic/claude-sonnet-4.5:beta", contextWindow: 200_000 } },
  });
  for (const id of ["", "openai", "openai/", "/x", "openai/ "])
    expect(open(id), id).toMatchObject({ ok: false, code: "invalid_model_id" });
});
