// Prevents: a start, or a conversation's end, that waits for ever for a server whose disk does not answer.
import { fail } from "@wield/core";
import { expect, test } from "vitest";
import { createLocalShellPlace } from "../../files/remote/local-shell-place.ts";
import { askPlace } from "./ask-place.ts";
import { createTidyQuestions } from "./tidy-place.ts";

test("a script that does not come to its end is given up after its time", async () => {
  const place = createLocalShellPlace();
  expect(await askPlace(place, "echo begun; exec sleep 600", 200)).toMatchObject({
    ok: false,
    code: "backend_unavailable",
    message: expect.stringContaining("did not answer to the end"),
  });
  expect(await askPlace(place, "echo hi; exit 3")).toEqual({
    ok: true,
    value: { text: "hi\n", exitCode: 3 },
  });
  await place.close();
});

test("a place that lets nobody in is given up after that time, too", async () => {
  const place = { ...createLocalShellPlace(), open: () => new Promise<never>(() => undefined) };
  expect(await askPlace(place, "true", 200)).toMatchObject({ ok: false, code: "backend_unavailable" });
});

test("who tidies up at a place that has gone silent waits for it once and not for each question", async () => {
  let asked = 0;
  const open = (): Promise<never> => {
    asked += 1;
    return new Promise(() => undefined);
  };
  const tidy = createTidyQuestions({ ...createLocalShellPlace(), open }, 200);
  for (let round = 0; round < 3; round += 1) expect(await tidy("true")).toMatchObject({ ok: false });
  expect(asked).toBe(1);
});

test("a connection that was lost is no silence: the next question is asked", async () => {
  const place = createLocalShellPlace();
  const tidy = createTidyQuestions({
    ...place,
    open: async (script) => (script === "lost" ? fail("backend_unavailable", "lost") : place.open(script)),
  });
  expect(await tidy("lost")).toMatchObject({ ok: false });
  expect(await tidy("echo hi")).toMatchObject({ ok: true, value: { text: "hi\n" } });
});
