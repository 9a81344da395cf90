/** The calls of one book as they stand in its three files, which are written once and gone through again. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { ProofBook } from "./book.ts";
import { type CallValues, csvHeader, csvPart, jsonPart, jsonValues } from "./call-files.ts";
import { BLOCK, CallMaker, type Item } from "./calls.ts";
import type { FilePart } from "./file-part.ts";
import type { CallTexts } from "./situations.ts";
import { ukCdrCall, ukCdrHeader, ukCdrPart } from "./uk-cdr-file.ts";

/** Every so manieth block is told as JSON lines as well, and another as UK standard CDRs. */
const SHARE = 12;
const JSON_SHARE = 0;
const UK_CDR_SHARE = 1;
/** Lines whose quotes stay open stand in the last of so many parts of a file. */
const OPEN_PART = 10;

/** Names of the files of calls. */
export const CSV_CALLS = "calls.csv";
export const JSON_CALLS = "calls.jsonl";
export const UK_CDR_CALLS = "calls.uk-cdr.csv";

/** Items as a file tells them: the calls in its words, and their lines. */
export interface Told<Call> extends FilePart {
  readonly items: readonly Item[];
  readonly calls: readonly Call[];
}

/** A block of items, in every file that has it. */
export interface Block {
  readonly csv: Told<CallTexts>;
  readonly json: Told<CallValues> | undefined;
  readonly ukCdr: Told<CallTexts> | undefined;
}

export class BookCalls {
  readonly #book: ProofBook;
  readonly #seed: number;
  readonly #count: number;
  readonly #maker: CallMaker;

  constructor(book: ProofBook, seed: number, place: number, count: number) {
    this.#book = book;
    this.#seed = seed;
    this.#count = count;
    this.#maker = new CallMaker(book, seed * 1_000 + place);
  }

  /** Block by block, and the same ones every time. */
  *blocks(): Generator<Block> {
    const { setting } = this.#book;
    const blocks = Math.ceil(this.#count / BLOCK);
    // The first lines of two files are headers.
    let csvLine = 2;
    let jsonLine = 1;
    let ukCdrLine = 2;
    for (let block = 0; block < blocks; block++) {
      const size = Math.min(BLOCK, this.#count - block * BLOCK);
      const items = this.#maker.block(block, size, block >= blocks * (1 - 1 / OPEN_PART));
      const calls = items.map(({ call }) => call);
      const csv = { items, calls, ...csvPart(items, setting, csvLine, this.#seed) };
      csvLine = csv.nextLine;
      const json = block % SHARE === JSON_SHARE ? this.#json(items, jsonLine) : undefined;
      jsonLine = json?.nextLine ?? jsonLine;
      const ukCdr = block % SHARE === UK_CDR_SHARE ? this.#ukCdr(items, ukCdrLine) : undefined;
      ukCdrLine = ukCdr?.nextLine ?? ukCdrLine;
      yield { csv, json, ukCdr };
    }
  }

  #json(items: readonly Item[], line: number): Told<CallValues> {
    const calls = items.map(({ call }, at) => jsonValues(call, this.#seed, line + at));
    return { items, calls, ...jsonPart(items, calls, line) };
  }

  #ukCdr(all: readonly Item[], line: number): Told<CallTexts> {
    const items = all.flatMap((item) => {
      const call = ukCdrCall(item.call);
      return call === undefined ? [] : [{ ...item, call }];
    });
    const calls = items.map(({ call }) => call);
    return { items, calls, ...ukCdrPart(items, this.#book.setting, line, this.#seed) };
  }

  async write(folder: string): Promise<void> {
    const { setting } = this.#book;
    const csv = await open(join(folder, CSV_CALLS), "w");
    const json = await open(join(folder, JSON_CALLS), "w");
    const ukCdr = await open(join(folder, UK_CDR_CALLS), "w");
    await csv.write(csvHeader(setting));
    await ukCdr.write(ukCdrHeader(setting));
    for (const block of this.blocks()) {
      await csv.write(block.csv.bytes);
      if (block.json !== undefined) await json.write(block.json.bytes);
      if (block.ukCdr !== undefined) await ukCdr.write(block.ukCdr.bytes);
    }
    await Promise.all([csv.close(), json.close(), ukCdr.close()]);
  }
}
