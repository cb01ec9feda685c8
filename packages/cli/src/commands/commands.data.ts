import type { CommandSpec } from "../argv/command-spec.ts";
import { MCP_COMMANDS } from "./mcp.data.ts";
import { CONFIGURATION_COMMANDS } from "./configuration.data.ts";
import { SESSION_COMMANDS } from "./sessions.data.ts";

const MANY = Number.POSITIVE_INFINITY;
const JSON_FLAG = { name: "json", about: "machine-readable output, nothing else on standard output" };
const MODEL_FLAG = { name: "model", value: "PROVIDER/NAME", about: "the model (WIELD_MODEL, model)" };

/** Every command: what the help says, what it takes, and where it is. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: "",
    summary: "the chat in this folder",
    forms: ["[--continue | --resume ID]"],
    about: [
      "With no model configured you type tool calls yourself, through the same toolset, approvals and journal; wield setup connects a model. /help in the chat lists its keys and commands.",
      "Without a terminal each line of standard input is sent once the one before it was answered.",
    ],
    flags: [
      { name: "continue", about: "go on with the newest conversation in this folder" },
      {
        name: "resume",
        value: "ID",
        about: "go on with that conversation; the beginning of its id is enough",
      },
      MODEL_FLAG,
    ],
    examples: [],
    operands: { least: 0, most: 0 },
    load: () => import("./chat.ts"),
  },
  {
    name: "run",
    summary: "one task, headless",
    forms: ["TASK", "-"],
    about: [
      "Runs one turn with the configured model. Standard output is the final answer; what happens until then goes to standard error. - reads the task from standard input; what is piped in beside a task is put behind it.",
      "Nobody is asked anything: a call that needs an answer is denied.",
      "Exit code: 0 done; 1 the model or Wield failed; 2 wrong usage or configuration, nothing was run; 3 done, but a call was denied because nobody could be asked; 4 stopped by a limit; 130 and 143 interrupted and terminated. The conversation can be resumed each time.",
      "The lines of --json are described in docs/run-events.md.",
    ],
    flags: [
      { name: "json", about: "one JSON object per line on standard output, nothing else there" },
      { name: "quiet", about: "no progress on standard error" },
      MODEL_FLAG,
      { name: "max-steps", value: "N", about: "the most model requests of this turn (agent.max_steps)" },
      { name: "approve", value: "MODE", about: "auto, prompt or deny; as --approval-mode" },
      {
        name: "session",
        value: "ID",
        about: "go on in that conversation; the beginning of its id is enough",
      },
      { name: "continue", about: "go on in the newest conversation in this folder" },
      { name: "resume", value: "ID", about: "as --session" },
      {
        name: "image",
        value: "PATH",
        about: "a picture that goes along; may be given several times",
        isRepeatable: true,
      },
    ],
    examples: [
      {
        line: 'wield run "what does this project do?"',
        about: "the answer, and nothing else on standard output",
      },
      { line: 'git diff | wield run "review this"', about: "with context" },
      { line: 'wield run --json "fix the tests" | jq -r .type', about: "events as they come" },
    ],
    operands: { least: 1, most: MANY },
    load: () => import("./run.ts"),
  },
  {
    name: "call",
    summary: "run one tool once",
    forms: ["TOOL [key=value …]", "TOOL JSON", "TOOL -"],
    about: [
      "key=value is read as the parameter's type (text stays text); key=@FILE takes a file's text; key:=JSON any JSON. One word that starts with { is the whole input as JSON; - reads that from standard input.",
      "Standard output is the tool's text. Notes and failures go to standard error. When the call needs an answer you are asked on a terminal; without one it is denied.",
      "What a call starts in the background ends with the command; in the chat it goes on until you leave.",
      "Exit code: 0 ok; 1 failed; 2 wrong usage, unknown tool or wrong configuration; 3 denied; 4 timed out; 130 and 143 interrupted and terminated.",
    ],
    flags: [
      {
        ...JSON_FLAG,
        about: "the whole result as one line of JSON: status, text, data, notes, the call's record",
      },
    ],
    examples: [
      { line: "wield call read_file path=README.md limit=20", about: "the first 20 lines" },
      {
        line: "wield call write_file path=notes.txt content=@draft.txt",
        about: "a file's text as a parameter",
      },
      { line: `wield call write_file '{"path": "a.txt", "content": "x"}'`, about: "the whole input as JSON" },
      { line: "wield call read_file path=a.txt --json | jq .status", about: "for programs" },
    ],
    operands: { least: 1, most: MANY },
    load: () => import("./call.ts"),
  },
  {
    name: "tools",
    summary: "the tools that are active here, and why others are not",
    forms: [""],
    about: [
      "Shows the toolset and the setting it came from, each active tool with its price in tokens (what a model carries for it in every request), and the inactive ones with the reason. * marks a tool that changes something, ~ one where that depends on its arguments.",
    ],
    flags: [{ name: "tokens", about: "prices only, the dearest first" }, JSON_FLAG],
    examples: [{ line: "wield tools --toolset coding", about: "what a conversation with that toolset has" }],
    operands: { least: 0, most: 0 },
    load: () => import("./tools.ts"),
  },
  {
    name: "tools show",
    summary: "everything about one tool",
    forms: ["NAME"],
    about: [
      "The whole contract: parameters, examples, failure codes, limits, where it was found, and whether it is active here.",
    ],
    flags: [JSON_FLAG],
    examples: [{ line: "wield tools show edit_file", about: "its parameters and what it may answer" }],
    operands: { least: 1, most: 1 },
    load: () => import("./tools-show.ts"),
  },
  {
    name: "tools explain",
    summary: "what would be decided about a call, and by which guard",
    forms: ["TOOL [key=value …]", "TOOL JSON"],
    about: [
      "Takes a call as wield call does, and prints every guard's answer: the floor, path rules, permission rules with the approval mode, and the rest. Nothing is run, asked or recorded.",
    ],
    flags: [JSON_FLAG],
    examples: [
      { line: "wield tools explain write_file path=.env content=x", about: "which rule closes that file" },
    ],
    operands: { least: 1, most: MANY },
    load: () => import("./tools-explain.ts"),
  },
  {
    name: "tools new",
    summary: "begin a tool of your own",
    forms: ["NAME [--person | --workspace]"],
    about: [
      "Writes NAME.ts, which works as it is and says where you have to say something, a test beside it, and a tsconfig.json with which your editor knows the types. Nothing is overwritten, and nothing has to be installed.",
    ],
    flags: [
      { name: "person", about: "in WIELD_HOME/tools: for you, in every folder (the default)" },
      { name: "workspace", about: "in this folder's .wield/tools: for all who work here and trust it" },
    ],
    examples: [{ line: "wield tools new word_count", about: "then: wield tools check word_count" }],
    operands: { least: 1, most: 1 },
    load: () => import("./tools-new.ts"),
  },
  {
    name: "tools check",
    summary: "prove tools",
    forms: ["[NAME …]"],
    about: [
      "Runs each tool against generated inputs in a child process on a fixture folder, and tells what does not hold: contract, providers, examples, cancel and time limit, bounded output, an honest mutates, worded failures. Exit code 0 when all pass, 1 when one fails.",
      "Without names: the tools you wrote (in WIELD_HOME/tools and this folder's .wield/tools). A name may also be the path of a tool file.",
      "A tool that connects (by what it needs, or by the effects of its examples) is not called, unless you give --live: then you see the calls and are asked before the first.",
    ],
    flags: [
      { name: "all", about: "the built-in tools too" },
      { name: "thorough", about: "100000 generated inputs per tool in place of 2000; takes minutes" },
      { name: "live", about: "let tools that connect make the calls of their examples" },
      { name: "yes", short: "y", about: "with --live: do not ask" },
      JSON_FLAG,
    ],
    examples: [
      { line: "wield tools check word_count", about: "one tool, one line per check" },
      { line: "wield tools check --all --json", about: "every tool, for a program" },
    ],
    operands: { least: 0, most: MANY },
    load: () => import("./tools-check.ts"),
  },
  {
    name: "journal",
    summary: "what was called, by whom, and how it ended",
    forms: ["[CALL]"],
    about: [
      "Newest first. Calls without an end are named: running (their process lives) or interrupted (it ended while the call ran). With a call's id, or the beginning of one: that call with all its entries.",
    ],
    flags: [
      { name: "limit", value: "N", about: "how many calls (20)" },
      { name: "tool", value: "NAME", about: "only calls of this tool" },
      {
        name: "status",
        value: "STATUS",
        about: "only ok, failed, denied, cancelled, interrupted or running",
      },
      { name: "session", value: "ID", about: "only this session" },
      { name: "all-workspaces", about: "calls in other folders too" },
      JSON_FLAG,
    ],
    examples: [{ line: "wield journal --status denied", about: "what was refused" }],
    operands: { least: 0, most: 1 },
    load: () => import("./journal.ts"),
  },
  ...SESSION_COMMANDS,
  {
    name: "undo",
    summary: "take back changes of files",
    forms: ["[CALL | PATH]"],
    about: [
      "Without arguments: the newest call in this folder that changed a file, whatever its session; again takes back the one before. CALL: that call. PATH: a file, or all files below a folder, as they were before the first change of the session that changed them last.",
      "You see what would happen and confirm it. A file that was changed since is refused with a diff unless --force. The undo is a call like others: in the journal, and wield undo with its id brings the changes back.",
      "Only changes of files can be taken back, not commands or messages; --list names those too.",
    ],
    flags: [
      { name: "list", about: "only show what can be taken back, and what cannot" },
      { name: "force", about: "put files back although they were changed since" },
      { name: "yes", short: "y", about: "do not ask" },
    ],
    examples: [
      { line: "wield undo", about: "the newest change" },
      { line: "wield undo src/a.ts", about: "one file, back to before the session" },
    ],
    operands: { least: 0, most: 1 },
    load: () => import("./undo.ts"),
  },
  {
    name: "approvals",
    summary: "requests that wait for an answer, of every process of yours",
    forms: [""],
    about: [
      "A call that needs an answer waits as a request until its deadline, then it is denied. It can be answered from any terminal.",
    ],
    flags: [JSON_FLAG],
    examples: [],
    operands: { least: 0, most: 0 },
    load: () => import("./approvals.ts"),
  },
  {
    name: "approve",
    summary: "let a waiting call run",
    forms: ["ID [once | session | always]"],
    about: [
      "session and always also add the exact rule that the request shows: until that session ends, or for good in its workspace.",
    ],
    flags: [],
    examples: [{ line: "wield approve apr_01k5", about: "the beginning of an id is enough" }],
    operands: { least: 1, most: 2 },
    load: () => import("./approve.ts"),
  },
  {
    name: "deny",
    summary: "refuse a waiting call",
    forms: ["ID [REMARK …]"],
    about: ["The remark is told to whoever made the call."],
    flags: [],
    examples: [{ line: "wield deny apr_01k5 not that file", about: "a refusal with its reason" }],
    operands: { least: 1, most: MANY },
    load: () => import("./deny.ts"),
  },
  {
    name: "trust",
    summary: "let this folder's .wield configuration and tools be used",
    forms: [""],
    about: [
      "Shows what .wield of this folder holds (configuration, tools, skills, hooks) and trusts it in its present state. When any of it changes you are asked again. Until then nothing of it is used.",
    ],
    flags: [{ name: "yes", short: "y", about: "do not ask" }],
    examples: [],
    operands: { least: 0, most: 0 },
    load: () => import("./trust.ts"),
  },
  ...CONFIGURATION_COMMANDS,
  {
    name: "doctor",
    summary: "check that everything works here",
    forms: [""],
    about: [
      "Settings with their origin, tools that are hidden or failed to load, the store, trust, confinement of file access, the version of Node. Exit code 1 when something is wrong.",
    ],
    flags: [JSON_FLAG],
    examples: [],
    operands: { least: 0, most: 0 },
    load: () => import("./doctor.ts"),
  },
  ...MCP_COMMANDS,
  {
    name: "completion",
    summary: "completion for your shell: bash, zsh or fish",
    forms: ["bash", "zsh", "fish"],
    about: [
      "Prints a script for your shell. Commands, flags, tool names, parameters and their values are completed, always as they are at that moment.",
    ],
    flags: [],
    examples: [
      { line: 'eval "$(wield completion bash)"', about: "in ~/.bashrc" },
      { line: 'eval "$(wield completion zsh)"', about: "in ~/.zshrc, after compinit" },
      { line: "wield completion fish | source", about: "in ~/.config/fish/config.fish" },
    ],
    operands: { least: 1, most: 1 },
    load: () => import("./completion.ts"),
  },
  {
    name: "completion words",
    summary: "the candidates for the last of the words, as a shell's completion asks",
    forms: ["-- WORD…"],
    about: ["The words are those behind wield, the last one as far as it was typed. One candidate a line."],
    flags: [],
    examples: [{ line: 'wield completion words -- call read_file ""', about: "the parameters of read_file" }],
    operands: { least: 0, most: MANY },
    load: () => import("./completion-words.ts"),
  },
];
