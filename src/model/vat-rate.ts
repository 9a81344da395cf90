import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { amountField, date, flag, PRICE_DECIMALS, text } from "./fields.ts";
import type { FlagValue } from "./id.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";

/** What a VAT rate comes to, for some days or always (R78). Entries may share a name, but not a day. */
export interface VATRate {
  /** What `VATRate` and `VATRateCalls` of features and customers name. */
  readonly name: string;
  /** 0 to 100. */
  readonly percent: Amount;
  /** First and last day in force (inclusive, `YYYY-MM-DD`); blank = open. */
  readonly startDate?: Optional<string>;
  readonly endDate?: Optional<string>;
  /** Whether the customer accounts for it himself (reverse charge): it is shown and not added. */
  readonly reverse?: Optional<FlagValue>;
}

/** The schema of a VAT rate (R2, R78). */
export const vatRateSchema = recordSchema(
  {
    name: text,
    percent: amountField({ min: 0, max: 100, decimals: PRICE_DECIMALS, unit: "percent" }),
    startDate: date,
    endDate: date,
    reverse: flag,
  },
  {
    required: ["name", "percent"],
    defaults: { reverse: false },
    unknownFields: "error",
    check: (record) => checkSpan(record, "startDate", "endDate"),
  },
);

/** A checked VAT rate: dates as day numbers, `percent` in millionths of a percent. */
export type CheckedVATRate = CheckedBy<typeof vatRateSchema>;
