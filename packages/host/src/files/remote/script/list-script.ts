/**
 * Tells names and what they stand for. Names may hold anything, so they end with a NUL; what is told of them follows in
 * the same order, each line with its name behind it, so that one that is gone by then is noticed.
 */
export const LIST_SCRIPT = `
names() {
  set +f; set -- * .*; set -f
  for x; do
    case $x in .|..) continue;; esac
    if [ -e "./$x" ] || [ -L "./$x" ]; then printf '%s\\0' "$x"; fi
  done
}
LISTER='
set -f
eval "$FACTS"
for x; do printf "%s\\0" "$x"; done
printf "\\0"
named "$@"
printf "\\0"
for x; do
  [ -L "$x" ] || continue
  points "$x"; printf "%s\\0%s\\0" "$x" "$l"
done
printf "\\0"'
export LISTER
# Standard error of find tells the folders that cannot be read.
below() {
  named "$@"; printf '\\0'
  E=$(find "$@" ! -name . -prune -exec sh -c 'exec 2>/dev/null; eval "$LISTER"' sh {} + 2>&1 >&4)
  printf '\\0\\0'
  named "$@"
  F="ok $E"
}
several() {
  k=$#
  while [ "$k" -gt 0 ]; do
    x=$1 k=$((k - 1)); shift
    if [ -f "$x" ] && [ ! -L "$x" ] && [ -r "$x" ]; then set -- "$@" "$x"; fi
  done
  [ $# -gt 0 ] || { printf '\\0\\0'; return; }
  named "$@"; printf '\\0'; cat "$@"; printf '\\0'; named "$@"
}
follow() {
  for x; do (walk "$x"; place); printf '\\0'; done
}
enter() {
  cd -P "./$1" || { reason ls -d "./$1/."; F="io $E"; return; }
  st .
}
entries() { find "$@" -exec sh -c 'eval "$LISTER"' sh {} +; }
inside() {
  cd -P "./$1" || { reason ls -d "./$1/."; F="io $E"; return; }
  st .; printf '\\0'
  reason ls .
  [ -z "$E" ] || { F="io $E"; return; }
  entries . ! -name . -prune
  F=ok
}
nearby() {
  cd -P "$1" || return
  shift
  find . -name . -o \\( -name .git -o -name node_modules -o -name __pycache__ -o -name .venv -o -name venv -o -name .next \\
    -o -name .cache -o -name .idea \\) -prune -o "$@" -print | head -n 5000
}
`;
