/** The calls of a part of a file, with the lines they have in the whole of it. */
import type { CallItem } from "../call-item.ts";
import type { ByteSource } from "../line-reader.ts";
import { type ReadCallsOptions, readCallBatches } from "../read-calls.ts";

/** Where a part lies in its file. */
export interface PartPlace {
  /** A line to read before it: the first row of the file, or a blank one. Empty for the beginning of the file. */
  readonly prefix: Uint8Array;
  /** Number of its first line in the file. */
  readonly line: number;
}

/**
 * As `readCallBatches`, of a part of a file: reads the prefix, one line, and then the part, and gives the items of
 * the part alone. Without a prefix the part is the beginning of the file.
 */
export async function* readPart(
  source: ByteSource,
  options: ReadCallsOptions,
  { prefix, line }: PartPlace,
): AsyncGenerator<CallItem[], void, undefined> {
  if (prefix.length === 0) {
    yield* readCallBatches(source, options);
    return;
  }
  const shift = line - 2;
  for await (const items of readCallBatches(withPrefix(prefix, source), options)) {
    const own = items.filter((item) => item.line > 1).map((item) => shifted(item, shift));
    if (own.length > 0) yield own;
  }
}

async function* withPrefix(prefix: Uint8Array, source: ByteSource): AsyncGenerator<Uint8Array | string> {
  yield prefix;
  yield* source;
}

function shifted(item: CallItem, by: number): CallItem {
  const line = item.line + by;
  if ("call" in item) return { line, call: item.call };
  return { line, problem: { ...item.problem, line: item.problem.line + by } };
}
