/** What a person's agent runs all day. */
export const FRIENDLY: readonly string[] = [
  "printf ok",
  "ls -la > /dev/null; pwd",
  "export N=$((N + 1)); echo $N",
  "mkdir -p a/b; cd a; cd b; pwd; cd ../..",
  "seq 1 5000",
  "echo 'a b' | tr a-z A-Z | cat",
  "f() { echo from f; }; f",
  "cat <<EOF\nhere\nEOF",
  "for i in 1 2 3; do echo $i; done",
  "(exit 3)",
  "test -d . && echo yes",
];

/** Each wants to break the session. Those that do not end by themselves are ended by their limit. */
export const HOSTILE: readonly string[] = [
  "exit 3",
  "exec sleep 0.1",
  "set -euo pipefail; false",
  "kill -9 $$",
  "kill -9 $PPID; sleep 1",
  "kill -9 0",
  "kill -STOP $$",
  "exec >&- 2>&-; echo lost",
  "exec 9>&1; printf 'ended\\0371\\0370\\0' >&9",
  "trap '' TERM INT HUP; sleep 100",
  "trap 'echo again; sleep 100' EXIT; exit",
  "while :; do :; done",
  "setsid sleep 100 & wait",
  "setsid sh -c 'trap \"\" TERM; sleep 100' >/dev/null 2>&1 &",
  "(while :; do echo noise; sleep 0.01; done) &",
  "yes",
  "echo 'open",
  "cat <<EOF",
  "PATH=; IFS=0123456789; ls",
  "unset PATH HOME PWD",
  "mkdir -p gone; cd gone; rmdir ../gone",
  "ulimit -n 4; ls",
  "umask 777; echo x > f; rm -f f",
  "readonly __wield_cmd=1; readonly __wield_n=1",
  'rm -rf "$__wield_dir"',
  "cat /dev/urandom | head -c 300000",
  "printf '\\033]0;never ended'; seq 100",
  "set -v; set -x; echo shown",
];

/** Left to themselves in the background, and ended in different ways. */
export const JOBS: readonly string[] = [
  "sleep 100",
  "exit 4",
  "sh -c 'trap \"\" TERM; sleep 100; :' & wait",
  "while :; do echo noise; done",
  "cat",
  "setsid sleep 100 & sleep 0.1",
];
