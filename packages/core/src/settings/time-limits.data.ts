/** The longest limit that `tools.timeouts` may give a tool, in seconds. Tools that are not here have none. */
export const TIME_LIMIT_CEILINGS_S: ReadonlyMap<string, number> = new Map([
  ["read_file", 300],
  ["write_file", 300],
  ["edit_file", 300],
  ["list_files", 300],
  ["read_image", 300],
  ["glob", 600],
  ["grep", 600],
  ["terminal", 1800],
  ["process", 45],
  ["web_search", 300],
  ["web_fetch", 300],
  ["browser", 600],
  ["rag_index", 3600],
  ["delegate_task", 7200],
]);
