import type { OutputStore, StoredOutput } from "@wield/core";

/** Stored outputs in memory. */
export interface MemoryOutputs extends OutputStore {
  readonly all: readonly StoredOutput[];
  /** Forgets all outputs. */
  clear(): void;
  /** From now on `save` rejects. */
  failSaves(): void;
}

export function createMemoryOutputs(): MemoryOutputs {
  const all: StoredOutput[] = [];
  let failsSaves = false;
  let saved = 0;
  return {
    all,
    async save(output) {
      if (failsSaves) throw new Error("no space left on device");
      saved += 1;
      const id = `out_${saved.toString(16).padStart(4, "0")}`;
      all.push({ ...output, id });
      return { id };
    },
    async open(output) {
      if (failsSaves) throw new Error("no space left on device");
      const parts: string[] = [];
      return {
        append: async (text) => void parts.push(text),
        finish: async () => {
          const text = parts.join("");
          saved += 1;
          const id = `out_${saved.toString(16).padStart(4, "0")}`;
          all.push({ ...output, id, text });
          return { id, characters: text.length };
        },
        discard: async () => undefined,
      };
    },
    async get(sessionId, id) {
      return all.find((output) => output.id === id && output.sessionId === sessionId);
    },
    async list(sessionId) {
      return all
        .filter((output) => output.sessionId === sessionId)
        .map(({ text, ...summary }) => ({ ...summary, characters: text.length }));
    },
    clear() {
      all.length = 0;
    },
    failSaves() {
      failsSaves = true;
    },
  };
}
