import { isJson, isJsonObject, type JsonObject, messageOf, type Outcome, value } from "@wield/core";
import type { Document, Node, YAMLMap } from "yaml";
import { configurationError } from "./configuration-error.ts";

export type SettingPath = readonly (string | number)[];

/** A configuration file that could be read. */
export interface ParsedConfig {
  readonly file: string;
  readonly root: JsonObject;
  /** The line, counted from 1, on which the deepest part of `path` that exists stands. */
  lineOf(path: SettingPath): number;
  /** For writing: keeps comments and order. */
  readonly document: Document;
}

/** Aliases may repeat a value this often; more is a file built to fill the memory. */
const MAX_ALIASES = 100;

/** Parses YAML 1.2. Anything that could be meant in two ways fails with file and line. */
export async function parseConfig(text: string, file: string): Promise<Outcome<ParsedConfig>> {
  const yaml = await import("yaml");
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, {
    lineCounter: lines,
    logLevel: "error",
    prettyErrors: false,
    strict: true,
    uniqueKeys: true,
    version: "1.2",
  });
  const lineAt = (offset: number | undefined): number => Math.max(1, lines.linePos(offset ?? 0).line);

  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    return configurationError([`${file}:${lineAt(problem.pos[0])}: ${firstLine(problem.message)}`]);
  }
  let root: unknown;
  try {
    root = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    return configurationError([`${file}: ${firstLine(messageOf(error))}`]);
  }
  if (root === null || root === undefined) root = {};
  if (!isJson(root)) {
    return configurationError([`${file}: holds a value that is no text, number, true, false, list or map`]);
  }
  if (!isJsonObject(root)) {
    const line = lineAt(document.contents?.range?.[0]);
    return configurationError([`${file}:${line}: a configuration is a map of settings, such as "tools:"`]);
  }

  const offsetOf = (path: SettingPath): number | undefined => {
    let node: unknown = document.contents;
    let offset = document.contents?.range?.[0];
    for (const step of path) {
      if (yaml.isAlias(node)) node = node.resolve(document);
      const next = yaml.isMap(node)
        ? pairOf(node, step)
        : yaml.isSeq(node)
          ? itemOf(node.items, step)
          : undefined;
      if (next === undefined) return offset;
      offset = next.offset ?? offset;
      node = next.node;
    }
    return offset;
  };
  return value({ file, root, document, lineOf: (path) => lineAt(offsetOf(path)) });
}

interface Step {
  readonly node: unknown;
  readonly offset: number | undefined;
}

function pairOf(map: YAMLMap, key: string | number): Step | undefined {
  const pair = map.items.find((item) => keyText(item.key) === String(key));
  return pair === undefined
    ? undefined
    : { node: pair.value, offset: startOf(pair.key) ?? startOf(pair.value) };
}

function itemOf(items: readonly unknown[], index: string | number): Step | undefined {
  const node = items[Number(index)];
  return node === undefined ? undefined : { node, offset: startOf(node) };
}

function keyText(key: unknown): string {
  return String(typeof key === "object" && key !== null && "value" in key ? key.value : key);
}

function startOf(node: unknown): number | undefined {
  return (node as Partial<Node> | null | undefined)?.range?.[0];
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0]?.trim() ?? message;
}
