import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail, type Outcome, type Secret, value } from "@wield/core";
import { readConfigFile } from "../config/read-config-file.ts";
import { replaceFile } from "../config/replace-file.ts";

/** Keys that `wield setup` was given, by provider. */
export type ProviderKeys = ReadonlyMap<string, string>;

const OTHERS = 0o077;
const BEGINNING = "# Keys of model providers, written by `wield setup`. Nobody else may read this file.\n";

export function keysFile(home: string): string {
  return join(home, "keys.yaml");
}

/**
 * The stored keys; none when there is no file. One line per provider: `NAME: "KEY"`. Fails with
 * `configuration_error` when the file cannot be read, or when others may.
 */
export function readStoredKeys(home: string): Outcome<ProviderKeys> {
  const file = keysFile(home);
  const read = readConfigFile(file, { mayFollowLink: true });
  if (!read.ok) return read;
  if (read.value === undefined) return value(new Map());
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OTHERS) !== 0) {
    return fail(
      "configuration_error",
      `${file} can be read by others (mode ${(mode & 0o777).toString(8)}), so its keys are not used`,
      {
        hint: `chmod 600 ${file}`,
      },
    );
  }
  return parseKeys(read.value, file);
}

/** Writes one key, or takes it out; the other lines stay as they are. The file is nobody else's. Fails with `io_error`. */
export function storeKey(home: string, provider: string, key: string | undefined): Outcome<string> {
  const file = keysFile(home);
  const read = readConfigFile(file, { mayFollowLink: true });
  if (!read.ok) return read;
  const before = read.value;
  const isOther = (line: string): boolean => !line.startsWith(`${provider}:`);
  const kept = (before ?? BEGINNING).split("\n").filter((line) => line !== "" && isOther(line));
  const lines = key === undefined ? kept : [...kept, `${provider}: ${JSON.stringify(key)}`];
  if (before !== undefined) chmodSync(file, 0o600);
  const written = replaceFile({ file, before, after: `${lines.join("\n")}\n` });
  return written.ok ? value(file) : written;
}

/** What must not be shown: the stored keys. What cannot be read is no secret of this process. */
export function storedSecrets(home: string): readonly Secret[] {
  const keys = readStoredKeys(home);
  if (!keys.ok) return [];
  return [...keys.value].map(([provider, key]) => ({ name: `${provider.toUpperCase()}_KEY`, value: key }));
}

/** Without a YAML library: the file is read at every start. */
function parseKeys(text: string, file: string): Outcome<ProviderKeys> {
  const keys = new Map<string, string>();
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, provider, rest = ""] = /^([a-z0-9][a-z0-9_-]{0,31}):\s*(.*)$/.exec(line) ?? [];
    const key = plainText(rest);
    if (provider === undefined || key === undefined) {
      return fail("configuration_error", `${file}:${index + 1}: a line NAME: "KEY" is expected`, {
        hint: "correct the line, or write the key again with `wield setup`.",
      });
    }
    keys.set(provider, key);
  }
  return value(keys);
}

function plainText(text: string): string | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*")\s*(?:#.*)?$/.exec(text)?.[1];
  if (quoted !== undefined) {
    try {
      return String(JSON.parse(quoted));
    } catch {
      return undefined;
    }
  }
  const single = /^'([^']*)'\s*(?:#.*)?$/.exec(text)?.[1];
  return single ?? /^([^\s"'#]+)\s*(?:\s#.*)?$/.exec(text)?.[1];
}
