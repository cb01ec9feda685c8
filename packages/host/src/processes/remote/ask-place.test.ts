// Prevents: a start, or a conversation's end, that waits for ever for a server whose disk does not answer.
import { expect, test } from "vitest";
import { createLocalShellPlace } from "../../files/remote/local-shell-place.ts";
import { askPlace } from "./ask-place.ts";

test("a script that does not come to its end is given up after its time", async () => {
  const place = createLocalShellPlace();
  expect(await askPlace(place, "echo begun; exec sleep 600", 200)).toMatchObject({
    ok: false,
    code: "backend_unavailable",
    message: expect.stringContaining("not to the end"),
  });
  expect(await askPlace(place, "echo hi; exit 3")).toEqual({
    ok: true,
    value: { text: "hi\n", exitCode: 3 },
  });
  await place.close();
});
