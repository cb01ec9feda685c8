import { createScrubber } from "@wield/core";

/** Masks these keys, also where a web address holds them, and whatever looks like a key. */
export function withoutKeys(keys: readonly string[]): (text: string) => string {
  const known = keys.filter((key) => key.trim() !== "");
  const forms = [...new Set(known.flatMap((key) => [key, encodeURIComponent(key)]))].toSorted(
    (a, b) => b.length - a.length,
  );
  const scrubber = createScrubber(forms.map((value) => ({ name: "API_KEY", value })));
  return (text) => {
    // A key of any length, anywhere: also inside another word.
    const masked = forms.reduce((rest, form) => rest.replaceAll(form, "[API_KEY]"), text);
    return scrubber.text(masked);
  };
}
