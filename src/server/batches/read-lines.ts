/** Reads the calls of a body of lines (H25): JSON lines or CSV, by the reader of call files. */
import { setImmediate } from "node:timers/promises";
import { FileError, type FileFormat, readCallBatches } from "../../files/index.ts";
import type { BodyLine } from "../calls/index.ts";
import { ServerError, sentenceOf } from "../errors.ts";
import { forbiddenValues, jsonFault, type RouteRequest } from "../http/index.ts";
import { BatchSize } from "./batch-limits.ts";

/** By media type: the format of a body of lines. */
const FORMATS: Readonly<Record<string, FileFormat>> = {
  "application/x-ndjson": "jsonl",
  "application/jsonl": "jsonl",
  "text/csv": "csv",
};

export const LINE_TYPES: readonly string[] = Object.keys(FORMATS);

/** The calls of a body of lines, in order. */
interface CallLines {
  /** Null for a line that could not be read. */
  readonly calls: readonly unknown[];
  readonly bodyLines: readonly BodyLine[];
}

/** The name of the body in messages. */
const NAME = "body";
const PIECE_BYTES = 1 << 16;
const MOST_HINT = 500;

/**
 * The calls of a body. For a line that cannot be read, or that holds values that no JSON body may hold, `bodyLines` has
 * the problem.
 *
 * @throws ServerError 400003 where the body is no text of its format or has no calls, 413001 where it has too many
 */
export async function readLines(
  { type, bytes }: NonNullable<RouteRequest["upload"]>,
  signal: AbortSignal,
): Promise<CallLines> {
  const format = FORMATS[type] ?? "jsonl";
  // The reader of call files would unpack the body, to any size.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new ServerError(400003, "The body is packed with gzip; send it unpacked.");
  const texts = format === "jsonl" ? new LineTexts(bytes) : undefined;
  const calls: unknown[] = [];
  const bodyLines: BodyLine[] = [];
  const size = new BatchSize();
  try {
    for await (const items of readCallBatches(piecesOf(bytes, signal), { format, name: NAME })) {
      for (const item of items) {
        const { line } = item;
        const call = "call" in item ? item.call : null;
        size.add(call);
        const reason = "call" in item ? faultOf(item.call, texts?.at(line)) : undefined;
        calls.push(reason === undefined ? call : null);
        if ("problem" in item) bodyLines.push(item.problem);
        else bodyLines.push(reason === undefined ? line : { file: NAME, line, reason });
      }
    }
  } catch (error) {
    if (error instanceof FileError)
      throw new ServerError(400003, sentenceOf([error.message.slice(0, MOST_HINT)]));
    throw error;
  }
  if (calls.length === 0) throw new ServerError(400003, "The body has no calls; send one at least.");
  return { calls, bodyLines };
}

/** The bytes in pieces; other requests run between them. */
async function* piecesOf(bytes: Uint8Array, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Why a call is refused that a file may hold: a fault that JSON bodies are refused for (H3, H4). */
function faultOf(call: object, text: string | undefined): string | undefined {
  const fault = text === undefined ? undefined : jsonFault(text);
  if (fault !== undefined) return fault;
  const [problem] = forbiddenValues(call);
  return problem && `${problem.path.slice(0, 60)} ${problem.message}`.trim();
}

/** The lines of a body as texts; calls of `at` must have ascending line numbers. */
class LineTexts {
  readonly #bytes: Buffer;
  #line = 1;
  #start = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  at(line: number): string {
    for (; this.#line < line; this.#line++) this.#start = this.#end() + 1;
    return this.#bytes.toString("utf8", this.#start, this.#end());
  }

  #end(): number {
    const lineFeed = this.#bytes.indexOf(0x0a, this.#start);
    return lineFeed === -1 ? this.#bytes.length : lineFeed;
  }
}
