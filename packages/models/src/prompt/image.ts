import type { LanguageModelV4FilePart } from "@ai-sdk/provider";
import type { ImageBlock } from "@wield/core";

export function imageFile({ mediaType, bytes }: ImageBlock): LanguageModelV4FilePart {
  return { type: "file", mediaType, data: { type: "data", data: bytes } };
}

/** Stands for an image that the model cannot see. */
export function imageLine({ mediaType, bytes }: ImageBlock): string {
  return `[an image (${mediaType}, ${bytes.length} bytes) is left out: this model takes no images]`;
}
