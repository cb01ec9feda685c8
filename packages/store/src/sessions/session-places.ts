import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../home/read-file.ts";
import { isSessionId } from "./session-id.ts";

const LOG_NAME = "events.jsonl";

/** Where each session is: a folder with its log, its pictures and who holds it. */
export class SessionPlaces {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  folder(id: string): string {
    return join(this.root, id);
  }

  log(id: string): string {
    return join(this.root, id, LOG_NAME);
  }

  images(id: string): string {
    return join(this.root, id, "images");
  }

  /** Where a session goes while it is being deleted: no part of it is listed or opened from then on. */
  leaving(id: string): string {
    return join(this.root, `.deleted-${id}-${randomBytes(4).toString("hex")}`);
  }

  exists(id: string): boolean {
    return isSessionId(id) && statSync(this.log(id), { throwIfNoEntry: false })?.isFile() === true;
  }

  /** Ids of all sessions in which something was written. */
  async ids(): Promise<readonly string[]> {
    return (await namesIn(this.root)).filter((name) => this.exists(name));
  }
}
