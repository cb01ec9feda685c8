/** Ways in which the text of a call's arguments arrives other than as one clean JSON object. */
export const JSON_FORMS = [
  "plain",
  "indented",
  "twice_encoded",
  "cut_off",
  "trailing_comma",
  "fenced",
  "raw_controls",
  "two_values",
  "single_quotes",
  "bare_names",
  "comment",
  "byte_order_mark",
  "text_after",
  "text_before",
  "not_a_number",
  "doubled_member",
  "in_list",
  "lone_escape",
] as const;

export type JsonForm = (typeof JSON_FORMS)[number];

/** The JSON text of an object in the given form. `choice` decides where it is cut and the like. */
export function writeJson(text: string, form: JsonForm, choice: number): string {
  switch (form) {
    case "plain":
      return text;
    case "indented":
      return JSON.stringify(JSON.parse(text), undefined, 2);
    case "twice_encoded":
      return JSON.stringify(text);
    case "cut_off":
      return text.slice(0, choice % Math.max(1, text.length));
    case "trailing_comma":
      return text.replace(/\}$/, ",}");
    case "fenced":
      return `\`\`\`json\n${text}\n\`\`\``;
    case "raw_controls":
      return text.replace(':"', ':"\n\t\u0000');
    case "two_values":
      return `${text}${choice % 2 === 0 ? "" : "\n"}${text}`;
    case "single_quotes":
      return text.replaceAll('"', "'");
    case "bare_names":
      return text.replaceAll(/"(\w+)":/g, "$1:");
    case "comment":
      return text.replace("{", "{ // the call\n");
    case "byte_order_mark":
      return `\uFEFF${text}`;
    case "text_after":
      return `${text} and that is all`;
    case "text_before":
      return `Here it is: ${text}`;
    case "not_a_number":
      return text.replace(/:\s*("[^"]*"|-?\d+)/, choice % 2 === 0 ? ":NaN" : ":-Infinity");
    case "doubled_member":
      return text.replace(/^\{("[^"]*":)/, "{$1null,$1");
    case "in_list":
      return `[${text}]`;
    case "lone_escape":
      return text.replace(':"', String.raw`:"\uD800\x`);
  }
}
