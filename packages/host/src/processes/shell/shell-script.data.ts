// What the session's shell is told to do. It never runs a command itself: each runs in a copy of it (a subshell), which
// writes down its state when it ends. So no option, trap, redirection or `exit` of a command can disturb the shell that
// waits for it. Decision: docs/decisions/2026-11-30-commands-run-in-copies-of-a-shell.md.

/** Says that something is open at the end, in the words of bash, dash and ash. */
const OPEN_WORDS = [
  "unexpected EOF",
  "unexpected end of file",
  "delimited by end-of-file",
  "nterminated ",
  "end of file unexpected",
  "EOF in ",
];

/** dash takes an open here-document for a complete one; what stands behind it is then part of it. */
const ASK_IF_DOCUMENT_IS_OPEN = `
  case $__wield_said$__wield_cmd in *'<<'*)
    "$__wield_sh" -n -c "$__wield_cmd
)" >/dev/null 2>&1 </dev/null 9>&- && __wield_said=here-document ;;
  esac`;

const askIfOpen = (more: string): string => `
__wield_said=
case $__wield_check in 1)
  __wield_said=$(LC_ALL=C "$__wield_sh" -n -c "$__wield_cmd" 2>&1 </dev/null 9>&-)
  case $__wield_said in
    ${OPEN_WORDS.map((words) => `*'${words}'*`).join("|")}) ;;
    *) __wield_said= ;;
  esac${more} ;;
esac`;

/**
 * `b` stands before every builtin: the functions of the session are defined in the shell of bash. A grep that reads
 * lines only up to a zero byte (busybox) does not find the shell itself; from then on zeros are made into lines before.
 */
const runInCopy = (b: string): string => `
case $__wield_said in
?*) ${b}printf 'open\\037%s\\037%s\\0' "$__wield_n" "$__wield_said" >&9 ;;
*)
  if ${b}test ! -x "$__wield_cwd/."; then ${b}printf 'nowhere\\037%s\\0' "$__wield_n" >&9; else
  case $__wield_slot in a) __wield_next=b ;; *) __wield_next=a ;; esac
  ( ${b}eval "$__wield_body" ) </dev/null 2>&1 &
  __wield_pid=$!
  ${b}wait $__wield_f "$__wield_pid"
  __wield_code=$?
  __wield_left=0
  ${b}kill -0 -- "-$__wield_pid" && __wield_left=1
  case $__wield_look in [12])
    __wield_left=1 __wield_i= __wield_r=
    case $__wield_look in
    1)
      WIELD_PROCESS= grep -slF -- "$__wield_mark" /proc/[0-9]*/environ >"$__wield_dir/left"
      while IFS= ${b}read -r __wield_l; do
        case $__wield_l in "/proc/$$/environ") __wield_i=1 ;; "/proc/$PPID/environ") ;; *) __wield_r=1 ;; esac
      done <"$__wield_dir/left"
      case $__wield_i in 1) ;; *) __wield_look=2 ;; esac ;;
    esac
    case $__wield_look in
    2)
      __wield_r= __wield_d=
      WIELD_PROCESS= head -c 1000000 /proc/[0-9]*/environ >"$__wield_dir/left"
      WIELD_PROCESS= tr '\\0' '\\n' <"$__wield_dir/left" >"$__wield_dir/left.lines"
      WIELD_PROCESS= grep -e '^==> /proc/' -e '^WIELD_PROCESS=' "$__wield_dir/left.lines" >"$__wield_dir/left"
      while IFS= ${b}read -r __wield_l; do
        case $__wield_l in
          '==> '*) __wield_d=$__wield_l ;;
          *"$__wield_mark"*) case $__wield_d in "==> /proc/$$/environ <==") __wield_i=1 ;; "==> /proc/$PPID/environ <==") ;; *) __wield_r=1 ;; esac ;;
        esac
      done <"$__wield_dir/left" ;;
    esac
    case $__wield_i$__wield_r. in 1.) __wield_left=0 ;; esac ;;
  esac
  __wield_kept= __wield_at= __wield_new=
  case $__wield_alone in
    1) __wield_kept="$__wield_n end" __wield_at=$__wield_cwd __wield_new=same ;;
    *) ${b}eval "$__wield_read" ;;
  esac
  ${b}printf %s "$__wield_barrier"
  ${b}printf 'ended\\037%s\\037%s\\037%s\\037%s\\037%s\\037%s\\037%s\\0' "$__wield_n" "$__wield_pid" "$__wield_code" "$__wield_left" "$__wield_kept" "$__wield_new" "$__wield_at" >&9
  fi ;;
esac`;

/** Names that would change what they mean when they are read back. */
const NOT_KEPT = [
  "RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS EPOCHREALTIME HISTCMD BASH_COMMAND BASHPID BASH_SUBSHELL",
  "BASH_ALIASES BASH_CMDS BASH_XTRACEFD DIRSTACK FUNCNAME GROUPS PIPESTATUS IFS OPTIND OPTERR OPTARG PS4 TIMEFORMAT",
  "TMOUT BASH_ARGV0 WIELD_PROCESS _",
].join(" ");

const OURS = [
  "cmd said go body read save cwd home move last saved sh slot barrier look f check at kept left pid new base",
  "mark functions alone l o d z p n how next code r dir i umask null",
]
  .join(" ")
  .split(" ")
  .map((name) => `__wield_${name}`)
  .join(" ");

/** Reading these back ends a shell. */
const UNREADABLE =
  "BASHOPTS|BASH_ARGC|BASH_ARGV|BASH_ARGV0|BASH_LINENO|BASH_SOURCE|BASH_VERSINFO|EUID|PPID|SHELLOPTS|UID|PWD|OLDPWD|WIELD_PROCESS|__wield_*";

/** What could not be written whole (a full disk) is not told as kept; a folder that was removed is made anew. The first line makes sure that what follows means what it says, whatever functions the command defined. */
const SAVE_BASH = `
POSIXLY_CORRECT=1; set +euxvfC +o pipefail; trap - DEBUG ERR RETURN; unset -f builtin unset; unset -v POSIXLY_CORRECT
__wield_p=$PWD
case $__wield_move in 0) __wield_p=$__wield_home ;; esac
builtin printf -v __wield_z '{ builtin test -O %q || PATH=/usr/bin:/bin mkdir -m 700 %q; } && { builtin declare -p && builtin declare -f && builtin declare -F && builtin umask -p; } >|%q && builtin printf "%%s\\\\n%%s\\\\0" %q %q >|%q' "$__wield_dir" "$__wield_dir" "$__wield_dir/state.$__wield_next" "$__wield_n $__wield_how" "$__wield_p" "$__wield_dir/ended"
builtin eval "builtin unset -v ${NOT_KEPT} ${OURS}; $__wield_z"`;

const SAVE_POSIX = `
set +euxvfC
__wield_p=$PWD
case $__wield_move in 0) __wield_p=$__wield_home ;; esac
__wield_e="$__wield_n $__wield_how"
__wield_t=$__wield_dir/state.$__wield_next
{ test -O "$__wield_dir" || PATH=/usr/bin:/bin mkdir -m 700 "$__wield_dir"; } && { export -p && printf 'umask %s\\n' "$(umask)"; } >|"$__wield_t" && printf '%s\\n%s\\n' "$__wield_e" "$__wield_p" >|"$__wield_dir/ended"`;

/** Nothing runs in another folder than the one it was given. */
export const notEntered = (b: string, folder: string): string =>
  `${b}printf '%s\\n' "the folder ${folder} cannot be entered; the command was not run"; ${b}exit 126`;

/**
 * The end is one line, read before the command runs: a command may ask to be shown the lines that are read. Where the
 * command left no descriptor to open anything with, the exit code is what the name of the output took along.
 */
const body = ({ b, load }: { readonly b: string; readonly load: string }): string => `
exec 9>&-
case $__wield_alone in 1) ;; *)
trap '{ case \${__wield_saved-} in "") __wield_how=exit; ${b}eval "$__wield_save" ;; esac; } >/dev/null 2>&1' EXIT ;;
esac
${load}
${b}export WIELD_PROCESS="$__wield_mark.$__wield_n"
__wield_o=\${OLDPWD-} __wield_d=$PWD
${b}cd -- "$__wield_cwd" >/dev/null 2>&1 || { ${b}trap - EXIT; ${notEntered(b, "$__wield_cwd")}; }
case $__wield_d in "$PWD") OLDPWD=$__wield_o ;; esac
__wield_code= __wield_null=/dev/null
case $__wield_last in 0) ;; *) ( ${b}exit "$__wield_last" ) ;; esac
${b}eval "$__wield_cmd"; { ${b}set -- "$?"; case $__wield_alone in 1) ;; *) __wield_how=end; ${b}eval "$__wield_save"; __wield_saved=1 ;; esac; } >"\${__wield_null%"\${__wield_code:=$?}"}" 2>&1 || { ${b}trap - EXIT; ${b}set -- "$__wield_code"; }; ${b}exit "$1"`;

/** What the state brings of ours is of the command before. */
const LOAD_POSIX = `set -- "$__wield_n" "$__wield_next"
{ test -r "$__wield_dir/state.$__wield_slot" && . "$__wield_dir/state.$__wield_slot"; } >/dev/null 2>&1
__wield_n=$1 __wield_next=$2; set --`;

const READ_BASH = `{ IFS= builtin read -r __wield_kept && IFS= builtin read -r -d '' __wield_at; } <"$__wield_dir/ended"
case $__wield_kept in
"$__wield_n "*)
  IFS= builtin read -r -d '' __wield_new <"$__wield_dir/state.$__wield_next"
  case $__wield_base in
    "$__wield_new") __wield_new=same ;;
    *) __wield_new=other ;;
  esac ;;
esac`;

const READ_POSIX = `{ IFS= read -r __wield_kept && IFS= read -r __wield_at; } <"$__wield_dir/ended"
__wield_new=kept`;

/** Without -f a stopped command would count as ended. */
const SET_UP_BASH = `set -m
__wield_f=
case \${BASH_VERSINFO[0]} in [1-4]) ;; *) __wield_f=-f; BASH_ARGV0=bash ;; esac`;

/** Takes over the state, without the unreadable: their names may stand in the value of another. */
const LOAD_BASH = `
shopt -s extglob
mapfile -t __wield_l <"$__wield_dir/state.$__wield_slot"
__wield_l=("\${__wield_l[@]/#declare -+([![:space:]]) @(${UNREADABLE})=*/}")
printf -v __wield_l '%s\\n' "\${__wield_l[@]}"
eval "$__wield_l" >/dev/null
builtin unset -v __wield_l
builtin shopt -u extglob
`;

/** What a command that changes nothing leaves. */
const BASE_BASH = `
( __wield_next=base __wield_n=0 __wield_how=end __wield_move=1; set --; builtin eval "$__wield_save" )
IFS= builtin read -r -d '' __wield_base <"$__wield_dir/state.base"
builtin declare -F >"$__wield_dir/state.base"
__wield_functions=0
builtin read -r __wield_l <"$__wield_dir/state.base" && __wield_functions=1
`;

export interface DialectScript {
  /** Per command, evaluated by the shell. */
  readonly go: string;
  readonly body: string;
  readonly save: string;
  readonly read: string;
  /** Sets up what depends on the dialect. */
  readonly setUp: string;
  /** Loads the state into a new shell, before anything of ours is defined. */
  readonly load: string;
  /** Notes what the state looks like, after that. */
  readonly base: string;
}

export const BASH_SCRIPT: DialectScript = {
  go: askIfOpen("") + runInCopy("builtin "),
  body: body({ b: "builtin ", load: "" }),
  save: SAVE_BASH,
  read: READ_BASH,
  setUp: SET_UP_BASH,
  load: LOAD_BASH,
  base: BASE_BASH,
};

export const POSIX_SCRIPT: DialectScript = {
  go: askIfOpen(ASK_IF_DOCUMENT_IS_OPEN) + runInCopy(""),
  body: body({ b: "", load: LOAD_POSIX }),
  save: SAVE_POSIX,
  read: READ_POSIX,
  setUp: "__wield_f=",
  load: "",
  base: "__wield_functions=0",
};
