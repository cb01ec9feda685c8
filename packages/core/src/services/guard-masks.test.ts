// Prevents: a mask that a model read and writes back over the secret it stands for.
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import { readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";
import { encodeText, type TextEncoding } from "../text/file-text.ts";
import { KEY_MASK } from "../text/scrub.ts";
import { Files } from "./files.ts";

const TOKEN = `ghp_${"abcdefghijklmnopqrstuvwxyzABCDEFGH"}12`;
const CONFIG = `token: ${TOKEN}\nid: abc\n`;
const secrets = [{ name: "PW", value: "hunter22" }];

/** Puts text into a file the way a test wants. */
const putText = defineTool({
  name: "put_text",
  description: "Writes or appends text or bytes.",
  input: z.strictObject({
    path: z.string(),
    text: z.string(),
    how: z.enum(["write", "append"]).default("write"),
    encoding: z.enum(["text", "utf-8", "utf-16le", "utf-16be"]).default("text"),
    bom: z.boolean().default(false),
  }),
  mutates: true,
  needs: [Files],
  async run({ path, text, how, encoding, bom }, { files }) {
    const content = encoding === "text" ? text : encodeText(text, { encoding, hasBom: bom });
    const done = how === "write" ? await files.write(path, content) : await files.append(path, content);
    return done.ok ? ok("done") : done;
  },
});

const tools = [readText, writeText, putText];

test("P-017: what was read is not written back, and the file keeps its token", async () => {
  await using here = await createTestBench({ tools, files: { "c.yaml": CONFIG } });
  const { text } = okOf(await here.call("read_text", { path: "c.yaml" }));
  expect(text).toBe(`token: ${KEY_MASK}\nid: abc\n`);
  const outcome = failureOf(await here.call("write_text", { path: "c.yaml", text }));
  expect(outcome).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(outcome.message).toContain("the mask is not the value");
  expect(await here.read("c.yaml")).toBe(CONFIG);
  okOf(await here.call("write_text", { path: "new.yaml", text }));
  expect(await here.read("new.yaml")).toBe(text);
});

test("P-017: an edit beside the token keeps it", async () => {
  await using here = await createTestBench({ tools, files: { "c.yaml": CONFIG } });
  okOf(await here.call("write_text", { path: "c.yaml", text: CONFIG.replace("abc", "abd") }));
  expect(await here.read("c.yaml")).toBe(CONFIG.replace("abc", "abd"));
});

test.each<[what: string, present: string, text: string, isRefused: boolean]>([
  ["one mask for one secret", "a hunter22", "a [PW]", true],
  ["a mask more than there was", "[PW] hunter22", "[PW] [PW]", true],
  ["as many masks as there were", "[PW] hunter22", "[PW] other", false],
  ["the mask of another secret", "a hunter22", `a ${KEY_MASK}`, false],
  ["masks where nothing is hidden", "a plain", "a [PW]", false],
  ["no mask", "a hunter22", "a other", false],
  ["a mask beside the value that stays", "a hunter22", "a hunter22 [PW]", true],
])("P-017: %s", async (_what, present, text, isRefused) => {
  await using here = await createTestBench({ tools, secrets, files: { "a.txt": present } });
  const outcome = await here.call("put_text", { path: "a.txt", text });
  expect(outcome.status).toBe(isRefused ? "denied" : "ok");
  expect(await here.read("a.txt")).toBe(isRefused ? present : text);
});

test.each<[present: string, added: string, isRefused: boolean]>([
  ["a hunter22", "[PW]", true],
  ["[PW] hunter22", "[PW]", true],
  ["a hunter22 [P", "W]", true],
  ["a hunter22 [P", "X]", false],
  ["a plain", "[PW]", false],
])("P-017: appending to %j the text %j: refused %s", async (present, added, isRefused) => {
  await using here = await createTestBench({ tools, secrets, files: { "a.txt": present } });
  const outcome = await here.call("put_text", { path: "a.txt", text: added, how: "append" });
  expect(outcome.status).toBe(isRefused ? "denied" : "ok");
});

const encodings: readonly [encoding: TextEncoding, bom: boolean][] = [
  ["utf-8", false],
  ["utf-8", true],
  ["utf-16le", true],
  ["utf-16be", true],
];

test.each(encodings)("P-017: bytes in %s (mark: %s) are looked through too", async (encoding, bom) => {
  const present = encodeText("a hunter22", { encoding, hasBom: bom });
  await using here = await createTestBench({ tools, secrets, files: { "a.txt": present } });
  for (const put of [
    { how: "write", bom },
    { how: "append", bom: false },
  ]) {
    const outcome = await here.call("put_text", { path: "a.txt", text: "b [PW]", encoding, ...put });
    expect([put.how, outcome.status]).toEqual([put.how, "denied"]);
  }
  expect(await here.folder.bytes("a.txt")).toEqual(Buffer.from(present));
});

test("what is not there, is no text or is under another name hides nothing", async () => {
  const binary = Uint8Array.from([0xff, 0x00, 0x68, 0x80]);
  await using here = await createTestBench({
    tools,
    secrets,
    files: { "b.bin": binary, "a b.txt": "hunter22" },
  });
  for (const path of ["new.txt", "b.bin", "a\u00a0b.txt"])
    expect((await here.call("put_text", { path, text: "[PW]" })).status).toBe("ok");
});
