// Prevents: an image that a provider refuses, which would then stand in every later request.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkBlocks } from "./check-blocks.ts";
import { readImageHeader } from "./image-header.ts";

const bytes = (hex: string, length = 64): Uint8Array => {
  const start = Buffer.from(hex.replaceAll(" ", ""), "hex");
  const whole = new Uint8Array(Math.max(length, start.length));
  whole.set(start);
  return whole;
};

const PNG = "89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 08060000 00";
const GIF = "474946383961 8002 e001 f70000";
const JPEG = "ffd8 ffe0 0010 4a46494600010100000100010000 ffff ffdb 0003 00 ffc2 0011 08 01e0 0280 03";
const WEBP_LOSSY = "52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 e001";
const WEBP_LOSSLESS = "52494646 00000000 57454250 5650384c 00000000 2f 7fc27700";
const WEBP_EXTENDED = "52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100";

test.each([
  ["image/png", PNG],
  ["image/gif", GIF],
  ["image/jpeg", JPEG],
  ["image/webp", WEBP_LOSSY],
  ["image/webp", WEBP_LOSSLESS],
  ["image/webp", WEBP_EXTENDED],
])("the kind %s and the size are read from the content", (mediaType, hex) => {
  expect(readImageHeader(bytes(hex))).toEqual({ mediaType, size: { width: 640, height: 480 } });
  const { kept, notes } = checkBlocks([{ type: "image", mediaType: "image/x-wrong", bytes: bytes(hex) }]);
  expect([kept[0]?.mediaType, notes]).toEqual([mediaType, []]);
});

test.each<[what: string, image: Uint8Array, why: string]>([
  ["no image", bytes("3c7376672f3e"), "its bytes are no PNG, JPEG, GIF or WebP"],
  ["nothing", new Uint8Array(0), "its bytes are no PNG, JPEG, GIF or WebP"],
  ["a PNG that is cut off", bytes(PNG).subarray(0, 20), "it is damaged: its header has no size"],
  ["a PNG of no size", bytes("89504e470d0a1a0a"), "it is damaged: its header has no size"],
  ["a JPEG that ends before its frame", bytes("ffd8ffe0 0010", 8), "it is damaged: its header has no size"],
  [
    "a JPEG that goes on to its pixels without a frame",
    bytes("ffd8 ffda 0010"),
    "it is damaged: its header has no size",
  ],
  [
    "a JPEG that breaks between its parts",
    bytes("ffd8 ffe0 0004 0000 1234"),
    "it is damaged: its header has no size",
  ],
  ["a JPEG of padding", bytes("ffd8".padEnd(2000, "f"), 1000), "it is damaged: its header has no size"],
  [
    "a WebP of an unknown kind",
    bytes("52494646 00000000 57454250 41424344"),
    "it is damaged: its header has no size",
  ],
  [
    "a PNG of 8001 pixels",
    bytes(PNG.replace("00000280", "00001f41")),
    "it has 8001×480 pixels; at most 8000 are sent on the longer side",
  ],
  [
    "a PNG whose base64 is over 5 MB",
    bytes(PNG, 3_932_161),
    "it has 3932161 bytes; at most 5 MB of base64 are sent",
  ],
])("%s is left out with its reason", (_what, image, why) => {
  const { kept, notes } = checkBlocks([{ type: "image", mediaType: "image/png", bytes: image }]);
  expect([kept, notes]).toEqual([[], [`left out an image (image/png): ${why}`]]);
});

test("the largest image that may be sent is sent", () => {
  const image = { type: "image", mediaType: "image/png", bytes: bytes(PNG, 3_932_160) } as const;
  expect(checkBlocks([image]).kept).toHaveLength(1);
});

test("no bytes make reading a header throw or hang", () => {
  const starts = fc
    .constantFrom(PNG, GIF, JPEG, WEBP_LOSSY, WEBP_LOSSLESS, WEBP_EXTENDED)
    .map((hex) => bytes(hex));
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 60 }), fc.nat(60), (start, noise, at) => {
      const image = start.slice(0, 20 + at);
      image.set(noise.subarray(0, Math.max(0, image.length - 4)), Math.min(4, image.length));
      readImageHeader(image);
      readImageHeader(noise);
    }),
    { numRuns: 2000 },
  );
});
