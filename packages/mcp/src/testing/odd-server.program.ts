/** The odd server over standard input and output; its script is the first argument, as JSON. */
import { closeSync } from "node:fs";
import { createInterface } from "node:readline";
import { createOddServer, type OddMessage, type OddScript } from "./odd-server.ts";

const script = JSON.parse(process.argv[2] ?? "{}") as OddScript;

let isMute = false;

function write(line: string): void {
  const { pieceBytes } = script;
  if (isMute) return;
  if (pieceBytes === undefined) return void process.stdout.write(`${line}\n`);
  const bytes = Buffer.from(`${line}\n`);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    process.stdout.write(bytes.subarray(at, at + pieceBytes));
}

const server = createOddServer(script, {
  say: (words) => void process.stderr.write(words),
  die: () => process.exit(7),
  announce: write,
});

for (const line of script.junk ?? []) process.stdout.write(`${line}\n`);
if (script.stderrBytes !== undefined) process.stderr.write("x".repeat(script.stderrBytes));

/** What was written before is out: it goes to a pipe. */
function close(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It was closed with its stream.
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as OddMessage;
  const isLast = message.method === "tools/list" && script.closes !== undefined;
  // Before the answer: a call that follows it would else be taken by a pipe that is closed only then.
  if (isLast && script.closes === "input") {
    process.stdin.destroy();
    close(0);
  }
  server.receive(message, write);
  if (isLast && script.closes === "output") {
    isMute = true;
    close(1);
  }
  if (isLast) setInterval(() => undefined, 1000);
});

// A server that is waited for stays: it does not end with its input.
process.stdin.on("end", () => {
  if (!server.isWaiting && script.closes === undefined) process.exit(0);
});
process.stdin.on("error", () => undefined);
