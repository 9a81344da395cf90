/** Texts of files as they may stand on a terminal: control characters could move its cursor or forge a line. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, but for the ends of lines
const CONTROL_CHARACTERS_OF_LINES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/**
 * A name or another text of a line; each control character, an end of a line too, becomes U+FFFD.
 *
 * @example
 * harmless("Leeds\u001b[2J\n"); // => "Leeds\ufffd[2J\ufffd"
 */
export function harmless(text: string): string {
  return text.replace(CONTROL_CHARACTERS, "\ufffd");
}

/**
 * A whole text for a person; its ends of lines stay.
 *
 * @example
 * harmlessLines("Leeds\u001b[2J\n"); // => "Leeds\ufffd[2J\n"
 */
export function harmlessLines(text: string): string {
  return text.replace(CONTROL_CHARACTERS_OF_LINES, "\ufffd");
}
