import { PRICED_COMPONENTS, type PricedComponent } from "../calls/index.ts";
import {
  amountField,
  bytes,
  type CheckedBy,
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
  type RecordFault,
  recordSchema,
  seconds,
  text,
  type WrittenBy,
} from "../fields/index.ts";
import { TARIFF_CLASSES } from "../rates/index.ts";

/** One of the components a plan can discount beside basic, by the field that holds its price. */
type DiscountComponent = PricedComponent["rate"]["price"];

/** Components that a plan can discount beside basic, which always belongs. */
export const DISCOUNT_COMPONENTS: readonly DiscountComponent[] = PRICED_COMPONENTS.map(
  ({ rate }) => rate.price,
);

const appliesTo = recordSchema(
  {
    tariffClasses: listOfWords(...TARIFF_CLASSES),
    callTypes: names,
    /** Names of rating periods; a call's is that of its start (R40). */
    periods: names,
  },
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
    /** Percent, 0 to 100, of the covered part of a charge (R43). */
    discountPercent: amountField(0, 100, PRICE_DECIMALS, "percent"),
    /** Pence, not negative. */
    discountPencePerCall: penceMultiple,
    discountPencePerMinute: penceMultiple,
    /** What a billing period's pool holds (R41); a call is covered as far as every limit of its unit allows (R42). */
    allowanceMinutes: quantity,
    allowanceBytes: bytes,
    allowanceEvents: events,
    allowanceCalls: amountField(0, MAX_EVENTS, 0, "calls"),
    /** Pounds of discount. */
    allowanceValue: amountField(0, MAX_PRICE, PRICE_DECIMALS, "pounds"),
    /** Set: an allowance counts for the days its carrier is in force (R41). */
    allowanceProRata: flag,
    appliesTo: appliesTo.schema,
    /** What is discounted beside basic. */
    components: listOfWords("basic", ...DISCOUNT_COMPONENTS),
    /** Whether a call may be covered in part (R42); default "prorata". */
    partial: oneOf("prorata", "whole"),
    /** Seconds of each call that are covered. */
    coverPerCallSeconds: seconds,
    /** Set: a call longer than that is not covered at all. */
    coverWholeCallOnly: flag,
    /** Seconds; draws are whole multiples of it. */
    drawRoundSeconds: seconds,
    availability: text,
    /** Blank = the book's. */
    currency: text,
    /** Who may have the plan. */
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

/** A discount plan: what is free or cheaper once calls are rated (R40 … R44). */
export interface DiscountPlan extends WrittenBy<typeof discountPlanSchema> {}

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
