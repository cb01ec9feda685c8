// A thread that reads command lines. A line can take the grammar a second, or break it: neither may hold up or end what
// the process does besides.
import { parentPort } from "node:worker_threads";
import { loadGrammar } from "./parse-script.ts";

const parse = await loadGrammar();
parentPort?.on("message", (script: string) => {
  parentPort?.postMessage(parse(script), []);
});
parentPort?.postMessage("ready", []);
