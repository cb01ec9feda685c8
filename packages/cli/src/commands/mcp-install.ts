import { isUtf8 } from "node:buffer";
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { replaceFile } from "@wield/app";
import { fail, type Outcome, value } from "@wield/core";
import { describeFault } from "@wield/store";
import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { RunCommand } from "../argv/command-spec.ts";
import { MCP_CLIENTS } from "../mcp-install/clients.data.ts";
import { editClientConfig } from "../mcp-install/edit-client-config.ts";
import { placesOf } from "../mcp-servers/places-of.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";

/** A client's file has some KB; one string of many MB is more than an expression can look through. */
const MAX_FILE_MB = 2;

/** `wield mcp install CLIENT [--remove] [--yes]`: shows what would be written, and writes it once agreed to. */
export const run: RunCommand = async (input) => {
  const { io, operands, flags } = input;
  const client = MCP_CLIENTS.find(({ name }) => name === operands[0]);
  if (client === undefined) {
    const hint = `known clients: ${MCP_CLIENTS.map(({ name }) => name).join(", ")}; others take command wield, arguments mcp --workspace FOLDER.`;
    return printProblem(
      fail("unknown_client", `no MCP client is named "${operands[0]}"`, { hint }),
      io.err,
      USAGE_EXIT,
    );
  }
  const places = placesOf(input);
  if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
  const { workspaceRoot, userHome } = places.value;
  const isInWorkspace = client.file.in === "workspace";
  const file = join(isInWorkspace ? workspaceRoot : userHome, client.file.path);
  const read = readClientFile(file);
  if (!read.ok) return printProblem(read, io.err);
  const before = read.value;
  const isRemoval = flags.has("remove");
  const workspaceArgs = isInWorkspace ? ["--workspace", "."] : [];
  const edited = editClientConfig(
    before,
    client,
    isRemoval ? undefined : { command: "wield", args: ["mcp", ...workspaceArgs] },
  );
  if (!edited.ok) return printProblem(edited, io.err);
  if (edited.value === (before ?? "")) {
    io.out.line(
      `${io.out.foreign(file)} stays as it is: ${isRemoval ? "wield is not in it" : "wield is in it"}`,
    );
    return 0;
  }
  io.err.line(`${client.title}: ${io.err.foreign(file)} would hold`);
  io.err.line(`\n${io.err.foreign(edited.value)}`);
  if (!isRemoval && !isOnPath("wield", input.env["PATH"]))
    io.err.line(
      "There is no command wield on your PATH (an alias is not seen by other programs): the client will not be able to start it. README, Set up, says how to link it.\n",
    );
  if (!flags.has("yes")) {
    if (!io.canAsk) {
      io.err.line("Hint: nobody can be asked here; --yes writes it.");
      return 3;
    }
    const answer = await readAnswerOnTerminal(io, () => undefined)(
      "Write it? [y/N] ",
      new AbortController().signal,
    );
    if (!/^\s*y(es)?\s*$/i.test(answer ?? "")) {
      io.out.line("nothing was written");
      return 3;
    }
  }
  const written = replaceFile({ file, before, after: edited.value });
  if (!written.ok) return printProblem(written, io.err);
  io.out.line(
    isRemoval
      ? `taken out of ${io.out.foreign(file)}`
      : `written to ${io.out.foreign(file)}; wield mcp install ${client.name} --remove takes it out again`,
  );
  return 0;
};

/** What is no text is never written back: letters of it would be lost. */
function readClientFile(file: string): Outcome<string | undefined> {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) {
      const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
      return isLink
        ? fail("cannot_edit", `${file} is a link to nothing, so it is left as it is`, {
            hint: "create the file it stands for, or remove the link.",
          })
        : value(undefined);
    }
    // Reading a pipe would wait for whoever writes into it. A folder is told by the error of reading it.
    if (!found.isFile() && !found.isDirectory())
      return fail("cannot_edit", `${file} is not a regular file, so it is left as it is`);
    if (found.size > MAX_FILE_MB * 1_000_000)
      return fail("cannot_edit", `${file} is larger than ${MAX_FILE_MB} MB, so it is left as it is`);
    const bytes = readFileSync(file);
    if (isUtf8(bytes)) return value(bytes.toString("utf8"));
    return fail("cannot_edit", `${file} is not UTF-8, so it is left as it is`);
  } catch (error) {
    return fail("io_error", `${file} cannot be read: ${describeFault(error)}`);
  }
}

function isOnPath(program: string, path: string | undefined): boolean {
  return (path ?? "").split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, program)));
}
