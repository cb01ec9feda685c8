const PLAIN = /^[\u0020-\u007e]*$/;

let segmenter: Intl.Segmenter | undefined;

/** The signs of a text as a person counts them: letters with their marks, joined emoji, flags. */
export function graphemes(text: string): readonly string[] {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
