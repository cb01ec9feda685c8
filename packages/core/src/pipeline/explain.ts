import { commandLines } from "../policy/describe-command.ts";
import { describeEffect } from "../effects/describe-effect.ts";
import { visibleText } from "../text/clean.ts";
import { describeRule } from "../policy/guards.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import type { GuardsAnswer } from "../policy/run-guards.ts";
import type { CallExplanation, StageFailure } from "./call.ts";
import { isStop, scrubbedInput, type CallState, type DecodedCall } from "./call-state.ts";

/** A judged call in words, for a person who wonders about a rule. */
export function explanationOf(
  state: CallState,
  judged:
    | { readonly call: DecodedCall; readonly answer: GuardsAnswer; readonly rule: PermissionRule | undefined }
    | StageFailure,
): CallExplanation {
  const show = (text: string): string => visibleText(state.scrubber.text(text));
  const about = {
    tool: state.tool?.name ?? show(state.request.tool),
    ...(state.input === undefined ? {} : { input: scrubbedInput(state, state.input) }),
    effects: state.effects.map(({ effect, path, command }) => ({
      words: show(describeEffect(effect)),
      ...(path === undefined ? {} : { real: path.real }),
      ...(command === undefined ? {} : { parts: commandLines(command).map(show) }),
    })),
  };
  if (isStop(judged)) {
    const { code, message } = judged.result;
    return { ...about, decision: "refused", answers: [], reason: show(message), code };
  }
  const { verdict } = judged.answer;
  const answers = judged.answer.answers.map((one) =>
    one.reason === undefined ? one : { ...one, reason: show(one.reason) },
  );
  const reason = verdict === undefined ? {} : { reason: show(verdict.reason) };
  const { rule } = judged;
  return {
    ...about,
    decision: verdict?.decision ?? "run",
    ...(rule === undefined ? {} : { rule: show(describeRule(rule)) }),
    answers,
    ...reason,
  };
}
