import type { CalendarUnit } from "../calendar/index.ts";
import { calendarLength, calendarUnit } from "./calendar-unit.ts";
import { flag, oneOf, text } from "./fields.ts";
import { type CheckedBy, type RecordFault, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of an interval (R2, R64). */
export const serviceChargeIntervalSchema = recordSchema(
  {
    /** What `serviceChargeInterval` of a feature names; one of the built-in names replaces that interval. */
    name: text,
    /** Units from one period's start to the next; whole, 1 to 1,200. */
    every: calendarLength,
    unit: calendarUnit,
    /**
     * Whether periods start on the 1st of every `every`-th month from January instead of on the feature's startDate;
     * only of 1, 2, 3, 4, 6 or 12 months and of 1 year.
     */
    aligned: flag,
    /** Whether a period is charged before or after it; default "advance". */
    timing: oneOf("advance", "arrears"),
  },
  {
    required: ["name", "every", "unit"],
    defaults: { aligned: false, timing: "advance" },
    unknownFields: "error",
    check: checkInterval,
  },
);

/** How often a service charge comes (R64), and how its periods lie (R65). */
export interface ServiceChargeInterval extends WrittenBy<typeof serviceChargeIntervalSchema> {}

/** Of which numbers of months and years the periods of a year can start on the same days as the last one's (R65). */
const ALIGNED: { readonly [U in CalendarUnit]?: readonly number[] } = {
  months: [1, 2, 3, 4, 6, 12],
  years: [1],
};

function* checkInterval(record: {
  every?: number;
  unit?: CalendarUnit;
  aligned?: boolean;
}): Generator<RecordFault> {
  const { every, unit, aligned } = record;
  if (aligned !== true || every === undefined || unit === undefined) return;
  if (ALIGNED[unit]?.includes(every)) return;
  yield {
    field: "aligned",
    message: `is not possible for every ${every} ${unit}; write 1, 2, 3, 4, 6 or 12 months or 1 year, or leave it out`,
  };
}

/** A checked interval. */
export type CheckedServiceChargeInterval = CheckedBy<typeof serviceChargeIntervalSchema>;

/** What every book has unless it names an interval of its own so (R64), all of them in advance. */
export const BUILT_IN_INTERVALS: readonly CheckedServiceChargeInterval[] = [
  { name: "Weekly", every: 1, unit: "weeks", aligned: false, timing: "advance" },
  { name: "Monthly", every: 1, unit: "months", aligned: false, timing: "advance" },
  { name: "Quarterly", every: 3, unit: "months", aligned: false, timing: "advance" },
  { name: "Half-Yearly", every: 6, unit: "months", aligned: false, timing: "advance" },
  { name: "Annually", every: 1, unit: "years", aligned: false, timing: "advance" },
  { name: "Calendar Monthly", every: 1, unit: "months", aligned: true, timing: "advance" },
  { name: "Calendar Quarterly", every: 3, unit: "months", aligned: true, timing: "advance" },
  { name: "Calendar Half-Yearly", every: 6, unit: "months", aligned: true, timing: "advance" },
  { name: "Calendar Annually", every: 1, unit: "years", aligned: true, timing: "advance" },
];

/** The interval of a feature that names none (R64). */
export const USUAL_INTERVAL = "Calendar Monthly";
