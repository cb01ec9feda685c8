const TAGS = /<(?:tool_call|function_call|function=|invoke\b|tool_use\b)|\[TOOL_CALLS\]|<\|tool_call/i;

/** A call that a model wrote into its text instead of making it. */
export function holdsWrittenCall(text: string, toolNames: Iterable<string>): boolean {
  const hasTags = TAGS.test(text);
  const isJson = /^\s*(?:```(?:json|tool_code|tool)?\s*)?\{\s*"(?:name|tool|function)"\s*:/i.test(text);
  if (!hasTags && !isJson) return false;
  for (const name of toolNames) if (text.includes(name)) return true;
  return false;
}
