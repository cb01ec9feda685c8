const MOST_PAGE_BYTES = 24_000;
/** For the line above the page and those below it. */
const FRAME_CHARACTERS = 600;
const LEAST_PAGE_BYTES = 200;

/** How much output one look may show, so that it is not cut again. */
export function pageBytes(maxOutputChars: number): number {
  return Math.max(LEAST_PAGE_BYTES, Math.min(MOST_PAGE_BYTES, maxOutputChars - FRAME_CHARACTERS));
}
