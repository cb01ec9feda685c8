import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The bundled command. Throws when it was not built. */
export function wieldCommand(): string {
  const path = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));
  if (!existsSync(path)) throw new Error(`${path} is not there: run npm run build first`);
  return path;
}

/** The reference MCP server that both throughput and start are measured against. */
export const REFERENCE_SERVER = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"),
);
