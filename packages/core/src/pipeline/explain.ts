import { describeEffect } from "../effects/describe-effect.ts";
import type { GuardsAnswer } from "../policy/run-guards.ts";
import type { CallExplanation, StageFailure } from "./call.ts";
import { isStop, scrubbedInput, type CallState, type DecodedCall } from "./call-state.ts";

/** A judged call in words, for a person who wonders about a rule. */
export function explanationOf(
  state: CallState,
  judged: { readonly call: DecodedCall; readonly answer: GuardsAnswer } | StageFailure,
): CallExplanation {
  const { scrubber } = state;
  const about = {
    tool: state.tool?.name ?? state.request.tool,
    ...(state.input === undefined ? {} : { input: scrubbedInput(state, state.input) }),
    effects: state.effects.map(({ effect, path }) => ({
      words: scrubber.text(describeEffect(effect)),
      ...(path === undefined ? {} : { real: path.real }),
    })),
  };
  if (isStop(judged)) {
    const { code, message } = judged.result;
    return { ...about, decision: "refused", answers: [], reason: scrubber.text(message), code };
  }
  const { answers, verdict } = judged.answer;
  const reason = verdict === undefined ? {} : { reason: scrubber.text(verdict.reason) };
  return { ...about, decision: verdict?.decision ?? "run", answers, ...reason };
}
