// Prevents: what a login prints taken for output of a program, and output lost where a chunk ends in the middle of the
// mark.
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { byteSource } from "../processes/byte-source.ts";
import { markedSource } from "./marked-source.ts";

async function read(chunks: readonly string[], isLate = false): Promise<string> {
  const stream = new PassThrough();
  const source = markedSource(byteSource(stream), "MARK");
  let text = "";
  const listen = (): void => source.listen((chunk) => (text += Buffer.from(chunk).toString()));
  if (!isLate) listen();
  for (const chunk of chunks) stream.write(chunk);
  if (isLate) {
    expect(await source.reachMark()).toBe(true);
    listen();
  }
  stream.end();
  await source.closed;
  return text;
}

const whole = "welcome\nMARKone\ntwo MARK three";

test.each([false, true])(
  "only what comes after the mark is given, however it is cut (late: %s)",
  async (isLate) => {
    for (let at = 0; at <= whole.length; at += 1)
      expect(await read([whole.slice(0, at), whole.slice(at)], isLate)).toBe("one\ntwo MARK three");
    expect(await read([...whole], isLate)).toBe("one\ntwo MARK three");
  },
);

test("a source that closes without the mark says so, with what came", async () => {
  const stream = new PassThrough();
  const source = markedSource(byteSource(stream), "MARK");
  const reached = source.reachMark();
  stream.end("This account is not available.\n");
  expect(await reached).toBe(false);
  expect(source.before).toBe("This account is not available.\n");
});
