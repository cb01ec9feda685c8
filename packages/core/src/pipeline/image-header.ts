/** What the first bytes of an image say. */
export interface ImageHeader {
  readonly mediaType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  /** In pixels; absent when the header is damaged or cut off. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** The kind of an image by its content, and its size; nothing when it is none of the four that models take. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return header("image/png", () => ({ width: view.getUint32(16), height: view.getUint32(20) }));
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38]))
    return header("image/gif", () => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }));
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return header("image/jpeg", () => jpegSize(view));
  const isRiff = startsWith(bytes, [0x52, 0x49, 0x46, 0x46]);
  if (isRiff && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]))
    return header("image/webp", () => webpSize(view));
  return undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reading past the end of a cut header throws, and means that there is no size. */
function header(mediaType: ImageHeader["mediaType"], read: () => Size | undefined): ImageHeader {
  try {
    const size = read();
    return size === undefined || size.width === 0 || size.height === 0 ? { mediaType } : { mediaType, size };
  } catch (error) {
    if (error instanceof RangeError) return { mediaType };
    throw error;
  }
}

/** ITU-T T.81, annex B: the size stands in the frame header (SOF). */
function jpegSize(view: DataView): Size | undefined {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === 0xd9 || marker === 0xda) return undefined;
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += hasNoLength ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return undefined;
}

/** RFC 9649: lossy, lossless and extended files each say it in their own first chunk. */
function webpSize(view: DataView): Size | undefined {
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858:
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    default:
      return undefined;
  }
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
