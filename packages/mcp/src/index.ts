export { serveStdio } from "./serve/serve-stdio.ts";
export type { McpRuntime, ServeStdioOptions } from "./serve/serve-options.ts";
