import { amountField, date, flag, PRICE_DECIMALS, text } from "./fields.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";

/** The schema of a VAT rate (R2, R78). */
export const vatRateSchema = recordSchema(
  {
    /** What `VATRate` and `VATRateCalls` of features and customers name. */
    name: text,
    /** 0 to 100. */
    percent: amountField({ min: 0, max: 100, decimals: PRICE_DECIMALS, unit: "percent" }),
    /** First and last day in force (inclusive, `YYYY-MM-DD`); blank = open. */
    startDate: date,
    endDate: date,
    /** Whether the customer accounts for it himself (reverse charge): it is shown and not added. */
    reverse: flag,
  },
  {
    required: ["name", "percent"],
    defaults: { reverse: false },
    unknownFields: "error",
    check: (record) => checkSpan(record, "startDate", "endDate"),
  },
);

/** What a VAT rate comes to, for some days or always (R78). Entries may share a name, but not a day. */
export interface VATRate extends WrittenBy<typeof vatRateSchema> {}

/** A checked VAT rate: dates as day numbers, `percent` in millionths of a percent. */
export type CheckedVATRate = CheckedBy<typeof vatRateSchema>;
