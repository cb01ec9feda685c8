import type { SessionStore } from "@wield/core";
import { ConversationRecord, type StoredTask } from "../session/conversation-record.ts";
import { textOf } from "../turn/messages.ts";
import { SubTask } from "./sub-task.ts";

/** A task of a process that has ended: done when its turn had ended well, else stopped. It is not run again. */
export async function restoreTask(stored: StoredTask, sessions: SessionStore): Promise<SubTask> {
  const { taskId, sessionId, prompt } = stored;
  const task = new SubTask({ id: taskId, prompt, sessionId, now: 0 });
  task.status = "stopped";
  const read = await sessions.read(sessionId);
  if (!read.ok) return task;
  const record = new ConversationRecord();
  for (const { event } of read.value) record.apply(event);
  const newest = read.value.findLast(
    ({ event }) => event.kind === "turn_started" || event.kind === "turn_ended",
  )?.event;
  for (const message of record.messages) {
    if (message.role === "result") for (const origin of message.origins) task.origins.add(origin);
  }
  task.usage = record.usage;
  if (newest?.kind !== "turn_ended" || newest.reason !== "done") return task;
  task.status = "done";
  const answer = record.messages.findLast((message) => message.role === "assistant");
  task.answer = answer?.role === "assistant" ? textOf(answer) : undefined;
  return task;
}
