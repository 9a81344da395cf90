/** Rating a file in two ways that share no reader of bytes: in blocks of columns, and call by call from records. */
import { expect } from "vitest";
import {
  type FileFormat,
  type Output,
  type ReadCallsOptions,
  rateFile,
  rateStream,
  readCallBatches,
} from "../../../src/files/index.ts";
import { createRater, type OpenedBook } from "../../../src/index.ts";
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
      discounts: undefined,
      columns,
      results,
      errors,
      onProgress: () => undefined,
    }),
  );
  const shown = () => ({ file: bytes.toString(), ...how, book: "", dialect: read.dialect });
  expectSame(inBlocks, callByCall, shown);
  return inBlocks.report;
}

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
