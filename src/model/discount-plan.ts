import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { PRICED_COMPONENTS, type PricedComponent } from "./components.ts";
import {
  amountField,
  bytes,
  events,
  flag,
  id,
  listOfWords,
  MAX_EVENTS,
  MAX_PRICE,
  names,
  oneOf,
  PRICE_DECIMALS,
  penceMultiple,
  quantity,
  seconds,
  text,
} from "./fields.ts";
import type { FlagValue, Id, NameList } from "./id.ts";
import { type CheckedBy, type RecordFault, recordSchema } from "./record-schema.ts";
import { TARIFF_CLASSES, type TariffClass } from "./tariff-class.ts";

/** One of the components a plan can discount beside basic, by the field that holds its price. */
export type DiscountComponent = PricedComponent["rate"]["price"];

/** Components that a plan can discount beside basic, which always belongs. */
export const DISCOUNT_COMPONENTS: readonly DiscountComponent[] = PRICED_COMPONENTS.map(
  ({ rate }) => rate.price,
);

/** Which calls a plan is for; blank = all. */
export interface DiscountScope {
  readonly tariffClasses?: Optional<TariffClass | readonly TariffClass[]>;
  readonly callTypes?: Optional<NameList>;
  /** Names of rating periods; a call's is that of its start (R40). */
  readonly periods?: Optional<NameList>;
}

/** A discount plan: what is free or cheaper once calls are rated (R40 … R44). */
export interface DiscountPlan {
  readonly id: Id;
  readonly discountPlanName: string;

  /** Percent, 0 to 100, of the covered part of a charge (R43). */
  readonly discountPercent?: Optional<Amount>;
  /** Pence, not negative. */
  readonly discountPencePerCall?: Optional<Amount>;
  readonly discountPencePerMinute?: Optional<Amount>;

  /** What a billing period's pool holds (R41); a call is covered as far as every limit of its unit allows (R42). */
  readonly allowanceMinutes?: Optional<Amount>;
  readonly allowanceBytes?: Optional<Amount>;
  readonly allowanceEvents?: Optional<Amount>;
  readonly allowanceCalls?: Optional<Amount>;
  /** Pounds of discount. */
  readonly allowanceValue?: Optional<Amount>;
  /** Set: an allowance counts for the days its carrier is in force (R41). */
  readonly allowanceProRata?: Optional<FlagValue>;

  readonly appliesTo?: DiscountScope | null | undefined | "";
  /** What is discounted beside basic. */
  readonly components?: Optional<string | readonly ("basic" | DiscountComponent)[]>;
  /** Whether a call may be covered in part (R42); default "prorata". */
  readonly partial?: Optional<"prorata" | "whole">;
  /** Seconds of each call that are covered. */
  readonly coverPerCallSeconds?: Optional<Amount>;
  /** Set: a call longer than that is not covered at all. */
  readonly coverWholeCallOnly?: Optional<FlagValue>;
  /** Seconds; draws are whole multiples of it. */
  readonly drawRoundSeconds?: Optional<Amount>;

  readonly availability?: Optional<string>;
  /** Blank = the book's. */
  readonly currency?: Optional<string>;
  /** Who may have the plan. */
  readonly customerID?: Optional<Id>;
  readonly customerGroups?: Optional<NameList>;
}

const appliesTo = recordSchema(
  { tariffClasses: listOfWords(...TARIFF_CLASSES), callTypes: names, periods: names },
  { required: [], unknownFields: "error" },
);

/** Fields of which a plan needs at least one (R43). */
const EFFECTS = [
  "discountPercent",
  "discountPencePerCall",
  "discountPencePerMinute",
  "allowanceMinutes",
  "allowanceBytes",
  "allowanceEvents",
  "allowanceCalls",
  "allowanceValue",
  "coverPerCallSeconds",
];

/** The schema of a discount plan (R2, R43). */
export const discountPlanSchema = recordSchema(
  {
    id,
    discountPlanName: text,
    discountPercent: amountField({ min: 0, max: 100, decimals: PRICE_DECIMALS, unit: "percent" }),
    discountPencePerCall: penceMultiple,
    discountPencePerMinute: penceMultiple,
    allowanceMinutes: quantity,
    allowanceBytes: bytes,
    allowanceEvents: events,
    allowanceCalls: amountField({ min: 0, max: MAX_EVENTS, decimals: 0, unit: "calls" }),
    allowanceValue: amountField({ min: 0, max: MAX_PRICE, decimals: PRICE_DECIMALS, unit: "pounds" }),
    allowanceProRata: flag,
    appliesTo: appliesTo.schema,
    components: listOfWords("basic", ...DISCOUNT_COMPONENTS),
    partial: oneOf("prorata", "whole"),
    coverPerCallSeconds: seconds,
    coverWholeCallOnly: flag,
    drawRoundSeconds: seconds,
    availability: text,
    currency: text,
    customerID: id,
    customerGroups: names,
  },
  {
    required: ["id", "discountPlanName"],
    defaults: { partial: "prorata", allowanceProRata: false, coverWholeCallOnly: false },
    unknownFields: "error",
    check: checkEffect,
  },
);

function* checkEffect(_record: object, isGiven: (field: string) => boolean): Generator<RecordFault> {
  if (EFFECTS.some(isGiven)) return;
  yield {
    field: "discountPercent",
    message: "is required where a plan has no other discount, no allowance and no coverPerCallSeconds",
  };
}

/**
 * A checked discount plan: percent in millionths, pence and pounds in millionths of theirs,
 * `allowanceMinutes` in millionths of a minute, seconds as milliseconds.
 */
export type CheckedDiscountPlan = CheckedBy<typeof discountPlanSchema>;
