import { existsSync, readdirSync } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type {
  ApprovalAnswer,
  ApprovalRequest,
  ApprovalStore,
  Clock,
  Json,
  KnownRequest,
  Log,
  SettleAttempt,
} from "@wield/core";
import { faultCode } from "../home/describe-fault.ts";
import { createFile, isAbandoned, syncFolder } from "../home/durable-file.ts";
import { namesIn, readIfThere } from "../home/read-file.ts";
import { saving } from "../home/saving.ts";
import { parseAnswer, parseInput, parseRequest } from "./approval-records.ts";
import type { Settlement, ShownRequest } from "./approval-records.ts";
import { waitForFile } from "./wait-for-file.ts";
import { makeFolder } from "../home/make-folder.ts";

const APPROVAL_ID = /^apr_[A-Za-z0-9_-]{1,100}$/;

/**
 * Requests as files: `ID/request.json`, `ID/answer.json` once settled, and `inputs/ID.json` with the input as
 * it came only until then. The answer is made exclusively, so the first one wins whatever process it comes from.
 */
export class FileApprovals implements ApprovalStore {
  readonly #folder: string;
  readonly #inputs: string;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(folder: string, clock: Clock, log: Log) {
    this.#folder = folder;
    this.#inputs = join(folder, "inputs");
    this.#clock = clock;
    this.#log = log;
  }

  create(request: ApprovalRequest): Promise<void> {
    return saving("the approval request", () => this.#create(request));
  }

  async answer(id: string, answer: ApprovalAnswer): Promise<SettleAttempt> {
    const request = await this.#request(id);
    if (request === undefined) return "unknown";
    if (this.#clock.now() >= request.deadline) {
      await this.#settle(id, { closed: "expired", at: this.#clock.now() });
      return "already_settled";
    }
    return (await this.#settle(id, { answer })) ? "settled" : "already_settled";
  }

  async waitForAnswer(id: string, signal: AbortSignal): Promise<ApprovalAnswer | undefined> {
    if (!APPROVAL_ID.test(id)) return undefined;
    let settlement: Settlement | undefined;
    await waitForFile(this.#path(id), signal, async () => {
      settlement = await this.#settlement(id);
      return settlement !== undefined || (await this.#request(id)) === undefined;
    });
    return answerOf(settlement);
  }

  async close(id: string, why: "expired" | "cancelled"): Promise<ApprovalAnswer | undefined> {
    if ((await this.#request(id)) === undefined) return undefined;
    await this.#settle(id, { closed: why, at: this.#clock.now() });
    return answerOf(await this.#settlement(id));
  }

  async ofCall(sessionId: string, callId: string): Promise<KnownRequest | undefined> {
    let newest: ShownRequest | undefined;
    for (const id of await namesIn(this.#folder)) {
      const request = await this.#request(id);
      if (request?.sessionId !== sessionId || request.callId !== callId) continue;
      if (newest === undefined || request.createdAt > newest.createdAt) newest = request;
    }
    return newest === undefined ? undefined : { request: newest, state: await this.#stateOf(newest) };
  }

  take(id: string): Promise<boolean> {
    if (!APPROVAL_ID.test(id)) throw new Error(`"${id}" is not an approval id`);
    return saving("the use of the approval", () =>
      createFile(this.#path(id, "taken.json"), JSON.stringify({ v: 1, at: this.#clock.now() })),
    );
  }

  async pending(): Promise<readonly ShownRequest[]> {
    const requests: ShownRequest[] = [];
    for (const id of await this.#unsettledIds()) {
      const request = await this.#request(id);
      if (request !== undefined) requests.push(request);
    }
    return requests.toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
  }

  /** The input as it came, of a request that is not settled: to go on with it in another process. */
  async rawInput(id: string): Promise<Json | undefined> {
    if (!APPROVAL_ID.test(id)) return undefined;
    const text = await readIfThere(this.#input(id));
    return text === undefined ? undefined : parseInput(text);
  }

  /** Removes what processes that were killed left behind, raw inputs above all, and closes what has expired. */
  async tidy(): Promise<void> {
    // At every start, and mostly there is nothing: looked at without the way through the thread pool.
    if (!existsSync(this.#inputs) || readdirSync(this.#inputs).length === 0) return;
    for (const name of await namesIn(this.#inputs)) {
      if (isAbandoned(name)) await rm(join(this.#inputs, name), { force: true });
    }
    await this.#unsettledIds();
  }

  /** Removes settled requests that were asked before this instant. */
  async removeBefore(at: number): Promise<void> {
    const unsettled = new Set(await this.#unsettledIds());
    for (const id of await namesIn(this.#folder)) {
      if (!APPROVAL_ID.test(id) || unsettled.has(id)) continue;
      const createdAt = (await this.#request(id))?.createdAt ?? (await stat(this.#path(id))).mtimeMs;
      if (createdAt < at) await rm(this.#path(id), { recursive: true, force: true });
    }
  }

  async #create(request: ApprovalRequest): Promise<void> {
    if (!APPROVAL_ID.test(request.id)) throw new Error(`"${request.id}" is not an approval id`);
    const { rawInput, ...shown } = request;
    makeFolder(this.#inputs);
    await mkdir(this.#path(request.id), { mode: 0o700 }).catch((error: unknown) => {
      throw faultCode(error) === "EEXIST" ? new Error(`there is an approval ${request.id} already`) : error;
    });
    try {
      await createFile(this.#path(request.id, "request.json"), JSON.stringify({ v: 1, request: shown }));
      await syncFolder(this.#folder);
      // Last, for it is what makes the request pending.
      await createFile(this.#input(request.id), JSON.stringify({ v: 1, rawInput }));
    } catch (error) {
      await rm(this.#input(request.id), { force: true });
      await rm(this.#path(request.id), { recursive: true, force: true });
      throw error;
    }
  }

  /** Ids that wait for an answer. Settles those whose deadline has passed. */
  async #unsettledIds(): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const name of await namesIn(this.#inputs)) {
      const id = name.replace(/\.json$/, "");
      if (!APPROVAL_ID.test(id)) continue;
      const request = await this.#request(id);
      if (request === undefined || (await this.#settlement(id)) !== undefined) {
        await rm(this.#input(id), { force: true });
      } else if (this.#clock.now() >= request.deadline) {
        await this.#settle(id, { closed: "expired", at: this.#clock.now() });
      } else {
        ids.push(id);
      }
    }
    return ids;
  }

  /** False when it was settled before. Either way the input as it came is gone after it. */
  async #settle(id: string, settlement: Settlement): Promise<boolean> {
    const isFirst = await createFile(this.#path(id, "answer.json"), JSON.stringify({ v: 1, ...settlement }));
    await rm(this.#input(id), { force: true });
    return isFirst;
  }

  async #stateOf({ id, deadline }: ShownRequest): Promise<KnownRequest["state"]> {
    let settlement = await this.#settlement(id);
    if (settlement === undefined) {
      if (this.#clock.now() < deadline) return { kind: "pending" };
      await this.#settle(id, { closed: "expired", at: this.#clock.now() });
      settlement = await this.#settlement(id);
    }
    if (settlement !== undefined && "answer" in settlement)
      return { kind: "answered", answer: settlement.answer };
    return { kind: "closed", why: settlement?.closed ?? "expired" };
  }

  async #request(id: string): Promise<ShownRequest | undefined> {
    if (!APPROVAL_ID.test(id)) return undefined;
    const text = await readIfThere(this.#path(id, "request.json"));
    if (text === undefined) return undefined;
    const request = parseRequest(text);
    if (request === undefined || request.id !== id) {
      this.#log("warn", `approval ${id} cannot be read and was left as it is`);
      return undefined;
    }
    return request;
  }

  async #settlement(id: string): Promise<Settlement | undefined> {
    const text = await readIfThere(this.#path(id, "answer.json"));
    if (text === undefined) return undefined;
    // An answer that cannot be read allows nothing, and nobody can give another.
    return parseAnswer(text) ?? { closed: "cancelled", at: 0 };
  }

  #path(id: string, ...name: string[]): string {
    return join(this.#folder, id, ...name);
  }

  #input(id: string): string {
    return join(this.#inputs, `${id}.json`);
  }
}

function answerOf(settlement: Settlement | undefined): ApprovalAnswer | undefined {
  return settlement !== undefined && "answer" in settlement ? settlement.answer : undefined;
}
