import { randomBytes } from "node:crypto";

const SESSION_ID = /^ses_[A-Za-z0-9_-]{1,200}$/;

export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id);
}

/** An id nobody has yet, short enough that its beginning can be typed. */
export function newSessionId(): string {
  return `ses_${randomBytes(6).toString("hex")}`;
}
