/** The three repairs that cannot change what was meant. Missing closers are never added. */
export function repairHarmless(text: string): { readonly text: string; readonly what: string } | undefined {
  const done: string[] = [];
  let repaired = text;
  const fence = /^```[a-z]*\s*\n([\s\S]*?)\n?```$/i.exec(repaired);
  if (fence !== null) {
    repaired = (fence[1] ?? "").trim();
    done.push("took off a code fence");
  }
  const escaped = escapeControls(repaired);
  if (escaped !== repaired) done.push("escaped raw control characters");
  const trimmed = dropTrailingComma(escaped);
  if (trimmed !== escaped) done.push("dropped a trailing comma");
  return done.length === 0 ? undefined : { text: trimmed, what: done.join(", ") };
}

function escapeControls(text: string): string {
  return mapStrings(text, (inside) =>
    inside.replaceAll(
      /[\u0000-\u001f]/g,
      (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  ).text;
}

/** Drops a comma before a closing bracket when there is exactly one such place. */
function dropTrailingComma(text: string): string {
  const places: number[] = [];
  mapStrings(
    text,
    (inside) => inside,
    (outside, offset) => {
      for (const match of outside.matchAll(/,\s*(?=[}\]])/g)) places.push(offset + match.index);
    },
  );
  const [place] = places;
  return place === undefined || places.length > 1 ? text : text.slice(0, place) + text.slice(place + 1);
}

function mapStrings(
  text: string,
  inside: (part: string) => string,
  outside: (part: string, offset: number) => void = () => undefined,
): { readonly text: string } {
  let result = "";
  let start = 0;
  let isInside = false;
  for (let index = 0; index <= text.length; index += 1) {
    const isEnd = index === text.length;
    const character = text[index];
    if (isInside && character === "\\") {
      index += 1;
      continue;
    }
    if (!isEnd && character !== '"') continue;
    const part = text.slice(start, index);
    if (isInside) result += inside(part);
    else {
      outside(part, start);
      result += part;
    }
    if (!isEnd) result += '"';
    start = index + 1;
    isInside = !isInside;
  }
  return { text: result };
}
