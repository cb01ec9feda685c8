import { PROCESS_MARK } from "@wield/core";
import type { ProcessRow } from "../local/process-table.ts";

/**
 * Prints the line of every process in /proc, an empty line, and then the marks of those that have some. It starts a
 * handful of programs, however many processes there are. The shell that prints has a row like the others: its number
 * stands in the first line.
 */
export const TABLE_SCRIPT = `
echo $$
cat /proc/[0-9]*/stat 2>/dev/null
echo
head -c 1000000 /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -E '^(==> /proc/[0-9]+/environ <==|${PROCESS_MARK}=)'`;

/** The rows that the script printed, without its own. Processes that are only waiting to be reaped are left out. */
export function parseTable(text: string): readonly ProcessRow[] {
  const [own = "", ...lines] = text.split("\n");
  const end = lines.indexOf("");
  const marks = marksByProcess(lines.slice(end + 1));
  return lines.slice(0, end).flatMap((line): readonly ProcessRow[] => {
    // The second field is a name in brackets that may hold anything.
    const nameEnd = line.lastIndexOf(")");
    const pid = Number(line.slice(0, line.indexOf(" ")));
    const fields = line.slice(nameEnd + 2).split(" ");
    const [state = "Z", parent = "0", group = "0", session = "0"] = fields;
    // What the script itself starts is gone by the time this is read.
    if (nameEnd < 0 || state === "Z" || state === "X" || pid === Number(own) || parent === own) return [];
    const mark = marks.get(pid) ?? "";
    return [
      {
        pid,
        parent: Number(parent),
        group: Number(group),
        session: Number(session),
        name: line.slice(line.indexOf("(") + 1, nameEnd),
        startTime: fields[19] ?? "",
        marks: mark === "" ? [] : mark.split(":"),
      },
    ];
  });
}

/** Each name of a file is followed by the mark that stands in it, where there is one. */
function marksByProcess(lines: readonly string[]): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  let pid = 0;
  for (const line of lines) {
    const header = /^==> \/proc\/(\d+)\/environ <==$/.exec(line);
    if (header !== null) pid = Number(header[1]);
    else if (!marks.has(pid)) marks.set(pid, line.slice(PROCESS_MARK.length + 1));
  }
  return marks;
}
