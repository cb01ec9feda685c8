import { answerFault, People, Todos, value } from "@wield/core";
import type { CardEnd, Question, QuestionAnswer, TodoItem } from "@wield/core";
import type { FixtureService, ServiceChange } from "@wield/testkit";
import { processesService } from "./check-processes.ts";

/** What the check's host provides besides files, so that the tools that need it can be run. */
export function checkServices(): readonly FixtureService[] {
  return [todoService(), peopleService(), processesService()];
}

function todoService(): FixtureService {
  const start: readonly TodoItem[] = [{ content: "look around", status: "completed" }];
  let list = start;
  let changes: ServiceChange[] = [];
  return {
    provider: {
      token: Todos,
      open: (scope): Todos => ({
        read: async () => value(list),
        write: async (items) => {
          changes.push({ words: `write ${items.length} items`, effect: "todo" });
          if (!scope.mayChange) return scope.refuse("this call said that it only reads the task list");
          list = items;
          return value(undefined);
        },
      }),
    },
    takeChanges: () => {
      const taken = changes;
      changes = [];
      return taken;
    },
    reset: () => {
      list = start;
    },
  };
}

/** Somebody who answers at once: the first option, or a word. */
function peopleService(): FixtureService {
  const answer = (question: Question): QuestionAnswer => {
    const [first] = question.options;
    const given = first === undefined ? { values: [], text: "yes" } : { values: [first.value] };
    const fault = answerFault(question, given);
    if (fault !== undefined) throw new Error(fault);
    return given;
  };
  return {
    provider: {
      token: People,
      open: (): People => ({
        ask: async (questions) => {
          const end: CardEnd = { status: "answered", answers: questions.map(answer) };
          return value(end);
        },
      }),
    },
    takeChanges: () => [],
    reset: () => undefined,
  };
}
