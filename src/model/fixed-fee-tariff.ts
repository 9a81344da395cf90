import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { date, id, names, oneOf, percent, pounds, text } from "./fields.ts";
import { type FixedFeeLine, fixedFeeLineSchema } from "./fixed-fee-line.ts";
import type { Id, NameList } from "./id.ts";
import { listOf } from "./record-list.ts";
import { type CheckedBy, recordSchema } from "./record-schema.ts";

/** A fixed fee tariff: prices of everything that is not a call. With a parent it holds only its differences (R52). */
export interface FixedFeeTariff {
  readonly id: Id;
  readonly name: string;
  readonly description?: Optional<string>;
  /** Who may have it. */
  readonly customerID?: Optional<Id>;
  readonly customerGroups?: Optional<NameList>;
  readonly parentFixedFeeTariff?: Optional<Id>;
  readonly availability?: Optional<string>;
  /** Which side it prices; blank = retail. */
  readonly retail?: Optional<"retail" | "wholesale">;
  /** Blank = the book's. */
  readonly currency?: Optional<string>;
  /** Carriers whose wholesale prices these are. */
  readonly wholesaleForCarrierIDs?: Optional<NameList>;
  readonly rates?: readonly FixedFeeLine[] | null | undefined;

  /** Tracking of increases (R54 … R57); `increaseAmount` is pounds. */
  readonly increaseOriginalID?: Optional<Id>;
  readonly increasePercent?: Optional<Amount>;
  readonly increaseAmount?: Optional<Amount>;
  readonly increaseScope?: Optional<string>;
  /** Of a version of an increase from a date: the date, `YYYY-MM-DD` (R55). It decides nothing in rating. */
  readonly effectiveDate?: Optional<string>;
}

/** The schema of a fixed fee tariff with its lines (R2). */
export const fixedFeeTariffSchema = recordSchema(
  {
    id,
    name: text,
    description: text,
    customerID: id,
    customerGroups: names,
    parentFixedFeeTariff: id,
    availability: text,
    retail: oneOf("retail", "wholesale"),
    currency: text,
    wholesaleForCarrierIDs: names,
    rates: listOf(fixedFeeLineSchema),
    increaseOriginalID: id,
    increasePercent: percent,
    increaseAmount: pounds,
    increaseScope: text,
    effectiveDate: date,
  },
  { required: ["id", "name"], defaults: { rates: [] }, unknownFields: "error" },
);

/** A checked fixed fee tariff with its checked lines. */
export type CheckedFixedFeeTariff = CheckedBy<typeof fixedFeeTariffSchema>;
