/** Each asks `wield completion words -- …` for the candidates, so that tools and parameters are always the present ones. */
export const COMPLETION_SCRIPTS: ReadonlyMap<string, string> = new Map([
  [
    "bash",
    `_wield() {
  local line="\${COMP_LINE:0:COMP_POINT}" words=() word
  IFS=' ' read -ra words <<< "$line"
  [[ "$line" == *' ' ]] && words+=("")
  local typed="\${words[-1]}"
  COMPREPLY=()
  while IFS= read -r word; do
    [[ "$typed" == *=* ]] && word="\${word#*=}"
    COMPREPLY+=("$word")
  done < <(wield completion words -- "\${words[@]:1}" 2>/dev/null)
  [[ \${#COMPREPLY[@]} == 1 && "\${COMPREPLY[0]}" == *= ]] && compopt -o nospace
  return 0
}
complete -F _wield wield
`,
  ],
  [
    "zsh",
    `#compdef wield
_wield() {
  local -a found
  found=("\${(@f)$(wield completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -Q -S '' -- \${(M)found:#*=}
  compadd -Q -- \${found:#*=}
}
compdef _wield wield
`,
  ],
  [
    "fish",
    `complete -c wield -f -a '(wield completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
  ],
]);
