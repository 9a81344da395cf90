/** Standard output where it is a terminal: what steers one is escaped, whatever a command writes. */

import { Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { escapedControls } from "../report/index.ts";

/**
 * A stream to write to in place of standard output: where that is a terminal, control characters and marks of writing
 * direction are written as JSON escapes, so that JSON lines keep their values; a file or a pipe gets every byte as it is.
 */
export function terminalOutput(stdout: Writable): Writable {
  if (!("isTTY" in stdout) || stdout.isTTY !== true) return stdout;
  // A character may lie in two pieces.
  const decoder = new StringDecoder("utf8");
  return new Writable({
    decodeStrings: true,
    write(piece: Buffer, _encoding, done) {
      stdout.write(escapedControls(decoder.write(piece)), done);
    },
    final(done) {
      stdout.write(escapedControls(decoder.end()), done);
    },
  });
}
