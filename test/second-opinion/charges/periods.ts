/**
 * Intervals and periods, R64 and R65.
 *
 * Decided here where the text leaves it open: `dueDate` and the first charge never reach before `startDate`, so the
 * period that has `startDate` is the first, aligned or not.
 */
import { flagOf, type Row, text } from "../values.ts";
import { inForce, type Placed, rowsOf } from "./charge-book.ts";
import { ChargeError } from "./charge-error.ts";
import { add, type Day, dateOf, dayOf, type Unit } from "./days.ts";

export interface Interval {
  readonly every: number;
  readonly unit: Unit;
  readonly aligned: boolean;
  readonly inArrears: boolean;
}

export interface Period {
  readonly start: Day;
  /** Inclusive. */
  readonly end: Day;
}

const BUILT_IN: Readonly<Record<string, readonly [every: number, unit: Unit, aligned: boolean]>> = {
  Weekly: [1, "weeks", false],
  Monthly: [1, "months", false],
  Quarterly: [3, "months", false],
  "Half-Yearly": [6, "months", false],
  Annually: [1, "years", false],
  "Calendar Monthly": [1, "months", true],
  "Calendar Quarterly": [3, "months", true],
  "Calendar Half-Yearly": [6, "months", true],
  "Calendar Annually": [1, "years", true],
};

export function intervalOf(placed: Placed): Interval {
  const name = text(inForce(placed, "serviceChargeInterval")) || "Calendar Monthly";
  const row: Row | undefined = rowsOf(placed.data, "serviceChargeIntervals").find(
    (entry) => text(entry.name) === name,
  );
  if (row !== undefined) {
    return {
      every: Number(row.every),
      unit: text(row.unit) as Unit,
      aligned: flagOf(row.aligned) === true,
      inArrears: text(row.timing) === "arrears",
    };
  }
  if (!Object.hasOwn(BUILT_IN, name)) {
    throw new ChargeError(
      "unknown-interval",
      "serviceChargeInterval",
      `Feature ${text(placed.feature.id)} is charged "${name}", which is no interval of the book.`,
    );
  }
  const [every, unit, aligned] = BUILT_IN[name]!;
  return { every, unit, aligned, inArrears: false };
}

/** The periods of a feature one after another, the one with its first day first. */
export function* periodsFrom(startDate: Day, interval: Interval): Generator<Period> {
  const first = interval.aligned ? alignedStart(startDate, interval) : startDate;
  for (let k = 0; ; k++) {
    yield {
      start: add(first, k * interval.every, interval.unit),
      end: add(first, (k + 1) * interval.every, interval.unit) - 1,
    };
  }
}

function alignedStart(day: Day, { every, unit }: Interval): Day {
  const { year, month } = dateOf(day);
  const months = unit === "years" ? 12 * every : every;
  return dayOf(year, month - ((month - 1) % months), 1);
}
