import type { Optional } from "./blank.ts";
import { clock, text, weekdays } from "./fields.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";

/** When a rating period is (R23); several entries may share a name, and the first that matches wins. */
export interface RatingPeriod {
  readonly name: string;
  /** Names such as "Monday", as a list or with commas between them; blank = every day. */
  readonly weekdays?: Optional<string | readonly string[]>;
  /** Local times "HH:mm", `from` inside and `to` outside ("24:00" allowed); blank = the day's start and end. */
  readonly from?: Optional<string>;
  readonly to?: Optional<string>;
}

/** The schema of a rating period (R2). */
export const ratingPeriodSchema = recordSchema(
  { name: text, weekdays, from: clock("start"), to: clock("end") },
  { required: ["name"], unknownFields: "error" },
);

/** A checked rating period: weekdays from 0 = Monday, times as minutes of the day. */
export type CheckedRatingPeriod = CheckedBy<typeof ratingPeriodSchema>;
