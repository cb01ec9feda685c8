import { basename } from "node:path";

/** What a client is told about the tools as a whole. The workspace is named before the client could say its folders. */
export function instructions(places: {
  readonly explicit: string | undefined;
  readonly cwd: string;
}): string {
  const name = JSON.stringify(basename(places.explicit ?? places.cwd) || "/");
  const workspace =
    places.explicit === undefined
      ? `The workspace is the first folder your client has open (a root), else ${name}.`
      : `The workspace is ${name}.`;
  return [
    `${workspace} Relative paths start there.`,
    'Lines that start with "… " were added by a tool; they are not part of the content they stand after.',
    "A result that was too long names the whole of it by a locator (out_…): read the rest with read_output.",
  ].join("\n");
}
