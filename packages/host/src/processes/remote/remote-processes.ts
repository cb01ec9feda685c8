import { basename } from "node:path";
import {
  fail,
  type FoundProcess,
  type Outcome,
  PROCESS_MARK,
  type ProcessesDriver,
  type Program,
  type ProgramSpec,
  type ShellProgram,
  type TreeQuery,
  value,
} from "@wield/core";
import { joinMarks, type ProcessRow } from "../local/process-table.ts";
import { rowsOfTree } from "../local/tree.ts";
import { quoteWord } from "../shell/quote-word.ts";
import { askPlace, type PlaceAnswer } from "./ask-place.ts";
import { createRemoteGuard } from "./remote-guard.ts";
import type { RemoteChannel, RemotePlace } from "./remote-place.ts";
import { createTidyQuestions } from "./tidy-place.ts";
import { parseTable, TABLE_SCRIPT } from "./table-script.ts";

const DEFAULT_GRACE_MS = 2000;
const LOOK_AGAIN_MS = 100;
const MOST_KILL_ROUNDS = 10;

/** Programs of another place. Everything is asked of it with scripts of its own shell. */
export function createRemoteProcesses(place: RemotePlace): ProcessesDriver {
  const guard = place.endsWithUs === true ? undefined : createRemoteGuard(place);
  const ask = (script: string): Promise<Outcome<PlaceAnswer>> => askPlace(place, script);
  const tidy = createTidyQuestions(place);
  const table = async (): Promise<readonly ProcessRow[]> => {
    const answer = await tidy(TABLE_SCRIPT);
    return answer.ok ? parseTable(answer.value.text) : [];
  };
  const signal = async (rows: readonly ProcessRow[], name: "TERM" | "KILL"): Promise<void> => {
    if (rows.length === 0) return;
    const pids = rows.map(({ pid }) => pid).join(" ");
    await tidy(
      `for p in ${pids}; do kill -${name} $p; ${name === "TERM" ? "kill -CONT $p;" : ""} done 2>/dev/null`,
    );
  };

  return {
    facts: place.facts,
    findShell: async (wanted) => {
      const names = wanted === undefined ? ["bash", "sh"] : [wanted];
      const answer = await ask(findScript(names));
      if (!answer.ok) return answer;
      const [path = ""] = answer.value.text.split("\n");
      if (answer.value.exitCode !== 0 || !path.startsWith("/"))
        return fail(
          "shell_failed",
          `the shell could not start: ${names.join(" and ")} cannot be found there`,
        );
      const shell: ShellProgram = { path, dialect: basename(path) === "bash" ? "bash" : "posix" };
      return value(shell);
    },
    spawn: async (spec) => {
      const opened = await place.open(startScript(spec, guard?.mark()));
      return opened.ok ? programOf(opened.value, spec) : opened;
    },
    isFolder: async (path) => {
      const known = place.isFolder?.(path);
      if (known !== undefined) return known;
      const answer = await ask(`test -d ${quoteWord(path)}`);
      // Where nothing can be asked, what is started there next says why.
      return !answer.ok || answer.value.exitCode === 0;
    },
    find: async (query) => rowsOfTree(await table(), query).map(foundOf),
    end: async (query, options) => {
      const told = new Map<string, ProcessRow>();
      const note = (rows: readonly ProcessRow[]): void => rows.forEach((row) => told.set(keyOf(row), row));
      const first = rowsOfTree(await table(), query);
      note(first);
      await signal(first, "TERM");
      const limit = performance.now() + (options?.graceMs ?? DEFAULT_GRACE_MS);
      let left = await stillThere(table, { query, told });
      while (left.length > 0 && performance.now() < limit) {
        await pause(LOOK_AGAIN_MS);
        left = await stillThere(table, { query, told });
      }
      for (let round = 0; left.length > 0 && round < MOST_KILL_ROUNDS; round += 1) {
        note(left);
        await signal(left, "KILL");
        left = await stillThere(table, { query, told });
      }
      return { ended: [...told.values()].map(foundOf), left: left.map(foundOf) };
    },
    removeFolder: async (path) => {
      // A command may have taken the rights to it away.
      const folder = quoteWord(path);
      await tidy(`[ -h ${folder} ] || chmod 700 ${folder} 2>/dev/null; rm -rf -- ${folder}`);
    },
    close: async () => {
      await guard?.leave();
      await place.close();
    },
  };
}

/** Looked up by hand: some shells know commands that are no files. */
function findScript(names: readonly string[]): string {
  const folders = '$(IFS=:; printf "%s " $PATH) /bin /usr/bin /usr/local/bin';
  return names
    .map((name) =>
      name.includes("/")
        ? `[ -x ${quoteWord(name)} ] && printf '%s\\n' ${quoteWord(name)} && exit 0`
        : `for d in ${folders}; do [ -x "$d"/${quoteWord(name)} ] && printf '%s\\n' "$d"/${quoteWord(name)} && exit 0; done`,
    )
    .concat("exit 1")
    .join("\n");
}

/** A head that has ended is no head any more: its number may be another's. What was told to end still belongs. */
async function stillThere(
  table: () => Promise<readonly ProcessRow[]>,
  { query, told }: { readonly query: TreeQuery; readonly told: ReadonlyMap<string, ProcessRow> },
): Promise<readonly ProcessRow[]> {
  const rows = await table();
  const heads = rows.filter((row) => told.has(keyOf(row))).map(({ pid }) => pid);
  return rowsOfTree(rows, { ...query, heads });
}

/** Tells its number first, then becomes the program. */
function startScript({ argv, folder, env, mark, output }: ProgramSpec, owner: string | undefined): string {
  const whole = { ...env, [PROCESS_MARK]: joinMarks(env[PROCESS_MARK], owner, mark) };
  const variables = Object.entries(whole).map(([name, text]) => quoteWord(`${name}=${text}`));
  return [
    `printf '%s.' "$$" >&2`,
    `cd -- ${quoteWord(folder)} || exit 127`,
    ...(output === "merged" ? ["exec 2>&1"] : []),
    `exec env -i ${variables.join(" ")} ${argv.map(quoteWord).join(" ")}`,
  ].join("\n");
}

async function programOf(channel: RemoteChannel, spec: ProgramSpec): Promise<Outcome<Program>> {
  const { errors, ended } = channel;
  let said = "";
  let rest: Uint8Array = new Uint8Array();
  let listener: ((chunk: Uint8Array) => void) | undefined;
  const pid = new Promise<number>((resolve) => {
    let isKnown = false;
    errors.listen((chunk) => {
      if (isKnown) {
        if (listener === undefined) rest = Buffer.concat([rest, chunk]);
        else listener(chunk);
        return;
      }
      const text = Buffer.from(chunk);
      const end = text.indexOf(0x2e);
      said += text.subarray(0, end < 0 ? undefined : end).toString();
      if (end < 0) return;
      isKnown = true;
      rest = text.subarray(end + 1);
      resolve(Number(said));
    });
  });
  const started = await Promise.race([pid, ended.then(({ lost }) => lost ?? "it ended at once")]);
  if (typeof started === "string" || !Number.isSafeInteger(started))
    return fail("shell_failed", `${spec.argv[0]} could not be started: ${said.trim() || started}`);
  if (spec.input === "empty") channel.endInput();
  return value({
    identity: { pid: started },
    output: channel.output,
    errors: {
      closed: errors.closed,
      pause: () => errors.pause(),
      resume: () => errors.resume(),
      listen: (given) => {
        listener = given;
        if (rest.length > 0) given(rest);
        rest = new Uint8Array();
      },
    },
    ended,
    write: (bytes) => channel.write(bytes),
    endInput: () => channel.endInput(),
    release: () => channel.release(),
  });
}

function keyOf({ pid, startTime }: ProcessRow): string {
  return `${pid}:${startTime}`;
}

function foundOf({ pid, name }: ProcessRow): FoundProcess {
  return { pid, name };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
