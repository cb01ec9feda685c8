import { RemoteStats } from "./remote-stats.ts";

/** One name the server listed, and what it stands for. */
export interface RemoteEntry {
  /** As the server gave it, each byte one character: names need not be UTF-8, and byte order is the order of these. */
  readonly bytes: string;
  readonly stats: RemoteStats;
  /** Of a link: where it points, as stored. */
  readonly target?: string;
}

/** How `stat` and `ls` tell an object before its name. */
const FACTS =
  /\d+ \d+ (?:[0-9a-f]+ \d+ \d+ \d+ \d+ -?\d+ (?:- |\S+ \S+ \S+ )|\S{10,12} \d+ \d+ \d+ \d+ \w{3} \d+ \S+ )/iy;

/** What `entries` printed: several lists, each with names, facts and links. What was gone by then is left out. */
export function parseEntries(body: Buffer): readonly RemoteEntry[] {
  const parts = body.toString("latin1").split("\0");
  const entries: RemoteEntry[] = [];
  let at = 0;
  while (at < parts.length - 1) {
    const names: string[] = [];
    for (; parts[at] !== "" && at < parts.length; at += 1) names.push(parts[at] ?? "");
    const facts = parts[at + 1] ?? "";
    const targets = new Map<string, string>();
    for (at += 2; parts[at] !== "" && at < parts.length; at += 2) {
      targets.set(parts[at] ?? "", parts[at + 1] ?? "");
    }
    at += 1;
    entries.push(...matched(names, facts, targets));
  }
  return entries;
}

/** What `named` printed of these names; those that are gone have none. */
export function parseNamed(facts: string, names: readonly string[]): ReadonlyMap<string, RemoteStats> {
  return new Map(matched(names, facts, new Map()).map(({ bytes, stats }) => [bytes, stats]));
}

function matched(
  names: readonly string[],
  facts: string,
  targets: ReadonlyMap<string, string>,
): readonly RemoteEntry[] {
  let position = 0;
  return names.flatMap((bytes): readonly RemoteEntry[] => {
    FACTS.lastIndex = position;
    const line = FACTS.exec(facts)?.[0];
    if (line === undefined || !facts.startsWith(`${bytes}\n`, position + line.length)) return [];
    position += line.length + bytes.length + 1;
    const stats = RemoteStats.parse(line.trimEnd());
    if (stats === undefined) return [];
    const target = targets.get(bytes);
    return [{ bytes, stats, ...(target === undefined ? {} : { target: decoded(target) }) }];
  });
}

/** Text that came byte by byte. */
export function decoded(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString();
}
