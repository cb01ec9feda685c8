export function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The nearest place at or before `index` that splits no surrogate pair. */
export function cutPoint(text: string, index: number): number {
  const splits =
    index > 0 && index < text.length && isLowSurrogate(text, index) && isHighSurrogate(text, index - 1);
  return splits ? index - 1 : index;
}
