import { isAbsolute, posix } from "node:path";
import {
  type CallScope,
  type CommandEnd,
  fail,
  type FailedResult,
  type LookOptions,
  type Outcome,
  type Processes,
  type ProcessLook,
  type ShellCommand,
  value,
} from "@wield/core";
import type { RunningProcess } from "../background/background-process.ts";
import type { EndedCommand } from "../shell/session-shell.ts";
import type { SessionProcesses } from "./session-processes.ts";

/** Programs and shells as one call may use them. */
export function openCallProcesses(scope: CallScope, session: SessionProcesses): Processes {
  const refusal = (command: string): FailedResult | undefined => {
    const { tool, effects, mayChange } = scope;
    const isDeclared = effects.some((effect) => effect.kind === "run" && effect.command === command);
    if (mayChange && isDeclared) return undefined;
    return scope.refuse(
      mayChange
        ? `${tool.name} would run a command that is not among the effects this call declared`
        : `${tool.name} only reports and may not run a command`,
      "this is a fault of the tool; do not repeat the call.",
    );
  };
  const mayNotChange = (what: string): FailedResult | undefined =>
    scope.mayChange
      ? undefined
      : scope.refuse(`${scope.tool.name} only reports and may not ${what} a process`);
  const folderOf = ({ folder }: ShellCommand): { readonly folder?: string } => {
    if (folder === undefined) return {};
    return { folder: isAbsolute(folder) ? folder : posix.resolve(session.home, folder) };
  };
  const look = async (
    id: string,
    work: (process: RunningProcess) => ProcessLook | Promise<ProcessLook>,
  ): Promise<Outcome<ProcessLook>> => {
    const found = session.background.get(id);
    return found.ok ? value(await work(found.value)) : found;
  };

  return {
    backend: session.driver.facts,
    run: async (command) => {
      const refused = refusal(command.command);
      if (refused !== undefined) return refused;
      const { onOutput } = command;
      const ended = await session.run({
        command: command.command,
        ...folderOf(command),
        signal: scope.signal,
        ...(onOutput === undefined ? {} : { onNewest: onOutput }),
      });
      if (!ended.ok) return ended;
      const end = await storeRest(scope, ended.value);
      return value({ ...end, notes: [...session.takeFirstNotes(), ...end.notes] });
    },
    start: async (command) => {
      const refused = refusal(command.command);
      if (refused !== undefined) return refused;
      const { timeoutMs } = command;
      const started = await session.start({
        command: command.command,
        ...folderOf(command),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if (!started.ok) return started;
      const view = started.value.poll(command.maxBytes);
      return value({ ...view, notes: [...session.takeFirstNotes(), ...view.notes] });
    },
    list: () => session.background.list(),
    poll: (id, { maxBytes }) => look(id, (process) => process.poll(maxBytes)),
    log: async (id, { offset, maxBytes }) => {
      const found = session.background.get(id);
      if (!found.ok) return found;
      const total = found.value.totalBytes;
      if (offset > total || (offset === total && offset > 0 && !found.value.isRunning))
        return fail("past_end", `offset ${offset} is past the end (${total} bytes)`, {
          hint: `the last page begins at offset ${Math.max(0, total - maxBytes)}.`,
        });
      return value(found.value.log(offset, maxBytes));
    },
    wait: (id, { maxBytes, timeoutMs, until }) =>
      look(id, async (process) => {
        await process.wait(timeoutMs, { signal: scope.signal, ...(until === undefined ? {} : { until }) });
        return process.poll(maxBytes);
      }),
    kill: async (id, { maxBytes }) => {
      const refused = mayNotChange("end");
      if (refused !== undefined) return refused;
      const found = session.background.get(id);
      if (!found.ok) return found;
      const hadEnded = !(await found.value.kill());
      return value({ ...found.value.poll(maxBytes), hadEnded });
    },
    write: async (id, { text, isEnd }, options) => {
      const refused = mayNotChange("write to");
      return refused ?? writeTo(session, { id, text, isEnd, ...options });
    },
  };
}

/** Stores what is too much for a result. */
async function storeRest(scope: CallScope, { spill, ...end }: EndedCommand): Promise<CommandEnd> {
  if (spill === undefined) return end;
  try {
    const stored = await scope.storeOutput({
      pieces: decoded(spill.pieces((missing) => `\n… ${missing} bytes are missing here\n`)),
      isPartial: spill.missingBytes > 0,
      shownCharacters: end.output.length,
    });
    return { ...end, isStored: stored !== undefined };
  } finally {
    spill.close();
  }
}

async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function writeTo(
  session: SessionProcesses,
  {
    id,
    text,
    isEnd,
    maxBytes,
  }: LookOptions & { readonly id: string; readonly text: string; readonly isEnd: boolean },
): Promise<Outcome<ProcessLook>> {
  const found = session.background.get(id);
  if (!found.ok) return found;
  const process = found.value;
  const written = await process.write(text, isEnd);
  if (written === "taken" || written === "waiting") {
    const look = process.poll(maxBytes);
    if (written === "taken") return value(look);
    return value({
      ...look,
      notes: [...look.notes, `${id} has not read all of its input yet; the rest waits`],
    });
  }
  const how =
    written === "full"
      ? "does not read its input, and too much waits for it already"
      : process.isRunning
        ? "no longer reads its input"
        : `has ended (exit code ${process.facts().exitCode ?? "unknown"})`;
  return fail("not_running", `${id} ${how}; nothing was sent`, { hint: "process log shows its output." });
}
