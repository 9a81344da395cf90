import type { Optional } from "./blank.ts";
import { date, text } from "./fields.ts";
import type { TextValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";

/** A number of which calls are set aside instead of rated (R31). */
export interface IgnoredNumber {
  /** Compared with a call's `target`, both canonical. */
  readonly number: TextValue;
  /** First and last local start date (inclusive, `YYYY-MM-DD`); blank = open. */
  readonly startDate?: Optional<string>;
  readonly endDate?: Optional<string>;
  readonly reason?: Optional<string>;
}

/** The schema of an ignored number (R2). */
export const ignoredNumberSchema = recordSchema(
  { number: text, startDate: date, endDate: date, reason: text },
  {
    required: ["number"],
    unknownFields: "error",
    check: (record) => checkSpan(record, "startDate", "endDate"),
  },
);

/** A checked ignored number; dates as day numbers. */
export type CheckedIgnoredNumber = CheckedBy<typeof ignoredNumberSchema>;
