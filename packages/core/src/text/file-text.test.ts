// Prevents: text silently repaired on reading, a byte-order mark lost or added, a cap inside a
// character taken for another encoding, and a refusal that names the wrong byte.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText, encodeText } from "./file-text.ts";
import type { TextForm } from "./file-text.ts";
import { firstInvalidUtf16, firstInvalidUtf8 } from "./invalid-offset.ts";

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));

const forms: readonly TextForm[] = [
  { encoding: "utf-8", hasBom: false },
  { encoding: "utf-8", hasBom: true },
  { encoding: "utf-16le", hasBom: true },
  { encoding: "utf-16be", hasBom: true },
];

const message = (bytes: Uint8Array, options = {}): string => {
  const decoded = decodeText(bytes, options);
  return decoded.ok ? `decoded ${JSON.stringify(decoded.value.text)}` : `${decoded.code}: ${decoded.message}`;
};

const isValid = (bytes: Uint8Array, encoding: string): boolean => {
  try {
    new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

test("F-011: UTF-16 with a byte-order mark is decoded and named", () => {
  expect(decodeText(hex("FF FE 48 00 69 00 0D 00 0A 00"))).toEqual({
    ok: true,
    value: { text: "Hi\r\n", encoding: "utf-16le", hasBom: true },
  });
  expect(decodeText(hex("FE FF 00 48 00 69"))).toEqual({
    ok: true,
    value: { text: "Hi", encoding: "utf-16be", hasBom: true },
  });
});

test("F-012: a UTF-8 byte-order mark is not content, a second one is", () => {
  expect(decodeText(hex("EF BB BF 68 65 6C 6C 6F 0A"))).toEqual({
    ok: true,
    value: { text: "hello\n", encoding: "utf-8", hasBom: true },
  });
  expect(decodeText(hex("EF BB BF EF BB BF 41"))).toMatchObject({ value: { text: "\uFEFFA" } });
});

test("F-010: bytes that are no text are refused with the place of the first bad byte", () => {
  expect(message(hex("41 42 0A 80 81 00 FF"), { path: "b.bin" })).toBe(
    "binary: b.bin is binary or not UTF-8: byte 0x80 at offset 3 (looks like binary data, 7 bytes)",
  );
});

test.each([
  ["63 61 66 E9 0A", "byte 0xE9 at offset 3 (looks like Latin-1, 5 bytes)"],
  ["69 74 92 73 20 6F 6B", "byte 0x92 at offset 2 (looks like Windows-1252, 7 bytes)"],
  ["93 FA 96 7B 0A 41 3D 31 0A", "byte 0x93 at offset 0 (looks like Shift-JIS, 9 bytes)"],
  ["C4 E3 BA C3 0A", "byte 0xC4 at offset 0 (looks like an East Asian or other 8-bit encoding, 5 bytes)"],
  ["EF BB BF 41 FF", "byte 0xFF at offset 4 (looks like Latin-1, 5 bytes)"],
  ["89 50 4E 47 0D 0A 1A 0A", "byte 0x89 at offset 0 (looks like a PNG image, 8 bytes)"],
  [
    "61 00 E9 00 62 00 63 00 64 00",
    "byte 0xE9 at offset 2 (looks like UTF-16 without a byte-order mark, 10 bytes)",
  ],
  ["FF FE 00 00 48 00 00 00", "byte 0xFF at offset 0 (looks like UTF-32, 8 bytes)"],
  ["FF FE 48 00 00 DC 41 00", "byte 0x00 at offset 4 (looks like damaged UTF-16, 8 bytes)"],
  ["FF FE 48 00 69", "byte 0x69 at offset 4 (looks like damaged UTF-16, 5 bytes)"],
  ["41 E2 82", "byte 0xE2 at offset 1 (looks like Windows-1252, 3 bytes)"],
  ["C0 AF", "byte 0xC0 at offset 0 (looks like Latin-1, 2 bytes)"],
  ["41 ED A0 80", "byte 0xED at offset 1"],
])("%s is refused naming %s", (bytes, sentence) => {
  expect(message(hex(bytes))).toContain(
    `binary: the content is binary or not UTF-8: ${sentence.slice(0, 20)}`,
  );
  expect(message(hex(bytes))).toContain(sentence);
});

test("NUL in UTF-8 is text, and a UTF-16 text may begin with NUL", () => {
  expect(message(hex("41 00 42"))).toBe('decoded "A\\u0000B"');
  expect(message(hex("FF FE 00 00 48 00"))).toBe('decoded "\\u0000H"');
});

test("F-009: a cap that falls inside a character drops the character, not the encoding", () => {
  for (const cut of ["41 C3", "41 E2 82", "41 F0 9F", "41 F0 9F 98"]) {
    expect(message(hex(cut), { isCapped: true })).toBe('decoded "A"');
    expect(message(hex(cut))).toContain("binary");
  }
  expect(message(hex("FF FE 41 00 3D D8 00"), { isCapped: true })).toBe('decoded "A"');
  expect(message(hex("41 E9 42"), { isCapped: true, totalBytes: 900 })).toContain(
    "offset 1 (looks like Latin-1, 900 bytes)",
  );
  expect(message(hex("41 E9 42"), { isCapped: true })).toContain("more than 3 bytes");
});

test("whatever is decoded is encoded to the same bytes", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.constantFrom("", "EFBBBF", "FFFE", "FEFF"),
      (body, bom) => {
        const bytes = Uint8Array.from([...hex(bom), ...body]);
        const decoded = decodeText(bytes);
        if (decoded.ok) expect(encodeText(decoded.value.text, decoded.value)).toEqual(bytes);
      },
    ),
    { numRuns: 2000 },
  );
});

test("whatever is encoded is decoded to the same text and form", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...forms), (text, form) => {
      fc.pre(form.hasBom || !text.startsWith("\uFEFF"));
      expect(decodeText(encodeText(text, form))).toEqual({ ok: true, value: { text, ...form } });
    }),
  );
});

test("U-002: half a character is replaced before it is kept", () => {
  expect(encodeText("a\ud99cb", { encoding: "utf-8", hasBom: false })).toEqual(hex("61 EF BF BD 62"));
  expect(encodeText("a\ud99c", { encoding: "utf-16le", hasBom: true })).toEqual(hex("FF FE 61 00 FD FF"));
});

test("the first bad byte is where the decoder stops", () => {
  const byte = fc.oneof(
    fc.constantFrom(0xc3, 0xa9, 0xe2, 0x82, 0xf0, 0x9f, 0xed, 0xa0, 0xf4, 0x90, 0xe0),
    fc.nat(255),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 12 }), (list) => {
      const bytes = Uint8Array.from(list);
      const bad = firstInvalidUtf8(bytes);
      expect(bad === undefined).toBe(isValid(bytes, "utf-8"));
      if (bad !== undefined) expect(isValid(bytes.subarray(0, bad.offset), "utf-8")).toBe(true);
    }),
    { numRuns: 5000 },
  );
  const unit = fc.constantFrom(0xd8, 0xdc, 0x41, 0x00);
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 11 }), fc.boolean(), (list, isLittleEndian) => {
      const bytes = Uint8Array.from(list);
      const encoding = isLittleEndian ? "utf-16le" : "utf-16be";
      const bad = firstInvalidUtf16(bytes, isLittleEndian);
      expect(bad === undefined).toBe(isValid(bytes, encoding));
      if (bad !== undefined) expect(isValid(bytes.subarray(0, bad.offset), encoding)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});
