/** Texts of a file as they are put into a line of results: nearly all of them can be copied as they stand. */

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;

/** How a text is put: as it stands, with quotes around it, or made anew by whoever knows all the rules. */
export const BARE = 0;
export const QUOTED = 1;
export const ANEW = 2;

/** Copies bytes to `at`; tells where they end. */
export function copyBytes(bytes: Buffer, at: number, from: Uint8Array, start: number, end: number): number {
  let to = at;
  for (let index = start; index < end; index++) bytes[to++] = from[index] as number;
  return to;
}

/** How `csvCell` would put a text. */
export function csvKind(bytes: Uint8Array, start: number, end: number): number {
  if (!isWord(bytes[start] as number)) return ANEW;
  let kind = bytes[end - 1] === SPACE ? QUOTED : BARE;
  for (let at = start; at < end; at++) {
    const code = bytes[at] as number;
    if (code === COMMA) kind = QUOTED;
    else if (code < SPACE || code >= DELETE || code === QUOTE) return ANEW;
  }
  return kind;
}

/** How `csvCell` would put a text that is written with doubled quotes here: as it is, unless it may be a formula. */
export function doubledCsvKind(bytes: Uint8Array, start: number): number {
  return isWord(bytes[start] as number) ? QUOTED : ANEW;
}

/** How JSON.stringify would put a text. */
export function jsonKind(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const code = bytes[at] as number;
    if (code < SPACE || code >= DELETE || code === QUOTE || code === BACKSLASH) return ANEW;
  }
  return QUOTED;
}

/** Digits, and the ASCII from A to z: no formula begins with them. */
function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 122);
}
