import { randomBytes } from "node:crypto";
import { appendFile, open, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutputStore, OutputSummary, StoredOutput } from "@wield/core";
import { faultCode } from "../home/describe-fault.ts";
import { namesIn, readIfThere } from "../home/read-file.ts";
import { saving } from "../home/saving.ts";
import { parseSummary } from "./output-record.ts";
import { makeFolder } from "../home/make-folder.ts";

type OutputWriter = Awaited<ReturnType<NonNullable<OutputStore["open"]>>>;

const OUTPUT_ID = /^out_[0-9a-f]{4,32}$/;
const SESSION_ID = /^ses_[A-Za-z0-9_-]{1,200}$/;

/** Whole results as files: `SESSION/OUTPUT.txt`, and `SESSION/OUTPUT.json` once it is whole. */
export class FileOutputs implements OutputStore {
  readonly #folder: string;
  readonly #randomHex: (bytes: number) => string;

  /** `randomHex` makes the digits of an id, two for each byte. */
  constructor(folder: string, randomHex = (bytes: number): string => randomBytes(bytes).toString("hex")) {
    this.#folder = folder;
    this.#randomHex = randomHex;
  }

  save(output: Omit<StoredOutput, "id">): Promise<{ readonly id: string }> {
    return saving("the output", () => this.#save(output));
  }

  open(output: Omit<StoredOutput, "id" | "text">): Promise<OutputWriter> {
    return saving("the output", () => this.#open(output));
  }

  async get(sessionId: string, id: string): Promise<StoredOutput | undefined> {
    const summary = await this.#summary(sessionId, id);
    if (summary === undefined) return undefined;
    const text = await readIfThere(join(this.#folder, sessionId, `${id}.txt`));
    if (text === undefined) return undefined;
    const { characters: _, ...rest } = summary;
    return { ...rest, text };
  }

  async list(sessionId: string): Promise<readonly OutputSummary[]> {
    if (!SESSION_ID.test(sessionId)) return [];
    const summaries: OutputSummary[] = [];
    for (const name of await namesIn(join(this.#folder, sessionId))) {
      const summary = name.endsWith(".json") ? await this.#summary(sessionId, name.slice(0, -5)) : undefined;
      if (summary !== undefined) summaries.push(summary);
    }
    return summaries.toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  }

  /** Removes outputs stored before this instant, and sessions that have none left. */
  async removeBefore(at: number): Promise<void> {
    for (const sessionId of await namesIn(this.#folder)) {
      if (!SESSION_ID.test(sessionId)) continue;
      const folder = join(this.#folder, sessionId);
      const names = await namesIn(folder);
      for (const id of new Set(names.map((name) => name.replace(/\.(txt|new|json)$/, "")))) {
        if (!OUTPUT_ID.test(id)) continue;
        const own = names.filter((name) => name.startsWith(`${id}.`)).map((name) => join(folder, name));
        const storedAt = (await this.#summary(sessionId, id))?.at ?? (await modifiedAt(own));
        if (storedAt >= at) continue;
        for (const path of own) await rm(path, { force: true });
      }
      await rmdir(folder).catch(() => undefined);
    }
  }

  /** Removes all outputs of a session. */
  async removeSession(sessionId: string): Promise<void> {
    if (SESSION_ID.test(sessionId)) await rm(join(this.#folder, sessionId), { recursive: true, force: true });
  }

  async #save({ text, ...rest }: Omit<StoredOutput, "id">): Promise<{ readonly id: string }> {
    const writer = await this.#open(rest);
    try {
      await writer.append(text);
      return { id: (await writer.finish()).id };
    } catch (error) {
      await writer.discard();
      throw error;
    }
  }

  async #open(output: Omit<StoredOutput, "id" | "text">): Promise<OutputWriter> {
    if (!SESSION_ID.test(output.sessionId)) throw new Error(`"${output.sessionId}" is not a session id`);
    const folder = join(this.#folder, output.sessionId);
    makeFolder(folder);
    const id = await this.#claim(folder);
    const path = (end: string): string => join(folder, `${id}.${end}`);
    let characters = 0;
    return {
      append: async (text) => {
        await appendFile(path("txt"), text);
        characters += text.length;
      },
      finish: async () => {
        const summary: OutputSummary = { id, ...output, characters };
        await writeFile(path("new"), JSON.stringify({ v: 1, ...summary }), { mode: 0o600 });
        await rename(path("new"), path("json"));
        return { id, characters };
      },
      discard: async () => {
        for (const end of ["txt", "new"]) await rm(path(end), { force: true });
      },
    };
  }

  /** Takes an id nobody has in this session, by making its file. */
  async #claim(folder: string): Promise<string> {
    for (let tries = 0; ; tries += 1) {
      const id = `out_${this.#randomHex(2 + Math.floor(tries / 4))}`;
      try {
        await (await open(join(folder, `${id}.txt`), "wx", 0o600)).close();
        return id;
      } catch (error) {
        if (faultCode(error) !== "EEXIST" || tries > 40) throw error;
      }
    }
  }

  async #summary(sessionId: string, id: string): Promise<OutputSummary | undefined> {
    if (!SESSION_ID.test(sessionId) || !OUTPUT_ID.test(id)) return undefined;
    const text = await readIfThere(join(this.#folder, sessionId, `${id}.json`));
    const summary = text === undefined ? undefined : parseSummary(text);
    return summary?.id === id && summary.sessionId === sessionId ? summary : undefined;
  }
}

/** When the newest of these files was written; never, when one went away meanwhile. */
async function modifiedAt(paths: readonly string[]): Promise<number> {
  const times = paths.map(async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity);
  return Math.max(...(await Promise.all(times)));
}
