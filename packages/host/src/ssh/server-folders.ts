import { type Outcome, value } from "@wield/core";
import { askPlace } from "../processes/remote/ask-place.ts";
import type { RemotePlace } from "../processes/remote/remote-place.ts";
import { quoteWord } from "../processes/shell/quote-word.ts";

/** Removes a folder there when nothing is in it. Both act in the real folder above, wherever a link would lead. */
export function removeEmptyServerFolder(place: RemotePlace, path: string): Promise<Outcome<boolean>> {
  return actOn(place, path, (name) => `rmdir -- ${name}`);
}

/** Gives a file there its permission bits back. */
export function setServerMode(place: RemotePlace, path: string, mode: number): Promise<Outcome<boolean>> {
  const bits = (mode & 0o777).toString(8).padStart(3, "0");
  return actOn(place, path, (name) => `[ ! -h ${name} ] && chmod ${bits} ${name}`);
}

async function actOn(
  place: RemotePlace,
  path: string,
  act: (name: string) => string,
): Promise<Outcome<boolean>> {
  const at = path.lastIndexOf("/");
  const folder = quoteWord(path.slice(0, at) || "/");
  const name = quoteWord(`./${path.slice(at + 1)}`);
  const asked = await askPlace(
    place,
    `cd -P -- ${folder} && [ "$(pwd -P)" = ${folder} ] && ${act(name)} 2>/dev/null`,
  );
  return asked.ok ? value(asked.value.exitCode === 0) : asked;
}
