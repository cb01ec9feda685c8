// Waits until its input ends: then whoever held it has gone, and what that one started and left in temporary folders is
// ended and removed. Plain sh with grep, tr, rm, sleep; process numbers from /proc.

/** `$1` is the mark of what is to be ended, `$2` the name in the temporary folders to be removed, empty for none. */
export const GUARD_SCRIPT = `
trap '' HUP INT TERM PIPE
cd /
mark=$1 name=$2 folders=
while IFS= read -r line; do
  case $line in
  leave) exit 0 ;;
  +*) folders="$folders
\${line#+}" ;;
  esac
done
field() { stat=; { while IFS= read -r part; do stat="$stat $part"; done <"/proc/$1/stat"; } 2>/dev/null; }
# Some read no further than a zero byte.
reads=; printf 'a\\0b' | grep -qF b && reads=1
marked() {
  case $reads in 1) grep -slF -- "$mark:" /proc/[0-9]*/environ; return ;; esac
  for path in /proc/[0-9]*/environ; do
    tr '\\0' '\\n' <"$path" | grep -qF -- "$mark:" && echo "$path"
  done
}
look() {
  found=" " sessions=" "
  for path in $(marked 2>/dev/null); do
    path=\${path#/proc/} path=\${path%/environ}
    field "$path"
    set -- \${stat##*) }
    case \${1-Z} in [ZX]) continue ;; esac
    found="$found$path " sessions="$sessions$4 "
  done
  more=1
  while [ "$more" = 1 ]; do
    more=0
    for path in /proc/[0-9]*; do
      path=\${path#/proc/}
      case $found in *" $path "*) continue ;; esac
      field "$path"
      set -- \${stat##*) }
      case \${1-Z} in [ZX]) continue ;; esac
      case $sessions in *" $4 "*) found="$found$path " more=1; continue ;; esac
      case $found in *" $2 "*) found="$found$path " more=1 ;; esac
    done
  done
  [ "$found" != " " ]
}
nap() { sleep "$1" 2>/dev/null || sleep 1; }
if look; then
  kill -TERM $found; kill -CONT $found
  for round in 1 2 3 4; do nap 0.1; look || break; done
  round=0
  while look && [ "$round" -lt 20 ]; do
    kill -KILL $found
    nap 0.05
    round=$((round + 1))
  done
fi 2>/dev/null
IFS='
'
set -f; set -- $folders; set +f
case $name in
?*) set -- "$@" "\${TMPDIR:-/tmp}"/wield-*-"$name".* /tmp/wield-*-"$name".* ;;
esac
for round in 1 2 3; do rm -rf -- "$@" 2>/dev/null && break; chmod -R u+rwx -- "$@" 2>/dev/null; nap 0.1; done`;
