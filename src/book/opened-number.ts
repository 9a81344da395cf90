/** A book's numbers and customers, ready for rating. */
import type { CheckedCustomer, CheckedNumber } from "../model/index.ts";
import type { Choices, OpenedFeature, RememberedSelections, Selection } from "./tariffs/select-tariff.ts";

/** A customer ready for rating. */
export interface OpenedCustomer {
  readonly record: CheckedCustomer;
  readonly currency: string;
  /** Latest start first, then highest id (R24). */
  readonly features: readonly OpenedFeature[];
  /** The customer's default tariff by class. */
  readonly defaults: readonly (Selection | undefined)[];
  /** By class: the default tariffs selected so far for this customer's calls. */
  readonly selected: readonly RememberedSelections[];
}

/**
 * A number ready for rating. The fields that every call needs are copied out of the record: checked records
 * differ in object shape by their blank fields, so that reading from them is slow.
 */
export interface OpenedNumber {
  readonly record: CheckedNumber;
  /** First and last day on which the number is billable, infinite where blank (R21). */
  readonly billableFrom: number;
  readonly billableTo: number;
  /** Index of the number among the numbers of the book. */
  readonly numberIndex: number;
  /** "" where blank. */
  readonly callCarrier: string;
  readonly numberType: string;
  readonly customer: OpenedCustomer;
  readonly features: readonly OpenedFeature[];
  /** The number's own tariff by class. */
  readonly named: readonly (Selection | undefined)[];
  /** The choices of tariffs made so far for this number's calls. */
  readonly choices: Choices[];
}
