/** The file of one case, and how it is rated: both follow from the seed and the number of the case alone. */
import fc from "fast-check";
import { type CallFormat, type FileFormat, openDialect, type UkCdrDialect } from "tollbook/files";
import { anyCallFile } from "../../test/files/call-blocks/any-call-file.ts";
import { Chance } from "../chance.ts";
import { type Draft, SHAPES } from "./shapes.ts";

/** A file, and how all ways rate it. */
export interface Case {
  readonly shape: string;
  readonly format: CallFormat;
  readonly dialect: UkCdrDialect | string | undefined;
  readonly bytes: Buffer;
  readonly duplicates: "report" | "keep";
  readonly reclassify: boolean;
  readonly results: FileFormat;
  /** Bytes of a block; undefined: as usual. */
  readonly blockBytes: number | undefined;
  /** Bytes of a piece of standard input. */
  readonly piece: number;
  /** Whether the command rates it, too. */
  readonly byCommand: boolean;
}

const FORMATS = ["csv", "jsonl", "uk-cdr"] as const;
const NAMES = Object.keys(SHAPES);
/** Once in so many cases. */
const BY_COMMAND = 12;

/** Cases in which every shape comes up in every format. */
export const ALL_SHAPES = FORMATS.length * NAMES.length;

/** Odd lines that are made for one file. */
const ODD_LINES = 150;

/** Bytes of a file, about: within one block, over a few, over many. */
const SIZES = [1_000, 20_000, 20_000, 300_000, 300_000, 300_000, 700_000, 700_000, 2_500_000];

/** A case by its number. */
export function caseOf(seed: number, number: number): Case {
  const chance = new Chance(seed, number);
  const format = FORMATS[number % FORMATS.length] as (typeof FORMATS)[number];
  const shape = NAMES[Math.floor(number / FORMATS.length) % NAMES.length] as string;
  const [file] = fc.sample(anyCallFile(format, ODD_LINES), { seed: chance.below(2 ** 31), numRuns: 1 });
  const makeBytes = SHAPES[shape];
  if (file === undefined || makeBytes === undefined) throw new Error("no file was made");
  const size = chance.pick(SIZES);
  const blockBytes = chance.maybe(size > 100_000 ? [1 << 16] : [1, 64, 1_000, 4_000], 2);
  const draft: Draft = {
    file,
    delimiter: format === "uk-cdr" ? openDialect(file.dialect).delimiter : ",",
    chance,
    size,
    block: blockBytes ?? chance.pick([1 << 18, 1 << 20]),
  };
  const pieces = Array.from(makeBytes(draft), (piece) => Buffer.from(piece as string));
  return {
    shape,
    format,
    dialect: file.dialect,
    bytes: Buffer.concat(pieces),
    duplicates: chance.pick(["report", "keep", "keep"]),
    reclassify: chance.oneIn(4),
    results: chance.pick(["jsonl", "csv"]),
    blockBytes,
    piece: chance.pick([1 << 16, 1 << 16, 70_001, 4_096, 511]),
    // The command wants calls in the currency of its book.
    byCommand: chance.oneIn(BY_COMMAND) && currencyOf(file.dialect) === "GBP",
  };
}

function currencyOf(dialect: Case["dialect"]): string {
  return openDialect(dialect).currency;
}
