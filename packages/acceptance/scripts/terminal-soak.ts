// Mixed commands in one session, some of them hostile: the shell still answers, nothing of theirs is left, memory is
// flat. Usage: node packages/acceptance/scripts/terminal-soak.ts [COMMANDS] [SESSIONS]
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { openLocalBench } from "../src/terminal/terminal-bench.ts";

const [commands = 1000, sessions = 1] = process.argv.slice(2).map(Number);
const MARK = `soak${process.pid}`;

const FRIENDLY: readonly string[] = [
  "printf ok",
  "ls -la > /dev/null; pwd",
  "export N=$((N + 1)); echo $N",
  "mkdir -p a/b; cd a; cd b; pwd; cd ../..",
  "seq 1 5000",
  "echo 'a b' | tr a-z A-Z | cat",
  "f() { echo from f; }; f",
  "x=(1 2 3); echo ${x[1]}",
  "cat <<EOF\nhere\nEOF",
  "for i in 1 2 3; do echo $i; done",
  "(exit 3)",
  "test -d . && echo yes",
];

/** Each wants to break the session. Those that do not end by themselves are ended by the limit. */
const HOSTILE: readonly string[] = [
  "exit 3",
  "exec sleep 0.1",
  "set -euo pipefail; false",
  "kill -9 $$",
  "kill -9 $PPID; sleep 1",
  "kill -STOP $BASHPID",
  "exec >&- 2>&-; echo lost",
  "exec 9>&1; echo $'ended\\0371\\0370' >&9",
  "trap '' TERM INT HUP; sleep 100",
  "trap 'echo again; sleep 100' EXIT; exit",
  "while :; do :; done",
  "setsid sleep 100 & wait",
  "setsid sh -c 'trap \"\" TERM; sleep 100' >/dev/null 2>&1 &",
  "(while :; do echo noise; sleep 0.01; done) &",
  "yes",
  "echo 'open",
  "cat <<EOF",
  "PATH=; IFS=x; ls",
  "eval() { :; }; builtin() { :; }; exit() { :; }; cd() { :; }",
  "unset PATH HOME PWD",
  "mkdir -p gone; cd gone; rmdir ../gone",
  "ulimit -n 4; ls",
  "umask 777; echo x > f; rm -f f",
  "readonly __wield_cmd=1; readonly __wield_n=1",
  "cat /dev/urandom | head -c 300000",
  "printf '\\033]0;never ended'; seq 100",
];

const left = (): readonly string[] =>
  readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
      return environment.includes(`WIELD_PROCESS=test${process.pid}n`) || environment.includes(MARK)
        ? [readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ")]
        : [];
    } catch {
      return [];
    }
  });

const descriptors = (): number => readdirSync("/proc/self/fd").length;
const temporary = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => /^wield-(?:shell|processes|output)-/.test(name));

const before = { descriptors: descriptors(), temporary: new Set(temporary()) };
const place = await openLocalBench({ env: { SOAK: MARK, N: "0" } });
const every = Math.max(1, Math.floor(commands / 50));
const faults: string[] = [];
let hostile = 0;
let memory = 0;
const began = performance.now();

async function session(sessionId: string): Promise<void> {
  const run = (command: string, timeout = 20): Promise<string> =>
    place.run(command, { timeout }, { sessionId });
  for (let count = 0; count < commands; count += 1) {
    const isHostile = count % every === every - 1;
    if (isHostile) {
      const command = HOSTILE[hostile % HOSTILE.length] ?? "true";
      hostile += 1;
      await run(command, 1);
      // The bench keeps records and stored outputs in memory; the product does not.
      place.bench.forget();
      // A person would set these right as well.
      if (/PATH|eval|umask|rmdir/.test(command))
        await run(
          `unset -f eval exit cd; export PATH='${process.env["PATH"]}' HOME=/tmp; umask 022; builtin cd '${place.home}'`,
        );
      const answer = await run("echo still $((20 + 3))");
      if (!answer.startsWith("still 23\n")) faults.push(`after ${command}: ${answer.slice(0, 300)}`);
    } else await run(FRIENDLY[count % FRIENDLY.length] ?? "true");
    if (count === Math.floor(commands / 10)) memory = process.memoryUsage().rss;
  }
}

await Promise.all(Array.from({ length: sessions }, (_, index) => session(`ses_${index}`)));
const grown = (process.memoryUsage().rss - memory) / 1_000_000;
const seconds = (performance.now() - began) / 1000;
await place[Symbol.asyncDispose]();
const remaining = left();
const kept = temporary().filter((name) => !before.temporary.has(name));
const opened = descriptors() - before.descriptors;
if (kept.length > 0) faults.push(`temporary folders left: ${kept.join(", ")}`);
// The reader of command lines keeps some.
if (opened > 10) faults.push(`descriptors left open: ${opened}`);
console.log(
  `${commands * sessions} commands in ${sessions} session(s), ${hostile} hostile, ${seconds.toFixed(1)} s; ` +
    `memory grown by ${grown.toFixed(1)} MB; processes left: ${remaining.length}; faults: ${faults.length}`,
);
for (const fault of [...faults, ...remaining]) console.log(`- ${fault}`);
process.exit(faults.length + remaining.length === 0 ? 0 : 1);
