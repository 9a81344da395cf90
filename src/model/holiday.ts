import { WEEKDAY_NAMES } from "../calendar/index.ts";
import type { Optional } from "./blank.ts";
import { date, weekday } from "./fields.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";

/** A day on which the rating periods of another weekday hold (R23). */
export interface Holiday {
  /** `YYYY-MM-DD`, in the book's zone. */
  readonly date: string;
  /** Name of the weekday it counts as; default "Sunday". */
  readonly countsAs?: Optional<string>;
}

/** The schema of a holiday (R2). */
export const holidaySchema = recordSchema(
  { date, countsAs: weekday },
  { required: ["date"], defaults: { countsAs: WEEKDAY_NAMES.indexOf("Sunday") }, unknownFields: "error" },
);

/** A checked holiday: a day number and a weekday from 0 = Monday. */
export type CheckedHoliday = CheckedBy<typeof holidaySchema>;
