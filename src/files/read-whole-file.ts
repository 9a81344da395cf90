import { FileError } from "./file-error.ts";
import { openFile } from "./open-input.ts";
import { fileErrorOf } from "./system-fault.ts";
import { decodeUtf8, notText, withoutBom } from "./text-encoding.ts";

/** Bytes that may still be read; shared by the files that are read together. */
export interface ByteBudget {
  readonly limit: number;
  left: number;
}

/** A budget of which nothing is used. */
export function byteBudget(limit: number): ByteBudget {
  return { limit, left: limit };
}

/** Takes bytes from a budget; throws a FileError about the file where they are not there. */
export function spend(budget: ByteBudget, bytes: number, name: string): void {
  budget.left -= bytes;
  if (budget.left >= 0) return;
  const what = "it and the files read with it, each counted as often as it is named";
  throw new FileError(name, `is too large; ${what}, may have ${budget.limit} bytes together`);
}

/** The UTF-8 text of a file, without a byte order mark; throws a FileError, also where the budget is used up. */
export async function readWholeFile(path: string, name: string, budget: ByteBudget): Promise<string> {
  const bytes = await readBytes(path, name, budget);
  const reason = notText(bytes);
  if (reason !== undefined) throw new FileError(name, reason);
  const body = withoutBom(bytes);
  const text = decodeUtf8(body);
  if (text !== undefined) return text;
  throw new FileError(name, "is not UTF-8 text", { line: firstBadLine(body) });
}

async function readBytes(path: string, name: string, budget: ByteBudget): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  try {
    const input = await openFile(path, name);
    // Reading in pieces holds the limit also for a pipe and for a file that grows meanwhile.
    for await (const bytes of input.source) {
      const piece = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
      spend(budget, piece.length, name);
      pieces.push(piece);
    }
  } catch (error) {
    throw fileErrorOf(error, name);
  }
  return Buffer.concat(pieces);
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found;
    if (decodeUtf8(bytes.subarray(start, end)) === undefined) return line;
    start = end + 1;
  }
  return line;
}
