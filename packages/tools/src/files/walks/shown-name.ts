const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** A name or path as one line of a list: quoted as JSON when it holds what would break the line or be taken out. */
export function shownName(name: string): string {
  return UNSAFE.test(name) ? JSON.stringify(name) : name;
}
