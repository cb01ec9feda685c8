/** How models that miss the tool interface write a call: the marks of their chat templates and of other products. */
const MARKS: readonly RegExp[] = [
  /<\/?(?:tool_call|tool_calls|function_call|function_calls|tool_use|invoke|tool_code)\b[^>]*>/i,
  /<function[=\s][^>]*>/i,
  /<\|(?:python_tag|tool_call_begin|tool_calls_section_begin|tool_call|channel)\|?>/i,
  /<[|｜]\s*(?:DSML|tool[▁_]calls?[▁_]begin)/i,
  /\[TOOL_CALLS\]|\[\/?TOOL_REQUEST\]/,
  /```(?:tool_code|tool_call|tool)\b/i,
];

/** `{"name": "grep", "arguments": {…}}` in whatever order, as the whole text or a fenced block. */
const NAME_MEMBER = /"(?:name|tool|tool_name|function|action)"\s*:\s*"([^"]{1,128})"/g;
const INPUT_MEMBER = /"(?:arguments|parameters|args|input|tool_input|action_input)"\s*:/;
const LONGEST_LOOKED_AT = 20_000;

/**
 * The tools that an answer's text calls instead of using the tool interface; none for text that only speaks of tools.
 * Such calls are never run.
 */
export function callsInText(text: string, toolNames: Iterable<string>): readonly string[] {
  const looked = text.slice(0, LONGEST_LOOKED_AT);
  const names = [...toolNames];
  const isMarked = MARKS.some((mark) => mark.test(looked));
  if (!isMarked && !isAllJson(looked)) return [];
  const members = new Set([...looked.matchAll(NAME_MEMBER)].map(([, name]) => name));
  const asJson = INPUT_MEMBER.test(looked) ? names.filter((name) => members.has(name)) : [];
  if (asJson.length > 0) return asJson;
  return isMarked ? names.filter((name) => standsAsWord(looked, name)) : [];
}

/** Nothing but JSON, fenced or bare: what is said beside it would make it an example. */
function isAllJson(text: string): boolean {
  const inside = text
    .trim()
    .replace(/^```(?:json)?\s*/i, "")
    .replace(/\s*```$/, "");
  return /^[[{][\s\S]*[\]}]$/.test(inside);
}

function standsAsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + name.length);
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}
