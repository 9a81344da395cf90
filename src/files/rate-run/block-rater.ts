/** Rates one block of a file in two steps, between which whoever knows all blocks tells what was read before. */
import {
  type CallRecord,
  type CallResult,
  createReconciliation,
  createTally,
  type OpenedBook,
  RESULT_FIELDS,
  type ReconciliationLine,
  type TallyReport,
  toRecord,
} from "../../index.ts";
import {
  asReadBefore,
  HASH_WORDS,
  type RepeatedField,
  rateCall,
  writeCallHashes,
} from "../../rating/index.ts";
import type { FileFormat } from "../call-format.ts";
import type { CallItem } from "../call-item.ts";
import { recordLine } from "../record-writer.ts";
import { unreadableCall } from "./unreadable-call.ts";

/** How results are written. */
export interface BlockFormat {
  readonly results: FileFormat;
  /** Where calls in error are written apart. */
  readonly errors: FileFormat | undefined;
}

/** A call of a block that was read before in the run: its place in the block, and by which field. */
export type Repeated = readonly [place: number, field: RepeatedField];

/** A call in error, as far as a worklist reads it. */
export interface BlockFailure {
  readonly call: CallRecord;
  readonly error: Extract<CallResult, { outcome: "error" }>["error"];
  readonly message: string;
}

/** What a block gives. */
export interface BlockOutcome {
  readonly results: string;
  readonly errors: string;
  readonly calls: number;
  readonly tally: TallyReport;
  readonly reconciliation: readonly ReconciliationLine[];
  /** In order, because a worklist names the subjects that it meets first. */
  readonly failures: readonly BlockFailure[];
}

/** A block whose calls are rated and not yet written. */
export interface RatedBlock {
  readonly items: readonly CallItem[];
  readonly rated: readonly CallResult[];
  /** HASH_WORDS words for each call; of lines that are no calls they are blank. */
  readonly hashes: Uint32Array;
}

const NO_CALL: CallRecord = {};

/** Rates the calls of a block, as if none had been read before. */
export function rateBlock(book: OpenedBook, items: readonly CallItem[], reclassify: boolean): RatedBlock {
  const hashes = new Uint32Array(items.length * HASH_WORDS);
  const rated = items.map((item, place) => {
    writeCallHashes("call" in item ? item.call : NO_CALL, hashes, place * HASH_WORDS);
    return "call" in item
      ? rateCall(book, item.call, { reclassify, line: item.line })
      : unreadableCall(item.problem);
  });
  return { items, rated, hashes };
}

/** Writes the results of a block, those of the calls that were read before as `duplicate-call`. */
export function finishBlock(
  { items, rated }: RatedBlock,
  repeated: readonly Repeated[],
  format: BlockFormat,
): BlockOutcome {
  const fields = new Map(repeated);
  const tally = createTally();
  const reconciliation = createReconciliation();
  const failures: BlockFailure[] = [];
  let results = "";
  let errors = "";
  for (const [place, item] of items.entries()) {
    const call = "call" in item ? item.call : NO_CALL;
    const result = asReadBefore(rated[place] as CallResult, call, fields.get(place));
    tally.add(result);
    if (result.outcome === "error") failures.push({ call, error: result.error, message: result.message });
    else reconciliation.add(call, result);
    if (result.outcome === "error" && format.errors !== undefined) {
      errors += recordLine(toRecord(result), format.errors, RESULT_FIELDS);
    } else results += recordLine(toRecord(result), format.results, RESULT_FIELDS);
  }
  return {
    results,
    errors,
    calls: items.length,
    tally: tally.report(),
    reconciliation: reconciliation.report(),
    failures,
  };
}
