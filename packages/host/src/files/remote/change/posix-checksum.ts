const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest << 1) ^ (rest < 0 ? POLYNOMIAL : 0);
  return rest;
});

/** What `cksum` of POSIX says of a content: its bytes and then its length, as decimal text. */
export function posixChecksum(content: Uint8Array): string {
  let sum = 0;
  const add = (byte: number): void => {
    sum = (sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0);
  };
  for (const byte of content) add(byte);
  for (let length = content.length; length > 0; length = Math.floor(length / 256)) add(length % 256);
  return String(~sum >>> 0);
}
