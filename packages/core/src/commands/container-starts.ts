import type { SimpleCommand, ShellWord } from "../ports/command-parser.ts";
import { code, inner, NOTHING, type Started } from "./started.ts";

/** Options without a value; each other one takes one. */
const FLAGS =
  /^(-[ditqPTI]+|--(detach|interactive|tty|rm|init|privileged|read-only|quiet|no-deps|build|service-ports|use-aliases|publish-all|no-healthcheck|oom-kill-disable|no-tty|sig-proxy|quiet-pull|remove-orphans|replace|tls|debug))$/;

/** `docker exec CONTAINER COMMAND`, `podman run IMAGE COMMAND`, `docker compose run SERVICE COMMAND`. */
export function containerStarts(command: SimpleCommand): Started {
  const before = operandsOf(command.words.slice(1));
  let rest = before.operands;
  if (rest[0]?.text === "compose" || rest[0]?.text === "container") rest = operandsOf(rest.slice(1)).operands;
  const [action, ...words] = rest;
  if (action === undefined) return NOTHING;
  if (!action.isLiteral) return code("its action is known only when it runs");
  if (!/^(exec|run|create)$/.test(action.text)) return NOTHING;
  const { operands, options } = operandsOf(words);
  if (operands.some(({ isLiteral }, at) => at === 0 && !isLiteral))
    return code("what it starts is known only when it runs");
  const entry = options.find(({ name }) => name === "--entrypoint")?.value;
  const made = [...(entry === undefined ? [] : [entry]), ...operands.slice(1)];
  return made.length === 0 ? NOTHING : { commands: [inner(command, made)], unreadable: [], isRemote: true };
}

/** `kubectl exec POD -- COMMAND` and its like. */
export function podStarts(command: SimpleCommand): Started {
  const { words } = command;
  if (!words.some(({ text }) => /^(exec|run|debug)$/.test(text))) return NOTHING;
  const end = words.findIndex(({ text, isLiteral }) => isLiteral && text === "--");
  if (end < 0 || end === words.length - 1) return code("it starts a program in another place");
  return { commands: [inner(command, words.slice(end + 1))], unreadable: [], isRemote: true };
}

interface Read {
  readonly operands: readonly ShellWord[];
  readonly options: readonly { readonly name: string; readonly value?: ShellWord }[];
}

/** From the first operand on everything belongs to what is started. */
function operandsOf(words: readonly ShellWord[]): Read {
  const options: { name: string; value?: ShellWord }[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || !word.text.startsWith("-") || word.text === "-") break;
    if (word.text === "--") {
      at += 1;
      break;
    }
    const equals = word.text.indexOf("=");
    if (equals > 0)
      options.push({
        name: word.text.slice(0, equals),
        value: { text: word.text.slice(equals + 1), isLiteral: word.isLiteral },
      });
    else if (!FLAGS.test(word.text) && (word.text.startsWith("--") || word.text.length === 2)) {
      const value = words[at + 1];
      options.push({ name: word.text, ...(value === undefined ? {} : { value }) });
      at += 1;
    }
  }
  return { operands: words.slice(at), options };
}
