// Prevents: sockets of logins that outlive who made them, or that no system takes; a login that a closed session waits
// for. The ssh of these tests is a stand-in; the real one is tried with `npm run test:backends`.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { standInSsh, type StandInSsh } from "@wield/testkit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askPlace } from "../processes/remote/ask-place.ts";
import type { RemotePlace } from "../processes/remote/remote-place.ts";
import { makeOwnerMark } from "../processes/guard/owner-mark.ts";
import { createSystemSshPlace } from "./system-ssh-place.ts";

let root: string;
let server: StandInSsh;
const open: RemotePlace[] = [];

beforeEach(() => {
  root = mkdtempSync("/tmp/w");
  server = standInSsh(root);
  vi.stubEnv("TMPDIR", root);
});

afterEach(async () => {
  for (const place of open.splice(0)) await place.close();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function makePlace(
  more: { readonly server?: string; readonly program?: string; readonly maxStartMs?: number } = {},
): RemotePlace {
  const place = createSystemSshPlace({ server: "web", env: server.env, ...more });
  open.push(place);
  return place;
}

const folders = (): readonly string[] => readdirSync(root).filter((name) => name.startsWith("wield-ssh-"));

test("the folder of a login goes with it, and that of a killed process with the next login", async () => {
  const left = `wield-ssh-${makeOwnerMark().replace(/p\d+t/, "p4194304t")}.abcdef`;
  const living = `wield-ssh-${makeOwnerMark()}.abcdef`;
  for (const name of [left, living]) mkdirSync(join(root, name));
  const place = makePlace();
  expect(await askPlace(place, "echo $ON_SERVER")).toMatchObject({ ok: true, value: { text: "yes\n" } });
  expect(folders()).toHaveLength(2);
  expect(folders()).toContain(living);
  await place.close();
  expect(folders()).toEqual([living]);
});

test("where the folder for temporary files has a long name, another is taken", async () => {
  const long = join(root, "x".repeat(40));
  mkdirSync(long);
  vi.stubEnv("TMPDIR", long);
  expect(await askPlace(makePlace(), "echo hi")).toMatchObject({ ok: true });
  expect(readdirSync(long)).toEqual([]);
});

test("a place that is closed while it logs in waits for nothing", async () => {
  const begun = server.hang();
  const place = makePlace();
  const opened = place.open("true");
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), 60_000);
  await place.close();
  expect(await opened).toMatchObject({ ok: false, code: "backend_unavailable" });
  expect(folders()).toEqual([]);
});

test("no program, and a name that is none, are told as such", async () => {
  expect(await makePlace({ program: "no-such-ssh" }).open("true")).toMatchObject({
    message: expect.stringMatching(/^ssh: could not connect to web: no-such-ssh cannot be run/),
  });
  expect(await makePlace({ server: "-oProxyCommand=id" }).open("true")).toMatchObject({
    message: "ssh: could not connect to -oProxyCommand=id: that is no name of a server",
  });
});

test("what a program printed that has ended is not lost when it is listened to late", async () => {
  const place = makePlace();
  for (let round = 0; round < 10; round += 1) {
    const opened = await place.open("echo out; echo err >&2; exit 3");
    if (!opened.ok) throw new Error(opened.message);
    const { output, errors, ended } = opened.value;
    expect(await ended).toEqual({ exitCode: 3 });
    // Node lets go of what was not read a moment after the end.
    await new Promise((resolve) => setImmediate(resolve));
    const texts = ["", ""];
    output.listen((chunk) => (texts[0] += Buffer.from(chunk).toString()));
    errors.listen((chunk) => (texts[1] += Buffer.from(chunk).toString()));
    await Promise.all([output.closed, errors.closed]);
    expect(texts).toEqual(["out\n", "err\n"]);
  }
});

test("a program that a login never gets to is not waited for", async () => {
  const place = makePlace({ maxStartMs: 300 });
  server.delayPrograms(true);
  expect(await place.open("echo hi")).toMatchObject({
    code: "backend_unavailable",
    message: "ssh: web let us in, but the program there does not begin",
  });
});
