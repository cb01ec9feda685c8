import { fail, type Outcome, quote, toolsetFaults, toolsetSettingsOf, value } from "@wield/core";
import type { Document } from "yaml";
import { configurationError } from "./configuration-error.ts";
import { checkConfigText } from "./load-config.ts";
import { pathOfSetting } from "./layer.ts";
import { parseConfig, type SettingPath } from "./parse-config.ts";
import { readConfigFile } from "./read-config-file.ts";
import { replaceFile } from "./replace-file.ts";
import { resolveRoots } from "./resolve-roots.ts";
import type { SettingName } from "./app-settings.ts";
import { findSetting } from "./setting-address.ts";
import { serverFaults } from "../mcp/server-faults.ts";

const MAX_ATTEMPTS = 10;

export interface SetRequest {
  /** The person's `config.yaml`; made when it does not exist. */
  readonly file: string;
  /** Dotted; a key of a map too, such as `tools.timeouts.grep`. */
  readonly name: string;
  /** As typed: YAML, or plain text where the setting holds text. */
  readonly text: string;
  readonly userHome: string;
}

export interface SetReceipt {
  readonly file: string;
  readonly name: string;
  readonly value: unknown;
  /** Such as an unknown key elsewhere in the file. */
  readonly warnings: readonly string[];
}

/**
 * Sets one value in the person's configuration, keeping comments and order. The whole file is checked as it would
 * be; when anything in it is wrong nothing is written. Fails with `unknown_setting`, `configuration_error`, `stale`
 * or `io_error`.
 */
export async function setSetting(request: SetRequest): Promise<Outcome<SetReceipt>> {
  for (let attempt = 1; ; attempt += 1) {
    const set = await setOnce(request);
    // Somebody else's change came first: this one is made on top of it.
    if (set.ok || set.code !== "stale" || attempt === MAX_ATTEMPTS) return set;
  }
}

/** One key of a setting that is a map, whatever characters it holds. */
export interface PutRequest {
  readonly file: string;
  readonly setting: SettingName;
  readonly key: string;
  /** A member of the key's value; default: the value itself. */
  readonly member?: string;
  /** Nothing takes it out. */
  readonly value: unknown;
  /** `new`: fails with `name_taken` when the file has the key. `there`: fails with `not_set` when it has not. */
  readonly mustBe?: "new" | "there";
  readonly userHome: string;
}

/** As `setSetting`, for one key of a map and a value that is no text. */
export async function putSetting(request: PutRequest): Promise<Outcome<SetReceipt>> {
  const { file, setting, key, member, userHome } = request;
  const place = pathOfSetting(setting, [key]);
  const path = member === undefined ? place : [...place, member];
  for (let attempt = 1; ; attempt += 1) {
    const refusal = await presenceFault(request, place);
    if (refusal !== undefined) return refusal;
    const put = await applyChange({
      file,
      name: `${setting}.${key}`,
      path,
      candidates: [request.value],
      userHome,
    });
    if (put.ok || put.code !== "stale" || attempt === MAX_ATTEMPTS) return put;
  }
}

async function presenceFault(
  { file, key, mustBe }: PutRequest,
  path: SettingPath,
): Promise<Outcome<never> | undefined> {
  if (mustBe === undefined) return undefined;
  const read = readConfigFile(file, { mayFollowLink: true });
  if (!read.ok) return read;
  const parsed = await parseConfig(read.value ?? "", file);
  if (!parsed.ok) return parsed;
  const isThere = parsed.value.document.hasIn(path);
  if (mustBe === "new" && isThere) return fail("name_taken", `${file} has ${quote(key)} already`);
  return mustBe === "there" && !isThere ? fail("not_set", `${file} has no ${quote(key)}`) : undefined;
}

async function setOnce({ file, name, text, userHome }: SetRequest): Promise<Outcome<SetReceipt>> {
  const found = findSetting(name);
  if (!found.ok) return found;
  const path = pathOfSetting(found.value.name, found.value.within);
  return applyChange({ file, name, path, candidates: await candidatesFor(text), userHome });
}

interface Attempt {
  readonly file: string;
  readonly name: string;
  readonly path: SettingPath;
  readonly candidates: readonly unknown[];
  readonly userHome: string;
}

async function applyChange({
  file,
  name,
  path,
  candidates,
  userHome,
}: Attempt): Promise<Outcome<SetReceipt>> {
  const before = readConfigFile(file, { mayFollowLink: true });
  if (!before.ok) return before;
  let refusal: Outcome<never> | undefined;
  for (const candidate of candidates) {
    const after = await render(before.value ?? "", { file, path, value: candidate });
    if (!after.ok) return after;
    const checked = await check(file, after.value, userHome);
    if (checked.ok) {
      const written = replaceFile({ file, before: before.value, after: after.value });
      return written.ok ? value({ file, name, value: candidate, warnings: checked.value }) : written;
    }
    refusal ??= checked;
  }
  return refusal ?? fail("configuration_error", `${name} cannot be set`);
}

/** What the typed text may mean: as YAML, else as it stands. */
async function candidatesFor(text: string): Promise<readonly unknown[]> {
  const yaml = await import("yaml");
  const document = yaml.parseDocument(text, { logLevel: "error", prettyErrors: false, version: "1.2" });
  if (document.errors.length > 0) return [text];
  try {
    const parsed: unknown = document.toJS({ maxAliasCount: 0 });
    return parsed === text || parsed === null ? [text] : [parsed, text];
  } catch {
    return [text];
  }
}

interface Change {
  readonly file: string;
  readonly path: SettingPath;
  readonly value: unknown;
}

/** The file's text with one value changed. */
async function render(text: string, change: Change): Promise<Outcome<string>> {
  const parsed = await parseConfig(text, change.file);
  if (!parsed.ok) return parsed;
  return (
    (await inPlace(text, parsed.value.document, change)) ?? rewritten(text, parsed.value.document, change)
  );
}

/** A plain value in the place of a plain value leaves every other character as it is. */
async function inPlace(
  text: string,
  document: Document,
  change: Change,
): Promise<Outcome<string> | undefined> {
  const yaml = await import("yaml");
  const node = document.getIn(change.path, true);
  if (!yaml.isScalar(node) || !node.range) return undefined;
  if (change.value === undefined || typeof change.value === "object") return undefined;
  const [start, end] = node.range;
  const written = yaml.stringify(change.value, { lineWidth: 0 }).trimEnd();
  if (start === end || written.includes("\n")) return undefined;
  const replaced = text.slice(0, start) + written + text.slice(end);
  const again = await parseConfig(replaced, change.file);
  return again.ok && again.value.document.getIn(change.path) === change.value ? value(replaced) : undefined;
}

async function rewritten(text: string, document: Document, change: Change): Promise<Outcome<string>> {
  const yaml = await import("yaml");
  const { file, path, value: changed } = change;
  if (document.contents === null) document.contents = document.createNode({});
  if (changed === undefined && !document.hasIn(path)) return value(text);
  for (let depth = 1; depth < path.length; depth += 1) {
    const above = path.slice(0, depth);
    const node = document.getIn(above, true);
    if (yaml.isAlias(node)) {
      return configurationError([`${file}: ${above.join(".")} is an alias; edit the file by hand`]);
    }
    if (!yaml.isCollection(node)) document.setIn(above, document.createNode({}));
  }
  if (changed === undefined) document.deleteIn(path);
  else document.setIn(path, typeof changed === "object" ? document.createNode(changed) : changed);
  const rendered = document.toString({
    lineWidth: 0,
    flowCollectionPadding: /[[{] \S/.test(text),
    indentSeq: !/^( *)[^\s#-][^\n]*: *\n\1- /m.test(text),
  });
  return value(text.includes("\r\n") ? rendered.replaceAll("\n", "\r\n") : rendered);
}

/** The warnings about a file of this text; fails when it would stop the start. */
async function check(file: string, text: string, userHome: string): Promise<Outcome<readonly string[]>> {
  const read = await checkConfigText("home", file, text);
  if (!read.ok) return read;
  const checked = resolveRoots(read.value, userHome);
  const said = toolsetSettingsOf(checked.layer.said);
  const own = said.own ?? new Map();
  const servers = checked.layer.said["mcp.servers"] ?? {};
  const toolsets = [...toolsetFaults(said, own), ...serverFaults(servers, { all: servers, own })];
  const faults = [
    ...checked.faults,
    ...toolsets.map(({ path, text: fault }) => `${checked.layer.place(path)}: ${fault}`),
  ];
  return faults.length > 0 ? configurationError(faults) : value(checked.warnings);
}
