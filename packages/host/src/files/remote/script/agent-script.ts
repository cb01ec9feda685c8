import { CHANGE_SCRIPT } from "./change-script.ts";
import { FACTS_SCRIPT } from "./facts-script.ts";
import { LIST_SCRIPT } from "./list-script.ts";
import { LOCATE_SCRIPT } from "./locate-script.ts";
import { READ_SCRIPT } from "./read-script.ts";

/** Takes one step after the other. Behind what a step printed stands its random word, and the word it left in F. */
const LOOP_SCRIPT = `
while IFS=' ' read -r how many; do
  case $how in
    l) s=
      while [ "$many" -gt 0 ]; do
        IFS= read -r line || exit
        s=$s$line$NL many=$((many - 1))
      done;;
    b) s=$(take "$many");;
    *) exit;;
  esac
  F= D=
  eval "$s"
  printf '%s\\0%s\\0%s\\n' "$T" "$F" "$T"
  [ -z "$D" ] || exit
done
`;

/** What the shell that serves the files of a place is started with: POSIX, and only programs that are everywhere. */
export const AGENT_SCRIPT = [
  FACTS_SCRIPT,
  LOCATE_SCRIPT,
  READ_SCRIPT,
  LIST_SCRIPT,
  CHANGE_SCRIPT,
  LOOP_SCRIPT,
].join("");
