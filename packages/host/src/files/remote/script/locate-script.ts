/**
 * Walks to a path there, one name at a time, by going into each folder: from then on the shell is in that very folder,
 * whatever becomes of its name. Nothing is opened.
 */
export const LOCATE_SCRIPT = `
LC_ALL=C TZ=UTC0
export LC_ALL TZ
unset CDPATH ENV BASH_ENV
PATH=\${PATH:-/usr/local/bin:/usr/bin:/bin}
umask g-w,o-w
set -f
exec 4>&1 2>/dev/null
NL='
'
# Where this shell really is: some shells only remember it.
case \${BASH_VERSION-}\${KSH_VERSION-}\${ZSH_VERSION-}\${YASH_VERSION-} in
  '') here() { PWD=; cd -P . || PWD=; W=$PWD; };;
  *) here() { W=$(env pwd -P && printf x); W=\${W%"$NL"x}; };;
esac
eval "$FACTS"
if printf xy | dd bs=2 count=1 iflag=fullblock >/dev/null; then
  take() { dd bs="$1" count=1 iflag=fullblock; }
else
  take() {
    n=$1
    while [ "$n" -gt 0 ]; do
      x=$(dd bs="$n" count=1 && printf x); x=\${x%x}
      [ -n "$x" ] || exit
      printf %s "$x"; n=$((n - \${#x}))
    done
  }
fi
bare() { while :; do case $p in /*) p=\${p#/};; ./*) p=\${p#./};; .) p=;; *) return;; esac; done; }
rest() { R=$c\${t:+/$t}; }
reason() { E=$("$@" 2>&1 >/dev/null); E=\${E##*: }; }
absent() {
  rest; reason ls -d "./$c"
  case $E in ''|'No such file or directory') K=missing;; *) K=refused;; esac
}
walk() {
  p=$1 K=found R= I=0 E= N=0
  cd -P / || exit
  bare
  while [ -n "$p" ]; do
    case $p in */*) c=\${p%%/*} p=\${p#*/};; *) c=$p p=;; esac
    bare; t=$p
    if [ "$c" = .. ]; then
      cd -P .. || { rest; reason ls -d ./..; K=refused; return; }
    elif [ -L "./$c" ]; then
      N=$((N + 1))
      [ "$N" -le 40 ] || { rest; K=refused E='Too many levels of symbolic links'; return; }
      points "./$c"
      [ -n "$t" ] || I=1
      case $l in /*) cd -P /;; esac
      p=$l\${t:+/$t}; bare
    elif [ -z "$t" ]; then
      if [ -e "./$c" ]; then R=$c; else absent; fi
      return
    elif [ -d "./$c" ]; then
      cd -P "./$c" || { rest; reason ls -d "./$c/."; K=refused; return; }
    elif [ -e "./$c" ]; then
      rest; K=blocked; return
    else
      absent; return
    fi
  done
}
place() {
  here
  printf '%s\\0%s\\0%s\\0%s\\0%s\\0' "$K" "$I" "$E" "$R" "$W"
  set --
  if [ "$K" = found ] && [ -n "$R" ]; then set -- "./$R"; fi
  d=. w=$W
  set -- "$@" .
  while [ -n "\${w#/}" ]; do d=$d/..; set -- "$@" "$d"; w=\${w%/*}; done
  st "$@"
}
`;
