/** Makes a preview in parts, as several threads do, and compares it with the one there is without them. */
import { Decimal } from "decimal.js";
import { CallHasher, DuplicateIndex } from "../../src/engine/index.ts";
import {
  type CallRecord,
  columnsFromRecords,
  createPreview,
  type OpenedBook,
  openShared,
  type PreviewReport,
  shareBook,
} from "../../src/index.ts";
import { type Collector, openCollector, type RepeatedRows } from "../../src/preview/index.ts";
import { expectSame } from "../properties/runs.ts";
import type { PreviewCase } from "./either-way.ts";

/** How calls come to the collectors. */
export interface Division {
  /** Calls of each block, again and again. */
  readonly blocks: readonly number[];
  /** The collector of each block, again and again; 0 is the one that makes the report. */
  readonly collectors: readonly number[];
  /** Whether the parts are added last first, and the blocks of a collector come to it last first. */
  readonly isReversed: boolean;
}

interface Block {
  readonly calls: readonly CallRecord[];
  readonly first: number;
  readonly repeated: RepeatedRows;
}

/** The report of a preview in parts, which must be the same as without them, the order of its fields included. */
export function previewInParts(
  { before, after, options }: PreviewCase,
  calls: readonly CallRecord[],
  division: Division,
): PreviewReport {
  const records = calls.map(plain);
  const whole = createPreview(before, after, options);
  whole.addColumns(columnsFromRecords(records));
  const wanted = whole.report();

  const open = (isHere: boolean): Collector =>
    isHere
      ? openCollector(before, after, options ?? {})
      : openCollector(before === "recorded" ? before : there(before), there(after), options ?? {});
  const collectors = Array.from({ length: Math.max(0, ...division.collectors) + 1 }, (_, at) =>
    open(at === 0),
  );
  const hasher = options?.duplicates === "keep" ? undefined : new CallHasher(after.tables);
  const blocks = [...blocksOf(records, division.blocks, hasher)].map(
    (block, at) => [block, collectors[division.collectors[at % division.collectors.length] ?? 0]] as const,
  );
  if (division.isReversed) blocks.reverse();
  for (const [{ calls: own, first, repeated }, collector] of blocks) {
    const columns = { ...columnsFromRecords(own), lineOf: (row: number) => first + row + 1 };
    collector?.addRated(columns, collector.rate(columns, undefined), first, repeated);
  }
  const [main, ...others] = collectors as [Collector, ...Collector[]];
  const parts = others.map((collector) => structuredClone(collector.part()));
  if (division.isReversed) parts.reverse();
  for (const part of parts) main.addPart(part);
  const report = main.report();
  expectSame(report, wanted, () => ({ division, records }));
  expectSame(JSON.stringify(report), JSON.stringify(wanted), () => division);
  return report;
}

/** A book as another thread has it. */
function there(book: OpenedBook): OpenedBook {
  return openShared(structuredClone(shareBook(book)));
}

/** Cuts calls into blocks and says which were read before, in the order of the whole. */
function* blocksOf(
  calls: readonly CallRecord[],
  sizes: readonly number[],
  hasher: CallHasher | undefined,
): Generator<Block> {
  const seen = new DuplicateIndex();
  let first = 0;
  for (let at = 0; first < calls.length; at++) {
    const own = calls.slice(first, first + Math.max(sizes[at % sizes.length] ?? 1, 1));
    const repeated = new Map(
      own.flatMap((call, row) => {
        const field = hasher && seen.noteHashes(hasher.of(call), 0);
        return field === undefined ? [] : [[row, field] as const];
      }),
    );
    yield { calls: own, first, repeated };
    first += own.length;
  }
}

/** A record as a file would have it. */
function plain(call: CallRecord): CallRecord {
  const fields = Object.entries(call as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value instanceof Decimal ? value.toFixed() : value]),
  );
}
