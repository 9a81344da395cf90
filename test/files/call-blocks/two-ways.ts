/** Rating a file in two ways that share no reader of bytes: in blocks of columns, and call by call from records. */
import { expect } from "vitest";
import {
  billStream,
  type FileFormat,
  type Output,
  type ReadCallsOptions,
  rateFile,
  rateStream,
  readCallBatches,
} from "../../../src/files/index.ts";
import { unreadableCall } from "../../../src/files/rate-run/unreadable-call.ts";
import type { ByteSource } from "../../../src/files/text.ts";
import {
  type CallResult,
  createRater,
  type DiscountWindow,
  type OpenedBook,
  type ResultRecord,
  toRecord,
} from "../../../src/index.ts";
import { expectSame } from "../../properties/runs.ts";
import { cut, pieces } from "../bytes.ts";

/** How a file is rated, and in which pieces it comes. */
export interface How {
  readonly book: OpenedBook;
  readonly results: FileFormat;
  readonly duplicates: "report" | "keep";
  readonly reclassify: boolean;
  readonly columns?: readonly string[];
  readonly blockBytes: number;
  readonly piece: number;
}

/** All that comes of a file. */
interface Told {
  readonly report: unknown;
  readonly results: string;
  readonly errors: string;
}

/** Rates a file in both ways, and expects the same bytes, counts and messages of them; gives the report. */
export async function expectTwoWaysAlike(bytes: Buffer, read: ReadCallsOptions, how: How): Promise<unknown> {
  const { book, duplicates, reclassify, blockBytes, columns } = how;
  const source = () => pieces(...cut(bytes, how.piece));
  const inBlocks = await told(how, (results, errors) =>
    rateFile({
      book,
      input: { source: source(), size: bytes.length },
      read,
      duplicates,
      reclassify,
      columns,
      results,
      errors,
      threads: 1,
      blockBytes,
    }),
  );
  const callByCall = await told(how, (results, errors) =>
    rateStream({
      items: readCallBatches(source(), read),
      rater: createRater(book, { duplicates, reclassify }),
      book,
      discounts: undefined,
      columns,
      results,
      errors,
      onProgress: () => undefined,
    }),
  );
  const shown = () => ({ file: bytes.toString(), ...how, book: "", dialect: read.dialect });
  expectSame(inBlocks, callByCall, shown);
  if (typeof inBlocks.report !== "string")
    expectSame(await billed(source, read, how), await rated(source, read, how), shown);
  return inBlocks.report;
}

/** The results of a file as a bill takes them, from rows. */
async function billed(source: () => ByteSource, read: ReadCallsOptions, how: How): Promise<ResultRecord[]> {
  const records: ResultRecord[] = [];
  const { book, duplicates, reclassify } = how;
  await billStream({
    book,
    input: { source: source(), size: undefined },
    read,
    duplicates,
    reclassify,
    discounts: WITHOUT_DISCOUNTS,
    bill: { add: (result) => records.push(toRecord(result)) },
    to: Number.POSITIVE_INFINITY,
    errors: undefined,
    onProgress: () => undefined,
  });
  return records;
}

/** The same, from records. */
async function rated(source: () => ByteSource, read: ReadCallsOptions, how: How): Promise<ResultRecord[]> {
  const records: ResultRecord[] = [];
  const rater = createRater(how.book, { duplicates: how.duplicates, reclassify: how.reclassify });
  for await (const items of readCallBatches(source(), read)) {
    for (const item of items) {
      if ("call" in item) records.push(toRecord(rater(item.call, item.line)));
      else if ("problem" in item) records.push(toRecord(unreadableCall(item.problem)));
    }
  }
  return records;
}

/** Passes each call on as it comes. */
const WITHOUT_DISCOUNTS = {
  add: (result: CallResult) => [{ result, item: undefined }],
  finish: () => [],
} as unknown as DiscountWindow<undefined>;

type Target = { readonly output: Output; readonly format: FileFormat };

async function told(how: How, rate: (results: Target, errors: Target) => Promise<unknown>): Promise<Told> {
  const results = new Memory();
  const errors = new Memory();
  try {
    const report = await rate({ output: results, format: how.results }, { output: errors, format: "jsonl" });
    return { report, results: results.text, errors: errors.text };
  } catch (error) {
    // How much was written before depends on how the file came.
    expect(error).toBeInstanceOf(Error);
    return { report: String(error), results: "", errors: "" };
  }
}

/** Holds what is written. */
export class Memory implements Output {
  readonly name = "memory";
  text = "";

  write(text: string): undefined {
    // As a file would hold it: half a surrogate pair is no character.
    this.text += Buffer.from(text).toString();
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    this.text += Buffer.from(bytes).toString();
  }

  async flush(): Promise<void> {}
  async complete(): Promise<void> {}
  async finish(): Promise<void> {}
  async discard(): Promise<void> {}
}
