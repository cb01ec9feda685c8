/** The codes a call can end with besides a tool's own. Codes are for programs; models read the sentence. */
export const PIPELINE_CODES = {
  not_found: "No tool of this name is offered.",
  invalid_arguments: "The arguments do not fit the tool's schema.",
  policy_denied: "A rule, a mode, the floor or the toolset forbids the call.",
  approval_denied: "A person refused, or nobody answered before the deadline.",
  approval_unavailable: "The call needs an answer and nobody can be asked.",
  guard_error: "A guard threw, hung or answered nonsense, so the call was not run.",
  preparation_error: "Something that has to be saved before the call could not be saved.",
  timeout: "The call did not finish within its limit.",
  execution_error: "The tool threw.",
  tool_reported_error: "The tool failed without a code of its own.",
  invalid_result: "The tool answered with something that is not a result, or not of its declared shape.",
  cancelled: "The call was stopped before it ended.",
  interrupted: "The process ended while the call ran.",
} as const;

export type PipelineCode = keyof typeof PIPELINE_CODES;

export function isPipelineCode(code: string): code is PipelineCode {
  return Object.hasOwn(PIPELINE_CODES, code);
}
