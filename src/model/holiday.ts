import { WEEKDAY_NAMES } from "../calendar/index.ts";
import { date, weekday } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a holiday (R2). */
export const holidaySchema = recordSchema(
  {
    /** `YYYY-MM-DD`, in the book's zone. */
    date,
    /** Name of the weekday it counts as; default "Sunday". */
    countsAs: weekday,
  },
  { required: ["date"], defaults: { countsAs: WEEKDAY_NAMES.indexOf("Sunday") }, unknownFields: "error" },
);

/** A day on which the rating periods of another weekday hold (R23). */
export interface Holiday extends WrittenBy<typeof holidaySchema> {}

/** A checked holiday: a day number and a weekday from 0 = Monday. */
export type CheckedHoliday = CheckedBy<typeof holidaySchema>;
