/** What the pipeline puts in the place of a key of a known shape. */
export const KEY_MASK = "[REDACTED_API_KEY]";
