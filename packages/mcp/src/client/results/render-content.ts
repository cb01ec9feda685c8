import { type ImageBlock, isJsonObject, type Json, type JsonObject } from "@wield/core";

/** The kinds a model can look at; others are named. */
const SHOWN_IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** What an answer holds, as text and pictures in its order. */
export interface RenderedContent {
  readonly texts: readonly string[];
  readonly images: readonly ImageBlock[];
}

/** The parts of a server's answer. Each arrives: as text, as a picture, or named with its kind and size. */
export function renderContent(content: Json | undefined): RenderedContent {
  const parts = Array.isArray(content) ? (content as readonly Json[]) : [];
  const images: ImageBlock[] = [];
  const texts = parts.map((part) => {
    if (!isJsonObject(part)) return `[a part that is ${part === null ? "null" : typeof part}]`;
    const image = readImage(part);
    if (image !== undefined) {
      images.push(image);
      return undefined;
    }
    return renderPart(part);
  });
  return { texts: texts.filter((text) => text !== undefined), images };
}

function renderPart(part: JsonObject): string {
  const type = textOf(part["type"]) ?? "unknown";
  switch (type) {
    case "text":
      return textOf(part["text"]) ?? "";
    case "image":
    case "audio":
      return `[${type} ${textOf(part["mimeType"]) ?? "of unknown type"}, ${sizeOf(part["data"])}]`;
    case "resource":
      return renderResource(isJsonObject(part["resource"]) ? part["resource"] : {});
    case "resource_link":
      return `[resource link ${textOf(part["uri"]) ?? "without an address"}: ${textOf(part["name"]) ?? "no name"}]`;
    default:
      return `[${type}, a kind of content that is not known here, ${sizeInWords(JSON.stringify(part).length)}]`;
  }
}

/** An embedded resource, or one that was read. */
export function renderResource(resource: JsonObject): string {
  const uri = textOf(resource["uri"]) ?? "without an address";
  const text = textOf(resource["text"]);
  if (text !== undefined) return `[resource ${uri}]\n${text}`;
  const type = textOf(resource["mimeType"]) ?? "of unknown type";
  return `[resource ${uri} ${type}, ${sizeOf(resource["blob"])}]`;
}

function readImage(part: JsonObject): ImageBlock | undefined {
  const { type, mimeType, data } = part;
  if (type !== "image" || typeof mimeType !== "string" || typeof data !== "string") return undefined;
  if (!SHOWN_IMAGES.has(mimeType) || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  return { type: "image", mediaType: mimeType, bytes: new Uint8Array(Buffer.from(data, "base64")) };
}

function sizeOf(base64: Json | undefined): string {
  return sizeInWords(typeof base64 === "string" ? Math.floor((base64.length * 3) / 4) : 0);
}

function sizeInWords(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
