/** Something that code tried past its services. It was stopped, unless connections were let through. */
export interface Attempt {
  readonly kind:
    | "write"
    | "program"
    | "worker"
    | "addon"
    | "signal"
    | "connect"
    | "send"
    | "listen"
    | "look_up";
  /** A path, a program, `host:port`; empty when it is not known. */
  readonly target: string;
}

const VERBS: Readonly<Record<Attempt["kind"], string>> = {
  write: "write",
  program: "start the program",
  worker: "start a thread",
  addon: "load the addon",
  signal: "signal the process",
  connect: "connect to",
  send: "send to",
  listen: "listen on",
  look_up: "look up",
};

/** The attempt behind the words "tried to". */
export function describeAttempt({ kind, target }: Attempt): string {
  return `${VERBS[kind]} ${target}`.trimEnd();
}
