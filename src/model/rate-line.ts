import type { Optional } from "./blank.ts";
import { date, flag, prefix, text } from "./fields.ts";
import { type LineRateFields, RATE_VALUES, type RateValues } from "./rate-values.ts";
import { type RecordFault, type RecordSchema, recordSchema } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";

/**
 * One line of a tariff's `rates`: for which calls it is, and what it changes for them (R25, R26).
 * Everything is optional; a blank value is inherited.
 */
export interface RateLine extends LineRateFields {
  /**
   * True: a base line. It stands in the place of the tariff's base fields, all of them, while its dates hold, and
   * is for every call: call type, prefix, period and plan stay blank (R25).
   */
  readonly base?: Optional<boolean | string | number>;
  /** Call type the line is for; blank = any. */
  readonly tariffType?: Optional<string>;
  /** Digits with which the other party's canonical number begins; blank = any. */
  readonly prefix?: Optional<string>;
  /** Rating period the line is for; blank = any. */
  readonly tariffTime?: Optional<string>;
  /** First and last date (inclusive, `YYYY-MM-DD`) of the call; blank = open. */
  readonly startDate?: Optional<string>;
  readonly endDate?: Optional<string>;
  readonly discountPlan?: Optional<string>;
}

/** A checked line: dates as day numbers, amounts as scaled whole numbers. */
export type CheckedRateLine = RateValues & {
  readonly base?: boolean;
  readonly tariffType?: string;
  readonly prefix?: string;
  readonly tariffTime?: string;
  readonly startDate?: number;
  readonly endDate?: number;
  readonly discountPlan?: string;
};

/** The schema of a line (R2, R26). */
export const rateLineSchema: RecordSchema<CheckedRateLine> = recordSchema(
  {
    base: flag,
    tariffType: text,
    prefix,
    tariffTime: text,
    startDate: date,
    endDate: date,
    discountPlan: text,
    ...RATE_VALUES,
  },
  { required: [], unknownFields: "error", check: checkLine },
) as RecordSchema<CheckedRateLine>;

function* checkLine(record: object): Generator<RecordFault> {
  yield* checkSpan(record, "startDate", "endDate");
  const { costMin, costMax } = record as CheckedRateLine;
  if (costMin !== undefined && costMax !== undefined && costMin > costMax) {
    yield { field: "costMax", message: "is less than costMin" };
  }
  if (!isBaseLine(record)) return;
  for (const field of FOR_SOME_CALLS) {
    if ((record as CheckedRateLine)[field] === undefined) continue;
    yield {
      field,
      message:
        field === "discountPlan"
          ? "is set on a base line; leave it blank, as baseDiscountPlan holds on every date"
          : "is set on a base line, which is for every call; leave it blank, or leave base out",
    };
  }
}

/** What a base line leaves blank. */
const FOR_SOME_CALLS = ["tariffType", "prefix", "tariffTime", "discountPlan"] as const;

/** Whether a line stands in the place of the base fields (R25), and is none of the lines of R26. */
export function isBaseLine(line: CheckedRateLine): boolean {
  return line.base === true;
}
