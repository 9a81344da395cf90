import { date, text, textValue } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";

/** The schema of an ignored number (R2). */
export const ignoredNumberSchema = recordSchema(
  {
    /** Compared with a call's `target`, both canonical. */
    number: textValue,
    /** First and last local start date (inclusive, `YYYY-MM-DD`); blank = open. */
    startDate: date,
    endDate: date,
    reason: text,
  },
  {
    required: ["number"],
    unknownFields: "error",
    check: (record) => checkSpan(record, "startDate", "endDate"),
  },
);

/** A number of which calls are set aside instead of rated (R31). */
export interface IgnoredNumber extends WrittenBy<typeof ignoredNumberSchema> {}

/** A checked ignored number; dates as day numbers. */
export type CheckedIgnoredNumber = CheckedBy<typeof ignoredNumberSchema>;
