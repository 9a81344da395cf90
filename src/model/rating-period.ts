import { clock, text, weekdays } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a rating period (R2). */
export const ratingPeriodSchema = recordSchema(
  {
    name: text,
    /** Names such as "Monday", as a list or with commas between them; blank = every day. */
    weekdays,
    /** Local times "HH:mm", `from` inside and `to` outside ("24:00" allowed); blank = the day's start and end. */
    from: clock("start"),
    to: clock("end"),
  },
  { required: ["name"], unknownFields: "error" },
);

/** When a rating period is (R23); several entries may share a name, and the first that matches wins. */
export interface RatingPeriod extends WrittenBy<typeof ratingPeriodSchema> {}

/** A checked rating period: weekdays from 0 = Monday, times as minutes of the day. */
export type CheckedRatingPeriod = CheckedBy<typeof ratingPeriodSchema>;
