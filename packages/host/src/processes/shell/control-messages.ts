/** What the shell says on its control channel. */
export type ControlMessage =
  | {
      readonly kind: "ready";
      readonly pid: number;
      readonly parent: number;
      readonly hasFunctions: boolean;
      readonly folder: string;
    }
  | { readonly kind: "open"; readonly number: number; readonly said: string }
  /** The folder of the command cannot be entered; it was not run. */
  | { readonly kind: "nowhere"; readonly number: number }
  | {
      readonly kind: "ended";
      readonly number: number;
      /** The head of its process group. */
      readonly pid: number;
      readonly exitCode: number;
      /** Something of its group still lives. */
      readonly hasLeft: boolean;
      /** How the copy of the shell ended, when it could keep its state: by itself, or by `exit` and the like. */
      readonly kept?: "end" | "exit";
      /** What became of the state, when it could be kept: `other` is to be taken over by a new shell. */
      readonly state?: "same" | "kept" | "other";
      readonly folder: string;
    };

const FIELD_END = "\u001f";
const MESSAGE_END = "\0";

/** Longer than any message of ours: a folder's name, and what a shell says of a line. */
const MOST_HELD = 1024 * 1024;

/** Messages out of the pieces they come in. What is none is passed over. */
export class ControlReader {
  #text = "";
  readonly #decoder = new TextDecoder();
  readonly #give: (message: ControlMessage) => void;

  constructor(give: (message: ControlMessage) => void) {
    this.#give = give;
  }

  push(chunk: Uint8Array): void {
    this.#text += this.#decoder.decode(chunk, { stream: true });
    for (;;) {
      const end = this.#text.indexOf(MESSAGE_END);
      if (end < 0) {
        // Somebody else writes there.
        if (this.#text.length > MOST_HELD) this.#text = "";
        return;
      }
      const message = parse(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + 1);
      if (message !== undefined) this.#give(message);
    }
  }
}

function parse(text: string): ControlMessage | undefined {
  const [kind, ...fields] = text.split(FIELD_END);
  const [first = "", pid = "", code = "", left = "", kept = "", state = "", ...folder] = fields;
  const number = Number(first);
  switch (kind) {
    case "ready":
      return {
        kind,
        pid: number,
        parent: Number(pid),
        hasFunctions: code === "1",
        folder: fields.slice(3).join(FIELD_END),
      };
    case "open":
      return { kind, number, said: fields.slice(1).join(FIELD_END) };
    case "nowhere":
      return { kind, number };
    case "ended": {
      const [keptNumber, how] = kept.split(" ");
      const isKept = Number(keptNumber) === number && (how === "end" || how === "exit");
      return {
        kind,
        number,
        pid: Number(pid),
        exitCode: Number(code),
        hasLeft: left === "1",
        ...(isKept ? { kept: how } : {}),
        ...(isKept && (state === "same" || state === "kept" || state === "other") ? { state } : {}),
        folder: folder.join(FIELD_END),
      };
    }
    default:
      return undefined;
  }
}
