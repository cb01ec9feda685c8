import { join } from "node:path";
import { isJsonObject, type Json, type JsonObject, type Log } from "@wield/core";
import type { LoginStore, StoredLogin } from "@wield/mcp";
import { createServerRecords } from "./server-records.ts";

/** Logins to MCP servers: registrations and tokens. */
export function createFileLogins(home: string, log: Log): LoginStore {
  const records = createServerRecords(join(home, "mcp", "logins.json"), log);
  return {
    get: async (server) => readLogin(records.get(server) ?? {}),
    set: async (server, login) => records.set(server, JSON.parse(JSON.stringify(login)) as JsonObject),
  };
}

function readLogin({ client, tokens }: JsonObject): StoredLogin {
  return {
    ...(isClient(client) ? { client } : {}),
    ...(isTokens(tokens) ? { tokens } : {}),
  };
}

function isClient(given: Json | undefined): given is JsonObject & NonNullable<StoredLogin["client"]> {
  return isJsonObject(given) && typeof given["client_id"] === "string";
}

function isTokens(given: Json | undefined): given is JsonObject & NonNullable<StoredLogin["tokens"]> {
  return (
    isJsonObject(given) &&
    typeof given["access_token"] === "string" &&
    typeof given["token_type"] === "string"
  );
}
