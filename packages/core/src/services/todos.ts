import type { Outcome } from "../contract/result.ts";
import type { TodoItem } from "../ports/sessions.ts";
import { defineService } from "./service.ts";

/** The task list of this conversation. */
export interface Todos {
  /** Fails with `not_read`. */
  read(): Promise<Outcome<readonly TodoItem[]>>;
  /** Replaces the whole list. Fails with `not_saved`: the list is then as it was. */
  write(items: readonly TodoItem[]): Promise<Outcome<undefined>>;
}

export const Todos = defineService<Todos>()("todos");
