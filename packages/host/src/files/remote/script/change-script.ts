/**
 * Changes what stands in the folder the shell is in. A new content is put beside the file first and takes its place by
 * a rename; X names what is not in its place yet and goes when the shell does, like the folders made for it.
 */
export const CHANGE_SCRIPT = `
X= S= made=0
leave() {
  [ -z "$X" ] || rm -f "$X"
  [ -z "$S" ] || rm -f "$S" "$S.old"
  X= S=
  while [ "$made" -gt 0 ]; do
    eval "c=\\$M$made m=\\$B$made"
    cd -P .. || break
    [ "$m" = 0 ] || rmdir "./$c"
    made=$((made - 1))
  done
}
trap leave 0
trap 'exit 1' HUP INT TERM PIPE
knows() {
  printf %s "$HASHER"
  [ -z "$known" ] || return 0
  known=1 LT= MT= SY=
  case $(ln --help 2>&1) in *-*T*) LT=-T;; esac
  case $(mv --help 2>&1) in *-*T*) MT=-T;; esac
  case $(sync --help 2>&1) in *FILE*) SY=1;; esac
}
known= HASHER=sha
durable() { [ -z "$SY" ] || sync "$@"; }
if printf x | sha256sum >/dev/null; then hashed() { H=$(sha256sum); H=\${H%% *}; }
elif printf x | shasum -a 256 >/dev/null; then hashed() { H=$(shasum -a 256); H=\${H%% *}; }
elif printf x | openssl dgst -sha256 -r >/dev/null; then hashed() { H=$(openssl dgst -sha256 -r); H=\${H%% *}; }
else HASHER=crc; hashed() { H=$(cksum); H=\${H%% *}; }; fi
if printf xy | dd bs=2 count=1 iflag=fullblock >/dev/null; then
  fill() {
    q=$(($1 / 65536)) r=$(($1 % 65536))
    E=$({ [ "$q" = 0 ] || dd bs=65536 count="$q" iflag=fullblock; } 2>&1 >&5 &&
      { [ "$r" = 0 ] || dd bs="$r" count=1 iflag=fullblock; } 2>&1 >&5)
  }
else
  fill() {
    n=$1 E=
    while [ "$n" -gt 0 ]; do
      b=$(size "$2")
      E=$(dd bs="$n" count=1 2>&1 >&5) || return
      b=$(($(size "$2") - b))
      [ "$b" -gt 0 ] || return
      n=$((n - b))
    done
  }
fi
size() { z=$(wc -c <"$1"); printf %s "$((z))"; }
said() { E=\${E%%"$NL"*}; E=\${E##*: }; }
makes() { set -C; : >"$1"; }
writable() {
  [ -w "./$1" ] && return 0
  E=$(dd of="./$1" conv=notrunc count=0 2>&1 </dev/null) || { said; F="io $E"; return 1; }
}
total() {
  { fst || st "./$1"; hashed <&3; F='ok '; [ "$HASHER" = crc ] || F="ok $H"; } 3<"./$1" || { reason reads "$1"; F="io $E"; }
}
put() {
  set -C
  if { fill "$2" "$1" || { said; F="io $E" D=1; }; } 5>"$1"; then
    set +C
    [ -n "$F" ] || [ "$(size "$1")" = "$2" ] || F="size $(size "$1")" 
  else
    set +C
    reason makes "$1"
    F="no $E"; take "$2" >/dev/null
  fi
}
stage() {
  X=./$1
  if [ "$3" = - ]; then put "$X" "$2"; else
    mask=$(umask); umask 077; put "$X" "$2"; umask "$mask"
  fi
  case $F in no*) X=; return;; ?*) return;; esac
  if [ "$3" != - ]; then
    o=$(st "$X") n=$X mode=$3 uid=$4 gid=$5
    set -- $o
    if [ "$5 $6" != "$uid $gid" ] && ! chown "$uid:$gid" "$n"; then
      rm -f "$n"; X=
      if [ "$5" = "$uid" ]; then F='no it belongs to another group'; else F='no it belongs to another user'; fi
      return
    fi
    E=$(chmod "$mode" "$n" 2>&1) || { said; F="io $E"; return; }
  fi
  durable "$X"; st "$X"; F=ok
}
scratch() {
  mask=$(umask); umask 077
  for d in "\${TMPDIR:-/tmp}" /tmp /var/tmp .; do
    [ -d "$d" ] && [ -w "$d" ] || continue
    S=$d/$1; break
  done
  put "$S" "$2"
  umask "$mask"
  case $F in no*) S=;; '') F=ok;; esac
}
parents() {
  here
  for c; do
    above=\${W%/}
    m=1; E=$(mkdir "./$c" 2>&1) || m=0
    if [ -L "./$c" ] || ! cd -P "./$c"; then
      said; F="io $E"
      [ ! -L "./$c" ] || F='stale'
      leave; return
    fi
    made=$((made + 1)); eval "M$made=\\$c B$made=\\$m"
    here
    # A link was followed after all: nothing is made or removed out there.
    if [ "$W" != "$above/$c" ]; then
      if cd -P "\${above:-/}" && here && [ "$W" = "\${above:-/}" ]; then
        [ "$m" = 0 ] || rmdir "./$c"
        made=$((made - 1))
      else made=0; fi
      leave; F=stale
      return
    fi
    printf '%s\\0%s\\0' "$m" "$W"
  done
  F=ok
}
same() {
  if [ -L "./$1" ] || [ ! -f "./$1" ]; then
    F=gone; { [ ! -e "./$1" ] && [ ! -L "./$1" ]; } || F=changed
    return 1
  fi
  hashed <"./$1"
  [ "$H" = "$2" ] || { F=changed; return 1; }
}
stands() { here; [ "$W" = "$1" ] || { F=moved; return 1; }; }
create() {
  stands "$3" || return
  if [ -e "./$2" ] || [ -L "./$2" ]; then F=exists; return; fi
  if E=$(ln $LT "./$1" "./$2" 2>&1); then rm -f "./$1"
  elif [ -e "./$2" ] || [ -L "./$2" ]; then F=exists; return
  else
    said
    case $E in
      *permitted*|*denied*|*supported*|*implemented*|*'Invalid argument'*|*'many links'*) ;;
      *) F="io $E"; return;;
    esac
    E=$(mv -f $MT "./$1" "./$2" 2>&1) || { said; F="io $E"; return; }
  fi
  X= F=ok
  st "./$2"
  durable . || F=unsynced
  d=.; while [ "$made" -gt 0 ]; do d=$d/..; durable "$d"; made=$((made - 1)); done
}
replace() {
  stands "$3" && same "$2" "$4" || return
  E=$(mv -f $MT "./$1" "./$2" 2>&1) || { said; F="io $E"; return; }
  X= F=ok
  st "./$2"
  durable . || F=unsynced
}
remove() {
  stands "$2" && same "$1" "$3" || return
  E=$(rm -f "./$1" 2>&1) || { said; F="io $E"; return; }
  F=ok
  durable . || F=unsynced
}
opened() {
  x=$(fst || st "./$1"); y=$2
  set -- $x
  [ "$1 $2" = "$y" ] || { F=changed; return 1; }
  O=/proc/self/fd/3; [ -e "$O" ] || O=./$1
}
over() {
  stands "$2" && same "$1" "$4" || return
  {
    opened "$1" "$3" || return
    [ -e /proc/self/fd/3 ] || O=./$1
    (set -C; cat "$O" >"$S.old") || { F='io no room for a copy of the file'; return; }
    if E=$(cat "$S" 2>&1 >"$O"); then F=ok; sync_open; fst || st "./$1"
    else said; if cat "$S.old" >"$O"; then F="asis $E"; else F="part $E"; fi; fi
  } 3<"./$1" || [ -n "$F" ] || { reason reads "$1"; F="io $E"; }
  rm -f "$S" "$S.old"; S=
}
sync_open() { durable "$O"; }
add() {
  stands "$2" || return
  {
    opened "$1" "$3" || return
    [ -e /proc/self/fd/3 ] || O=./$1
    b=$(size "$O")
    if E=$(dd if="$S" bs="$4" count=1 2>&1 >>"$O"); then F=ok; durable "$O"
    else
      said; z=$(($(size "$O") - b))
      F="asis $E"
      if [ "$z" -gt 0 ]; then dd of="$O" bs=1 seek="$b" count=0 </dev/null || F="part $z $E"; fi
    fi
    fst || st "./$1"
  } 3<"./$1" || [ -n "$F" ] || { reason reads "$1"; F="io $E"; }
  rm -f "$S"; S=
}
`;
