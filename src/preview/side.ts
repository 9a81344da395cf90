/** One side of a preview: a book that rates the calls, or the records' own amounts. */
import type { OpenedBook } from "../book/index.ts";
import {
  asReadBefore,
  type BatchOptions,
  type CallResult,
  OUTCOMES,
  type RatedCall,
  type RatedColumns,
  type RepeatedField,
  rateCall,
} from "../engine/index.ts";
import type { CallRecord } from "../model/index.ts";
import { type Costs, costsOf, recordedCosts } from "./costs.ts";
import type { UnratedReason } from "./preview-report.ts";

/** What the calls are priced by: an opened book, or `"recorded"`, what each record says was charged. */
export type PreviewSide = OpenedBook | "recorded";

/** What one side makes of a call. */
export interface Charged {
  /** Undefined where the call has no price on this side; `reason` then says why. */
  readonly costs: Costs | undefined;
  readonly reason: UnratedReason | undefined;
  /** What a book made of it; undefined where the record's own amounts are taken. */
  readonly result: CallResult | undefined;
  /** The rated call, where a book rated it. */
  readonly rated: RatedCall | undefined;
}

/** Prices a call; `readBefore` is the field by which it was read before in this run. */
export type Charger = (call: CallRecord, line: number, readBefore: RepeatedField | undefined) => Charged;

/** The charger of a side. */
export function chargerOf(side: PreviewSide, { reclassify = false }: BatchOptions): Charger {
  if (side === "recorded") return chargeAsRecorded;
  return (call, line, readBefore) => {
    const rated = rateCall(side, call, { reclassify, line });
    const result = readBefore === undefined ? rated : asReadBefore(rated, call, readBefore);
    return chargedBy(result);
  };
}

/** What a result of a book says of a call. */
export function chargedBy(result: CallResult): Charged {
  if (result.outcome === "rated") return { costs: costsOf(result), reason: undefined, result, rated: result };
  return unpriced(result.outcome === "ignored" ? "ignored" : result.error, result);
}

/** Why a row of columns has no price; undefined where it has one. */
export function reasonOf(rated: RatedColumns, row: number): UnratedReason | undefined {
  const outcome = OUTCOMES[rated.outcome[row] as number];
  if (outcome === "rated") return undefined;
  return outcome === "ignored" ? outcome : rated.keys.error(rated.error[row] as number);
}

const chargeAsRecorded: Charger = (call, _line, readBefore) => {
  const costs = recordedCosts(call);
  if (costs === "malformed-record") return unpriced(costs);
  if (readBefore !== undefined) return unpriced("duplicate-call");
  return costs === "not-recorded"
    ? unpriced(costs)
    : { costs, reason: undefined, result: undefined, rated: undefined };
};

function unpriced(reason: UnratedReason, result?: CallResult): Charged {
  return { costs: undefined, reason, result, rated: undefined };
}
