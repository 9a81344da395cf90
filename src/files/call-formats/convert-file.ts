/** Converts a file of calls in any format to Tollbook's records: JSON lines, or CSV. */
import { madeOnce } from "../../model/index.ts";
import { knownOptions } from "../../names/index.ts";
import { FILE_FORMATS, type FileFormat, type LineProblem } from "../call-file.ts";
import type { Input } from "../open-input.ts";
import type { Output } from "../open-output.ts";
import { readCallBatches } from "../read-calls.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import { CsvSpool } from "./csv-spool.ts";
import { inFieldOrder } from "./field-order.ts";

/** The input and output of a conversion. */
export interface ConvertFileOptions {
  readonly input: Pick<Input, "source">;
  /** How the calls are read. */
  readonly read: ReadCallsOptions;
  readonly output: Output;
  readonly format: FileFormat;
  /** Called now and then with the number of calls so far. */
  readonly onProgress?: ((calls: number) => void) | undefined;
}

/** Rows that cannot be read for one reason. */
export interface ProblemReason {
  readonly reason: string;
  readonly count: number;
  /** Lines of the first rows, at most 10. */
  readonly lines: readonly number[];
}

/** Counts of the rows of a file: `read` is `calls`, rows passed over and `problems` together. */
export interface ConvertReport {
  /** Rows that were read; a row of several calls counts once for each call. */
  readonly read: number;
  readonly calls: number;
  /** Rows that are no calls, by reason. */
  readonly passedOver: Readonly<Record<string, number>>;
  readonly problems: number;
  /** The problems by their reasons, the most frequent first; beyond 100 reasons the rest count as one reason. */
  readonly problemsByReason: readonly ProblemReason[];
}

const checkOptions = knownOptions<ConvertFileOptions>("convertFile", {
  input: "any",
  read: "any",
  output: "any",
  format: FILE_FORMATS,
  onProgress: "any",
});

/**
 * Writes the calls of a file as Tollbook's records, in constant memory: fields in the order of the documentation, then
 * columns that were carried along. CSV has the columns that occur; its cells that a spreadsheet would take for a
 * formula get an apostrophe in front, numbers such as +442079460018 do not. The output is left for the caller to
 * finish.
 *
 * ```ts
 * const output = await openOutput("october.jsonl");
 * const input = await openInput("calls.uk-cdr.csv");
 * const read = { ...(await readCallFormat("fcs-v3")), name: "calls.uk-cdr.csv" };
 * const { calls, problems } = await convertFile({ input, read, output, format: "jsonl" });
 * await output.finish();
 * ```
 */
export async function convertFile(options: ConvertFileOptions): Promise<ConvertReport> {
  checkOptions(options);
  const { input, read, output, format, onProgress } = options;
  const passedOver = new Map<string, number>();
  const reasons = new Reasons();
  const spool = format === "csv" ? await CsvSpool.open() : undefined;
  let calls = 0;
  try {
    for await (const items of readCallBatches(input.source, read)) {
      for (const item of items) {
        if ("passedOver" in item) {
          passedOver.set(item.passedOver, (passedOver.get(item.passedOver) ?? 0) + 1);
        } else if ("problem" in item) {
          reasons.add(item.problem);
        } else {
          calls++;
          const record = inFieldOrder(item.call);
          await (spool === undefined ? output.write(`${JSON.stringify(record)}\n`) : spool.add(record));
        }
      }
      onProgress?.(calls);
    }
    await spool?.writeTo(output);
  } finally {
    await spool?.close();
  }
  const counts = [...passedOver.values()].reduce((sum, count) => sum + count, 0);
  return {
    read: calls + counts + reasons.count,
    calls,
    passedOver: Object.fromEntries(passedOver),
    problems: reasons.count,
    problemsByReason: reasons.list(),
  };
}

const MOST_REASONS = 100;
const MOST_LINES = 10;
const OTHERS = "other reasons";

/** Problems by their reasons; a reason may hold a value, so there may be as many reasons as rows. */
class Reasons {
  count = 0;
  readonly #reasons = new Map<string, { reason: string; count: number; lines: number[] }>();

  add({ reason, line }: LineProblem): void {
    this.count++;
    const key = this.#reasons.has(reason) || this.#reasons.size < MOST_REASONS ? reason : OTHERS;
    const found = madeOnce(this.#reasons, key, () => ({ reason: key, count: 0, lines: [] }));
    found.count++;
    if (found.lines.length < MOST_LINES) found.lines.push(line);
  }

  list(): readonly ProblemReason[] {
    return [...this.#reasons.values()].sort((one, other) => other.count - one.count);
  }
}
