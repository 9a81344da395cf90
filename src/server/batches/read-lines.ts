/** Calls of a body of lines (H25): JSON lines or CSV, read as files of calls are. */
import { setImmediate } from "node:timers/promises";
import { FileError, type FileFormat, readCallBatches } from "../../files/index.ts";
import type { PlaceInBody } from "../calls/index.ts";
import { ServerError } from "../errors.ts";
import { forbiddenValues, jsonFault, type RouteRequest } from "../http/index.ts";
import { BatchSize } from "./batch-limits.ts";

/** The format of each type of body that has lines. */
const FORMATS: Readonly<Record<string, FileFormat>> = {
  "application/x-ndjson": "jsonl",
  "application/jsonl": "jsonl",
  "text/csv": "csv",
};

/** The types of bodies that have lines. */
export const LINE_TYPES: readonly string[] = Object.keys(FORMATS);

/** The calls of a body of lines, in order. */
interface CallLines {
  /** Null in the place of a line that could not be read. */
  readonly calls: readonly unknown[];
  readonly inBody: readonly PlaceInBody[];
}

/** What the body is called where something is said of it. */
const NAME = "body";
const PIECE_BYTES = 1 << 16;
const MOST_HINT = 500;

/**
 * The calls of a body. A line that cannot be read, or that holds what no JSON body may hold, is told of in its place.
 *
 * @throws ServerError 400003 where the body is no text of its format or has no calls, 413001 where it has too many
 */
export async function readLines(
  { type, bytes }: NonNullable<RouteRequest["upload"]>,
  signal: AbortSignal,
): Promise<CallLines> {
  const format = FORMATS[type] ?? "jsonl";
  // Files are unpacked by those who read them, to any size.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new ServerError(400003, "The body is packed with gzip; send it unpacked.");
  const texts = format === "jsonl" ? new LineTexts(bytes) : undefined;
  const calls: unknown[] = [];
  const inBody: PlaceInBody[] = [];
  const size = new BatchSize();
  try {
    for await (const items of readCallBatches(piecesOf(bytes, signal), { format, name: NAME })) {
      for (const item of items) {
        const { line } = item;
        const call = "call" in item ? item.call : null;
        size.add(call);
        const reason = "call" in item ? faultOf(item.call, texts?.at(line)) : undefined;
        calls.push(reason === undefined ? call : null);
        if ("problem" in item) inBody.push(item.problem);
        else inBody.push(reason === undefined ? line : { file: NAME, line, reason });
      }
    }
  } catch (error) {
    if (error instanceof FileError) throw new ServerError(400003, `${error.message.slice(0, MOST_HINT)}.`);
    throw error;
  }
  if (calls.length === 0) throw new ServerError(400003, "The body has no calls; send one at least.");
  return { calls, inBody };
}

/** The bytes in pieces; other requests have their turn between them. */
async function* piecesOf(bytes: Uint8Array, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Why a call is not taken that a file could have: what is refused in JSON bodies (H3, H4). */
function faultOf(call: object, text: string | undefined): string | undefined {
  const fault = text === undefined ? undefined : jsonFault(text);
  if (fault !== undefined) return fault;
  const [problem] = forbiddenValues(call);
  return problem && `${problem.path.slice(0, 60)} ${problem.message}`.trim();
}

/** The lines of bytes as texts, asked for in ascending order. */
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
