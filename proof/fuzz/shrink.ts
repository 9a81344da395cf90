/** Makes a file smaller of which something is wrong. */

/** Attempts at most: each rates the file in every way. */
const ATTEMPTS = 300;

/** The smallest file found by leaving out lines of which the same is still true. */
export async function shrunk(bytes: Buffer, isWrong: (bytes: Buffer) => Promise<boolean>): Promise<Buffer> {
  let lines = bytes.toString("latin1").split("\n");
  let attempts = 0;
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < lines.length && attempts < ATTEMPTS; attempts++) {
      const rest = [...lines.slice(0, at), ...lines.slice(at + size)];
      if (await isWrong(toBytes(rest))) lines = rest;
      else at += size;
    }
  }
  return toBytes(lines);
}

function toBytes(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join("\n"), "latin1");
}
