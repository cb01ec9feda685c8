import type { RunCommand } from "../argv/command-spec.ts";
import { COMPLETION_SCRIPTS } from "../completion/scripts.data.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";

/** `wield completion bash|zsh|fish` */
export const run: RunCommand = async ({ operands: [shell = ""], io }) => {
  const script = COMPLETION_SCRIPTS.get(shell);
  if (script === undefined) {
    io.err.line(`there is no completion for ${JSON.stringify(shell)}`);
    io.err.line(`Hint: the shells are ${[...COMPLETION_SCRIPTS.keys()].join(", ")}.`);
    return USAGE_EXIT;
  }
  io.out.write(script);
  return 0;
};
