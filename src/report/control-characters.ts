/** Control characters of texts that come from files: on a terminal they could move its cursor or forge a line. */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ALL = /[\u0000-\u001f\u007f-\u009f]/g;
const ALL_BUT_LINE_ENDS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** HTML allows tabs, ends of lines and those of ISO 8859-1. */
const FORBIDDEN_IN_HTML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: they are what is looked for

/**
 * A name or another text of a line; each control character, an end of a line too, becomes U+FFFD.
 *
 * @example
 * harmless("Leeds\u001b[2J\n"); // => "Leeds\ufffd[2J\ufffd"
 */
export function harmless(text: string): string {
  return text.replace(ALL, "\ufffd");
}

/**
 * A whole text for a person; its ends of lines stay.
 *
 * @example
 * harmlessLines("Leeds\u001b[2J\n"); // => "Leeds\ufffd[2J\n"
 */
export function harmlessLines(text: string): string {
  return text.replace(ALL_BUT_LINE_ENDS, "\ufffd");
}

/** A text without the characters that HTML forbids, to be escaped. */
export function harmlessInHtml(text: string): string {
  return text.replace(FORBIDDEN_IN_HTML, "\ufffd");
}
