import type { Secret } from "@wield/core";

/** The secret that stands in one of the texts, as it is or in a form that is undone at a glance. */
export function findSecret(texts: readonly string[], secrets: readonly Secret[]): Secret | undefined {
  return secrets.find(({ value }) => {
    const forms = formsOf(value);
    return texts.some((text) => forms.some((form) => text.includes(form)));
  });
}

function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  // What stands before it shifts base64 by one or two characters; the middle stays the same.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .slice(4, -4),
  );
  return [value, encodeURIComponent(value), bytes.toString("hex"), ...shifted];
}
