import { closeSync, openSync, readdirSync, rmSync, writeSync, writevSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FileBefore, UndoRecord, UndoStore } from "@wield/core";
import { faultCode } from "../home/describe-fault.ts";
import { replaceFile, syncData, syncFolder } from "../home/durable-file.ts";
import { workspaceKey } from "../home/home-layout.ts";
import { fieldsOf, parseJson } from "../home/json-fields.ts";
import { namesIn, readIfThere } from "../home/read-file.ts";
import { saving } from "../home/saving.ts";
import { encodeUndo, readUndoFile } from "./undo-file.ts";
import type { UndoCall, UndoHeader } from "./undo-file.ts";
import { changeName, groupByCall, isCallId, nextIndexAfter, undoneName } from "./undo-names.ts";
import type { UndoCallNames } from "./undo-names.ts";
import { makeFolder } from "../home/make-folder.ts";

/** Calls whose next change number is remembered. Once some were forgotten the folder is asked. */
const REMEMBERED_CALLS = 10_000;
/** Calls whose files are read before others get their turn. */
const CALLS_AT_ONCE = 50;

/** Undo data as one file per change, in one folder per workspace. */
export class FileUndo implements UndoStore {
  readonly #folder: string;
  readonly #saved: (bytes: number) => void;
  readonly #rememberedCalls: number;
  readonly #nextIndex = new Map<string, number>();
  #hasForgotten = false;

  /** `saved` is told how many bytes each saved change took. */
  constructor(folder: string, saved: (bytes: number) => void, rememberedCalls = REMEMBERED_CALLS) {
    this.#folder = folder;
    this.#saved = saved;
    this.#rememberedCalls = rememberedCalls;
  }

  save(call: UndoCall, before: FileBefore): Promise<void> {
    return saving("undo data", () => this.#save(call, before));
  }

  async list(
    workspace: string,
    options: { readonly sessionId?: string; readonly limit?: number } = {},
  ): Promise<readonly UndoRecord[]> {
    const records: UndoRecord[] = [];
    const calls = groupByCall(await namesIn(this.#pathOf(workspace)));
    for (const [position, names] of calls.entries()) {
      if (records.length >= (options.limit ?? Infinity)) break;
      if (position % CALLS_AT_ONCE === CALLS_AT_ONCE - 1)
        await new Promise((resolve) => setImmediate(resolve));
      const record = await this.#record(workspace, names);
      if (record === undefined) continue;
      if (options.sessionId === undefined || record.sessionId === options.sessionId) records.push(record);
    }
    return records;
  }

  async get(workspace: string, callId: string): Promise<UndoRecord | undefined> {
    const names = await this.#namesOf(workspace, callId);
    return names === undefined ? undefined : this.#record(workspace, names);
  }

  async content(workspace: string, callId: string, index: number): Promise<Uint8Array | undefined> {
    const names = await this.#namesOf(workspace, callId);
    const file = names?.files.find((name) => name.endsWith(`.${callId}.${index}.undo`));
    if (file === undefined) return undefined;
    const read = readUndoFile(join(this.#pathOf(workspace), file), true);
    if (read === undefined) throw new Error(`the undo data ${file} is damaged`);
    return read.content;
  }

  async markUndone(workspace: string, callId: string, undoneBy: string): Promise<void> {
    if ((await this.#namesOf(workspace, callId)) === undefined)
      throw new Error(`there is no undo data of call ${callId}`);
    await replaceFile(join(this.#pathOf(workspace), undoneName(callId)), JSON.stringify({ v: 1, undoneBy }));
  }

  /** Removes what a session's calls in a workspace could be taken back with. */
  async removeSession(workspace: string, sessionId: string): Promise<void> {
    const folder = this.#pathOf(workspace);
    for (const names of groupByCall(await namesIn(folder))) {
      if ((await this.#record(workspace, names))?.sessionId !== sessionId) continue;
      for (const name of [...names.files, undoneName(names.callId)])
        rmSync(join(folder, name), { force: true });
    }
  }

  async #save(call: UndoCall, before: FileBefore): Promise<void> {
    if (!isCallId(call.callId)) throw new Error(`"${call.callId}" is not a call id`);
    const folder = this.#pathOf(call.workspace);
    const isFolderNew = makeFolder(folder);
    const { fd, path, index } = this.#claim(folder, call);
    try {
      const bytes = writeAll(fd, encodeUndo(call, index, before));
      const folders = isFolderNew ? [folder, dirname(folder), dirname(dirname(folder))] : [folder];
      await Promise.all([syncData(fd), ...folders.map(syncFolder)]);
      this.#saved(bytes);
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
  }

  /** Takes the next number of this call by making its file. */
  #claim(
    folder: string,
    call: UndoCall,
  ): { readonly fd: number; readonly path: string; readonly index: number } {
    for (let index = this.#firstIndex(folder, call.callId); ; index += 1) {
      const path = join(folder, changeName(call, index));
      try {
        const fd = openSync(path, "wx", 0o600);
        this.#remember(call.callId, index + 1);
        return { fd, path, index };
      } catch (error) {
        if (faultCode(error) !== "EEXIST") throw error;
      }
    }
  }

  #firstIndex(folder: string, callId: string): number {
    const next = this.#nextIndex.get(callId);
    if (next !== undefined) return next;
    return this.#hasForgotten ? nextIndexAfter(readdirSync(folder), callId) : 0;
  }

  #remember(callId: string, next: number): void {
    this.#nextIndex.delete(callId);
    this.#nextIndex.set(callId, next);
    const [oldest] = this.#nextIndex.keys();
    if (this.#nextIndex.size <= this.#rememberedCalls || oldest === undefined) return;
    this.#nextIndex.delete(oldest);
    this.#hasForgotten = true;
  }

  async #record(workspace: string, names: UndoCallNames): Promise<UndoRecord | undefined> {
    const folder = this.#pathOf(workspace);
    const headers = names.files
      .map((file) => headerIfWhole(join(folder, file)))
      .filter((header) => header !== undefined);
    const ours = headers.filter(({ call }) => call.workspace === workspace && call.callId === names.callId);
    const [first] = ours;
    if (first === undefined) return undefined;
    const mark = await readIfThere(join(folder, undoneName(names.callId)));
    const undoneBy = mark === undefined ? undefined : fieldsOf(parseJson(mark)).get("undoneBy");
    return {
      ...first.call,
      at: Math.max(...ours.map(({ call }) => call.at)),
      changes: ours.map(({ change }) => change),
      ...(typeof undoneBy === "string" ? { undoneBy } : {}),
    };
  }

  async #namesOf(workspace: string, callId: string): Promise<UndoCallNames | undefined> {
    if (!isCallId(callId)) return undefined;
    const names = await namesIn(this.#pathOf(workspace));
    return groupByCall(names.filter((name) => name.includes(`.${callId}.`)))[0];
  }

  #pathOf(workspace: string): string {
    return join(this.#folder, workspaceKey(workspace));
  }
}

/** The header of one undo file; `undefined` when it is torn, damaged or removed meanwhile. */
function headerIfWhole(path: string): UndoHeader | undefined {
  try {
    return readUndoFile(path, false)?.header;
  } catch {
    return undefined;
  }
}

/** Writes all parts; throws why when the file system takes only some of it. Returns how many bytes that were. */
function writeAll(fd: number, parts: readonly Uint8Array[]): number {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  let written = writevSync(fd, parts);
  if (written < bytes) {
    const whole = Buffer.concat(parts);
    while (written < bytes) written += writeSync(fd, whole, written);
  }
  return bytes;
}
