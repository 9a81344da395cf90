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

/** A component that a plan can discount beside basic, named by the field of its price. */
type DiscountComponent = PricedComponent["rate"]["price"];

/** Components that a plan can discount beside basic, which is always included. */
export const DISCOUNT_COMPONENTS: readonly DiscountComponent[] = PRICED_COMPONENTS.map(
  ({ rate }) => rate.price,
);

const appliesTo = recordSchema({
  tariffClasses: listOfWords(...TARIFF_CLASSES),
  callTypes: names,
  /** Names of rating periods; the period of a call is the period of its start (R40). */
  periods: names,
});

/** A plan needs at least one of these fields (R43). */
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

export const discountPlanSchema = recordSchema(
  {
    id,
    discountPlanName: text,
    /** Percent, 0 to 100, of the covered part of a charge (R43). */
    discountPercent: amountField(0, 100, PRICE_DECIMALS, "percent"),
    /** Pence, not negative. */
    discountPencePerCall: penceMultiple,
    discountPencePerMinute: penceMultiple,
    /** The limits of a billing period's pool (R41); every limit of its unit caps the covered part of a call (R42). */
    allowanceMinutes: quantity,
    allowanceBytes: bytes,
    allowanceEvents: events,
    allowanceCalls: amountField(0, MAX_EVENTS, 0, "calls"),
    /** Pounds of discount. */
    allowanceValue: amountField(0, MAX_PRICE, PRICE_DECIMALS, "pounds"),
    /** If set, an allowance is pro rata to the days on which its carrier, a feature or number, is in force (R41). */
    allowanceProRata: flag,
    appliesTo: appliesTo.schema,
    /** The components discounted beside basic. */
    components: listOfWords("basic", ...DISCOUNT_COMPONENTS),
    /** Whether a call may be covered in part (R42); default "prorata". */
    partial: oneOf("prorata", "whole"),
    /** Seconds of each call that are covered. */
    coverPerCallSeconds: seconds,
    /** If set, a call longer than `coverPerCallSeconds` is not covered at all. */
    coverWholeCallOnly: flag,
    /** Seconds; draws are whole multiples of this value. */
    drawRoundSeconds: seconds,
    availability: text,
    /** Blank = the book's. */
    currency: text,
    /** Restricts the plan to one customer, or to customers of these groups. */
    customerID: id,
    customerGroups: names,
  },
  {
    required: ["id", "discountPlanName"],
    defaults: { partial: "prorata", allowanceProRata: false, coverWholeCallOnly: false },
    check: checkEffect,
  },
);

/** A discount plan: allowances and discounts on rated calls (R40 … R44). */
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
