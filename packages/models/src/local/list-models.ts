import { askServer, type AskOptions } from "./ask-server.ts";

const NO_CHAT = /embed|rerank|whisper|tts|moderation|dall-e|imagen/i;

/** The models a server lists at `BASE/models`, without those that do not chat; nothing when it answers otherwise. */
export async function listModels(
  baseUrl: string,
  options: AskOptions,
): Promise<readonly string[] | undefined> {
  const answer = await askServer(`${baseUrl}/models`, options);
  if (typeof answer !== "object" || answer === null) return undefined;
  // Google's list has another form.
  const list: unknown = "data" in answer ? answer.data : "models" in answer ? answer.models : undefined;
  if (!Array.isArray(list)) return undefined;
  return (list as readonly unknown[]).flatMap((item) => {
    const id = idOf(item);
    return id === undefined || NO_CHAT.test(id) ? [] : [id];
  });
}

function idOf(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  if ("id" in item && typeof item.id === "string") return item.id;
  return "name" in item && typeof item.name === "string" ? item.name.replace(/^models\//, "") : undefined;
}
