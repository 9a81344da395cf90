import { date, id, names, oneOf, percent, pounds, text } from "./fields.ts";
import { fixedFeeLineSchema } from "./fixed-fee-line.ts";
import { listOf } from "./record-list.ts";
import { type CheckedBy, recordSchema, type WrittenBy } from "./record-schema.ts";

/** The schema of a fixed fee tariff with its lines (R2). */
export const fixedFeeTariffSchema = recordSchema(
  {
    id,
    name: text,
    description: text,
    /** Who may have it. */
    customerID: id,
    customerGroups: names,
    parentFixedFeeTariff: id,
    availability: text,
    /** Which side it prices; blank = retail. */
    retail: oneOf("retail", "wholesale"),
    /** Blank = the book's. */
    currency: text,
    /** Carriers whose wholesale prices these are. */
    wholesaleForCarrierIDs: names,
    rates: listOf(fixedFeeLineSchema),
    /** Tracking of increases (R54 … R57); `increaseAmount` is pounds. */
    increaseOriginalID: id,
    increasePercent: percent,
    increaseAmount: pounds,
    increaseScope: text,
    /** Of a version of an increase from a date: the date, `YYYY-MM-DD` (R55). It decides nothing in rating. */
    effectiveDate: date,
  },
  { required: ["id", "name"], defaults: { rates: [] }, unknownFields: "error" },
);

/** A fixed fee tariff: prices of everything that is not a call. With a parent it holds only its differences (R52). */
export interface FixedFeeTariff extends WrittenBy<typeof fixedFeeTariffSchema> {}

/** A checked fixed fee tariff with its checked lines. */
export type CheckedFixedFeeTariff = CheckedBy<typeof fixedFeeTariffSchema>;
