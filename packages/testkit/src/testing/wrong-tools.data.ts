import type { CheckName } from "../check/finding.ts";

/** A file below fixtures/wrong-tools, the check that fails, and what its message must say. */
export type WrongTool = readonly [file: string, check: CheckName, message: RegExp];

/** The definition breaks a rule: `defineTool` throws, or a model would stumble over it. */
export const WRONG_DEFINITIONS: readonly WrongTool[] = [
  ["no-description", "contract", /tool "no_description": description must be a text for the model/],
  ["says-only-its-name", "contract", /^description says no more than the name/],
  ["broken-definition", "contract", /tool "Broken Definition": name must match/],
  ["ambient-parameter", "contract", /input must not ask for "workspace": the host knows it/],
  ["ambient-in-a-list", "contract", /^parameter "texts\[\].session_id" asks for what the host knows/],
  ["root-union", "contract", /tool "root_union": input must be an object schema at its root/],
  ["missing-type", "contract", /tool "missing_type": input text has no type/],
  ["schema-reference", "contract", /input text uses \$ref, which some providers refuse/],
  ["default-not-valid", "contract", /input limit has a default that does not fit: .* number/],
  ["guidance-too-long", "contract", /guidance must have at most 1200 characters/],
  ["prompt-too-long", "contract", /^prompt gave 7000 characters; at most 4000 are sent/],
  ["available-throws", "contract", /^available threw: no tool is active; return the reason/],
];

/** Importing the file fails, or does more than define a tool. */
export const WRONG_IMPORTS: readonly WrongTool[] = [
  ["no-default-export", "contract", /no tool as its default export/],
  ["two-tools", "contract", /defines 2 tools; one file defines one tool/],
  ["import-throws", "contract", /no key was set/],
  ["import-not-found", "contract", /Cannot find module .*no-such-helper/],
  ["import-never-ends", "contract", /^its import did not end within 1.5 s/],
  ["import-spins", "contract", /^loading the file: never returned and blocked its process/],
  ["writes-while-loading", "honest", /^loading the file created .*loaded.txt/],
  ["starts-while-loading", "honest", /^loading the file tried to start the program date/],
  ["connects-while-loading", "honest", /^loading the file tried to connect to 127.0.0.1:18080/],
  ["leaves-a-timer", "honest", /^loading the file left a timer running/],
  ["changes-what-all-share", "honest", /^loading the file made the global variable counted/],
  ["changes-what-all-share", "honest", /^loading the file changed the environment/],
];

/** A call does not come to a result that a conversation can go on with. */
export const WRONG_CALLS: readonly WrongTool[] = [
  [
    "throws",
    "total",
    /^input .* threw: throws failed with (SyntaxError|URIError).*; return fail\(code.*\(seed 1\)$/,
  ],
  ["throws-later", "total", /example 1: threw outside its call: nobody waits for this/],
  ["effects-throw", "total", /threw: what effects_throw would touch could not be found out/],
  ["effects-spin", "total", /decoding .*\*.*never returned and blocked its process/],
  ["busy", "total", /^input .* kept its process busy for 1\.\d+ s/],
  ["ends-the-process", "examples", /example 1: ended its process \(exit code 3\)/],
  ["eats-memory", "examples", /example 1: used more than 96 MB of memory/],
  ["returns-a-number", "total", /returned no valid result: .* answered with \d+, which is no result/],
  [
    "returns-undefined",
    "total",
    /answered with undefined, which is no result of ok or fail; return ok\(text, data\) or fail/,
  ],
  ["returns-an-object", "total", /answered with \{"text":.*\}, which is no result of ok or fail/],
  ["other-output", "total", /data that does not match its output: data.characters must be a number/],
  ["data-not-json", "total", /data that is not JSON: when is no plain object/],
  ["data-refers-to-itself", "total", /data that is not JSON: a value is nested deeper than 200/],
  ["ignores-abort", "cancel", /outlived the abort by more than 0.3 s/],
  ["ignores-limit", "time-out", /limited to 0.05 s: outlived its limit/],
  ["late-without-a-word", "time-out", /does not say that the limit was reached/],
  ["too-large", "output", /example 1: its result has 18.0 MB/],
  ["grows-without-bound", "output", /its result has \d+.\d MB; at most 16 MB are allowed/],
  ["half-a-character", "output", /half a surrogate pair/],
  ["half-a-character-in-text", "output", /half a surrogate pair/],
  ["control-codes", "output", /control code U\+001B/],
  ["leaks-its-environment", "output", /its result holds the secret OPENAI_API_KEY/],
  ["leaks-in-base64", "output", /its result holds the secret \w+ of its environment/],
  ["empty-message", "worded", /failed without a message/],
  ["no-value", "worded", /names no value: "no such place"/],
  ["no-next-step", "worded", /tells no next step: "no country has a city named .*give fail\(\) a hint/],
  ["stack-trace", "worded", /shows a stack trace: Error: no city/],
];

/** A call does more than it says. */
export const DISHONEST: readonly WrongTool[] = [
  ["undeclared-service", "contract", /run takes "files" from its context, .*; write needs: \[Files\]/],
  ["changes-memory", "honest", /its memory service to remember "somebody asked", but mutates is false/],
  ["runs-a-command", "honest", /its processes service to run the command date, but mutates is false/],
  ["undeclared-memory", "honest", /remember "Buy bread", which is not among the effects .*"memory"/],
  ["undeclared-path", "honest", /example 1: created length.txt, which is not among the effects/],
  ["undeclared-write", "honest", /asked its files service to write length.txt, which is not among/],
  ["effects-vary", "honest", /^example 1: its effects differ from call to call/],
  ["preview-throws", "examples", /^example 1 has no preview: .*cannot look ahead/],
  ["writes-elsewhere", "honest", /example 1: tried to write \/var\/tmp\/wield-lie.txt past its services/],
  ["starts-a-program", "honest", /example 1: tried to start the program date/],
  ["starts-and-reports", "honest", /example 1: tried to start the program date/],
  ["signals-another", "honest", /example 1: tried to signal the process \d+ past its services/],
  ["connects-past-network", "honest", /example 1: tried to connect to 127.0.0.1:18080/],
  ["sends-a-datagram", "honest", /example 1: tried to send to 127.0.0.1:18080 past its services/],
  ["asks-for-a-name", "honest", /example 1: tried to look up example.com past its services/],
  ["listens", "honest", /example 1: tried to listen on localhost:18080 past its services/],
  [
    "writes-later",
    "honest",
    /(?:created|changed|wrote in) .*late.txt (past its files service|after its calls had ended)/,
  ],
];

/** Names of files that tests of their own are about. */
export const TESTED_APART = [
  "takes-a-name",
  "different-each-time",
  "other-schema-each-time",
  "tells-the-year",
  "prints-while-loading",
  "prints-when-called",
  "no-parameter-description",
  "writes-through-files",
  "writes-past-files",
  "never-returns",
  "spins",
  "changes-nothing",
  "cannot-be-undone",
  "example-not-valid",
  "example-fails",
  // In check-definition.test.ts.
  "no-verb",
  "short-description",
  "empty-object-parameter",
  "dear",
];
