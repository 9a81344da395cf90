/**
 * What the bytes 80 to 9F are in windows-1252, in order. Node's own decoder is of no use here: of several releases it
 * takes these bytes for control characters, so that a price list would depend on the Node that reads it.
 */
const FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** The text of bytes in windows-1252; the five that mean nothing there stay the control characters they are. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => FROM_80[character.charCodeAt(0) - 0x80] ?? character,
  );
}
