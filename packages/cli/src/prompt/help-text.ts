import { padToWidth, wrapText } from "../terminal/display-width.ts";
import { SLASH_COMMANDS } from "./slash-commands.data.ts";

/** How calls are typed, and the slash commands. */
export function helpText(columns: number): string {
  const forms = SLASH_COMMANDS.map(({ name, form }) => `/${name}${form === "" ? "" : ` ${form}`}`);
  const width = Math.max(...forms.map((form) => form.length)) + 2;
  const commands = SLASH_COMMANDS.flatMap(({ about }, index) =>
    wrapText(about, Math.max(20, columns - width - 2)).map(
      (line, row) => `  ${padToWidth(row === 0 ? (forms[index] ?? "") : "", width)}${line}`,
    ),
  );
  return [
    "Type a call: a tool's name and its parameters. Tab completes both.",
    "  read_file path=README.md limit=20     words as in a shell: quotes keep blanks",
    '  read_file {"path": "README.md"}       or the whole input as JSON',
    "  write_file path=a.txt content=@b.txt  key=@FILE takes a file's text, key:=JSON any JSON",
    "Every call goes through the toolset, the approvals and the journal of this folder.",
    "Ctrl-C cancels a running call, a second one leaves.",
    "",
    ...commands,
  ]
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}
