import { fstatSync } from "node:fs";
import { fail, value } from "@wield/core";
import type { Outcome } from "@wield/core";
import type { Io } from "../terminal/io.ts";

/** 10 MB. */
const MOST_BYTES = 10 * 1024 * 1024;
/** Whoever starts a command without a thought of its input may leave an open pipe there. */
const FIRST_BYTE_MS = 1000;

/**
 * The task: the operand, or with `-` all of standard input. What is piped in beside an operand is put behind it. Fails
 * with `wrong_usage`, `input_too_large`.
 */
export async function readTask(operand: string, io: Pick<Io, "stdin" | "err">): Promise<Outcome<string>> {
  if (operand === "-") {
    if (io.stdin.isTTY === true) io.err.line("wield: the task is read from the terminal; Ctrl-D ends it");
    const read = await readAll(io, "all");
    if (!read.ok) return read;
    return read.value.trim() === "" ? fail("wrong_usage", "standard input holds no task") : read;
  }
  if (operand.trim() === "") return fail("wrong_usage", "the task is empty");
  const kind = inputKind(io);
  if (kind === "none") return value(operand);
  const read = await readAll(io, kind === "file" ? "all" : "soon");
  if (!read.ok) return read;
  return value(
    read.value.trim() === "" ? operand : `${operand}\n\n<stdin>\n${read.value.trimEnd()}\n</stdin>`,
  );
}

function inputKind({ stdin }: Pick<Io, "stdin">): "none" | "file" | "pipe" {
  const { fd } = stdin as { readonly fd?: number };
  if (stdin.isTTY === true || fd === undefined) return "none";
  try {
    const facts = fstatSync(fd);
    if (facts.isFile()) return "file";
    return facts.isFIFO() || facts.isSocket() ? "pipe" : "none";
  } catch {
    return "none";
  }
}

/** `soon`: nothing, when no byte has come after a while. */
async function readAll(
  { stdin, err }: Pick<Io, "stdin" | "err">,
  when: "all" | "soon",
): Promise<Outcome<string>> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const end = (outcome: Outcome<string>): void => {
      clearTimeout(timer);
      stdin.off("data", onData).off("end", onEnd).off("error", onError).pause();
      resolve(outcome);
    };
    const onData = (chunk: Buffer | string): void => {
      clearTimeout(timer);
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      size += bytes.length;
      chunks.push(bytes);
      if (size > MOST_BYTES)
        end(
          fail("input_too_large", "standard input has more than 10 MB", {
            hint: "name a file in the task instead.",
          }),
        );
    };
    const onEnd = (): void => end(value(Buffer.concat(chunks).toString("utf8")));
    const onError = (error: Error): void =>
      end(fail("wrong_usage", `standard input cannot be read: ${error.message}`));
    const timer =
      when === "all"
        ? undefined
        : setTimeout(() => {
            err.line(
              "wield: nothing came on standard input, so the task goes on without it (- waits for it)",
            );
            end(value(""));
          }, FIRST_BYTE_MS);
    stdin.on("data", onData).on("end", onEnd).on("error", onError);
  });
}
