import { createQuestionDesk, createScrubber, createTodoLists } from "@wield/core";
import type { Clock, IdSource, QuestionDesk, Secret, ServiceProvider, TodoLists } from "@wield/core";
import type { Store } from "@wield/store";

/** What the tools of planning and asking need, and where conversations and surfaces come in. */
export interface WorkServices {
  readonly todos: TodoLists;
  readonly questions: QuestionDesk;
  readonly providers: readonly ServiceProvider[];
}

export interface WorkParts {
  readonly store: Pick<Store, "todos">;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly secrets: readonly Secret[];
}

export function workServices({ store, clock, ids, secrets }: WorkParts): WorkServices {
  const scrubber = createScrubber(secrets);
  const todos = createTodoLists((sessionId) => ({
    read: () => store.todos.read(sessionId),
    write: (items) =>
      store.todos.write(
        sessionId,
        items.map((item) => ({ ...item, content: scrubber.text(item.content) })),
      ),
  }));
  const questions = createQuestionDesk(clock, ids);
  return { todos, questions, providers: [todos.provider, questions.provider] };
}
