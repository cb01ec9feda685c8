import { fail, value } from "../contract/result.ts";
import type { TodoItem } from "../ports/sessions.ts";
import type { ServiceProvider } from "./provider.ts";
import { Todos } from "./todos.ts";
import { messageOf } from "../text/message-of.ts";

/** Where one list is kept. Rejects with a sentence when it cannot be. */
export interface TodoList {
  read(): Promise<readonly TodoItem[]>;
  write(items: readonly TodoItem[]): Promise<void>;
}

/** The lists of all conversations of a runtime. */
export interface TodoLists {
  readonly provider: ServiceProvider<Todos>;
  /** From now on this conversation keeps its list itself, as part of its record. The returned function ends that. */
  attach(sessionId: string, list: TodoList): () => void;
}

/** `stored` gives the list of a conversation that keeps none itself: one of an MCP client, or of the command line. */
export function createTodoLists(stored: (sessionId: string) => TodoList): TodoLists {
  const attached = new Map<string, TodoList>();
  return {
    provider: {
      token: Todos,
      open: ({ call, mayChange, refuse }) => {
        const list = (): TodoList => attached.get(call.sessionId) ?? stored(call.sessionId);
        return {
          read: async () => {
            try {
              return value(await list().read());
            } catch (error) {
              return fail("not_read", `the task list could not be read: ${messageOf(error)}`, {
                hint: "write the whole list anew.",
              });
            }
          },
          write: async (items) => {
            if (!mayChange) return refuse("this call said that it only reads the task list");
            try {
              await list().write(items);
              return value(undefined);
            } catch (error) {
              return fail("not_saved", `the task list could not be saved: ${messageOf(error)}`, {
                hint: "go on without it, and say in the answer what is left to do.",
              });
            }
          },
        };
      },
    },
    attach: (sessionId, list) => {
      attached.set(sessionId, list);
      return () => {
        if (attached.get(sessionId) === list) attached.delete(sessionId);
      };
    },
  };
}
