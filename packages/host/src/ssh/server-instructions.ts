import { type Outcome, value } from "@wield/core";
import { askPlace } from "../processes/remote/ask-place.ts";
import type { RemotePlace } from "../processes/remote/remote-place.ts";
import { quoteWord } from "../processes/shell/quote-word.ts";

const MOST_LEVELS = 32;
const BETWEEN = "\u001f";

/**
 * The files of one name in a folder of a server and above it up to the repository's root, the innermost first, each at
 * most `maxBytes`. Without a repository only the folder itself. A link is passed over.
 */
export async function readServerFilesAbove(
  place: RemotePlace,
  { folder, name, maxBytes }: { readonly folder: string; readonly name: string; readonly maxBytes: number },
): Promise<Outcome<readonly string[]>> {
  const asked = await askPlace(place, scriptFor(folder, name, maxBytes));
  if (!asked.ok) return asked;
  const [root = "", ...texts] = asked.value.text.split(BETWEEN);
  const found = texts.slice(0, -1);
  return value(root.trim() === "yes" ? found : found.slice(0, 1));
}

function scriptFor(folder: string, name: string, maxBytes: number): string {
  const file = quoteWord(name);
  return `
cd -- ${quoteWord(folder)} || exit 0
n=0 found=no d=$PWD
while [ $n -lt ${MOST_LEVELS} ]; do
  [ -e "$d/.git" ] && { found=yes; break; }
  [ "$d" = / ] && break
  d=\${d%/*}; d=\${d:-/}
  n=$((n + 1))
done
printf '%s${BETWEEN}' "$found"
[ $found = yes ] || n=0
while :; do
  if [ -f ${file} ] && [ ! -h ${file} ]; then head -c ${maxBytes} ${file} | tr -d '\\037'; fi
  printf '${BETWEEN}'
  [ $n -le 0 ] && break
  n=$((n - 1))
  cd -P .. || break
done`;
}
