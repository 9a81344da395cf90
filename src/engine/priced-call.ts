/** What rating a call gives (R30): a rated call, a failed one or an ignored one. */
import type { BookTables, OpenedNumber, OpenedTariff } from "../book/index.ts";
import { TARIFF_CLASSES, type TariffClass } from "../model/index.ts";
import { formatUnits, type Units } from "../money/index.ts";
import type { AppliedDiscount, CallDiscount } from "./call-discount.ts";
import type { CallInside } from "./call-inside.ts";
import { type CallAmount, type CarrierCost, callAmountText } from "./carrier-cost.ts";
import type { ComponentUnits } from "./component-units.ts";
import { amountsOf, sumOf } from "./cost-texts.ts";
import type { LookedUp } from "./find-call-type.ts";
import { type CallUsage, NOT_TO_BE_CLONED, type RatedCall } from "./rated-call.ts";
import type { CallReading } from "./read-call.ts";
import type { RatedRecord, RatingMethod } from "./result-records.ts";
import { identity, nameOf } from "./unrated-call.ts";

export type { ComponentUnits };

/** What columns hold of a rated call. */
export interface RatedParts {
  readonly number: OpenedNumber;
  readonly callType: number;
  /** -1 where the record names its own. */
  readonly period: number;
  readonly retail: RetailCharge;
  readonly wholesale: ComponentUnits | undefined;
}

/** The retail side of a rated call. */
export interface RetailCharge {
  readonly tariff: OpenedTariff | undefined;
  readonly featureID: string | null;
  readonly lookedUp: LookedUp;
  readonly method: RatingMethod;
  readonly components: ComponentUnits;
  readonly chargedMilliseconds: number;
  readonly chargedBytes: number;
  readonly chargedEvents: number;
  /** The plan that the line or the tariff names (R40). */
  readonly discountPlan: string | undefined;
}

/** A call that a book has rated. */
export class PricedCall implements RatedCall {
  readonly outcome = "rated";
  /** @internal */
  readonly clone: symbol = NOT_TO_BE_CLONED;
  readonly #book: BookTables;
  readonly #call: CallReading;
  readonly #line: number | undefined;
  readonly #number: OpenedNumber;
  readonly #callType: number;
  readonly #period: number;
  readonly #retail: RetailCharge;
  readonly #wholesale: ComponentUnits | undefined;
  readonly #discount: AppliedDiscount | undefined;
  readonly #bookDigest: string | undefined;

  /** @internal */
  constructor(
    book: BookTables,
    call: CallReading,
    line: number | undefined,
    number: OpenedNumber,
    callType: number,
    period: number,
    retail: RetailCharge,
    wholesale: ComponentUnits | undefined,
    discount?: AppliedDiscount,
    bookDigest?: string,
  ) {
    this.#book = book;
    this.#call = call;
    this.#line = line;
    this.#number = number;
    this.#callType = callType;
    this.#period = period;
    this.#retail = retail;
    this.#wholesale = wholesale;
    this.#discount = discount;
    this.#bookDigest = bookDigest;
  }

  get id(): string | null {
    return this.#call.id;
  }
  get line(): number | undefined {
    return this.#line;
  }
  get numberID(): string {
    return this.#number.record.id;
  }
  get customerID(): string {
    return this.#number.customer.record.id;
  }
  /** The feature whose tariff applied, else the first of those whose discount plans covered some of the call. */
  get featureID(): string | null {
    const planned = this.#discount?.covers.find((cover) => cover.featureID !== null);
    return this.#retail.featureID ?? planned?.featureID ?? null;
  }
  get tariffID(): string | null {
    return this.#retail.tariff?.record.id ?? null;
  }
  get tariff(): string | null {
    return this.#retail.tariff?.record.name ?? null;
  }
  get tariffType(): string {
    return this.#book.callTypes.callTypes[this.#callType]?.name ?? "";
  }
  /** The call type with which lines were sought (R22). */
  get tariffTypeUsed(): string {
    return this.#book.callTypes.callTypes[this.#retail.lookedUp.callType]?.name ?? "";
  }
  get tariffClass(): TariffClass {
    return TARIFF_CLASSES[this.#book.callTypes.callTypes[this.#callType]?.tariffClass ?? 0] as TariffClass;
  }
  get tariffTime(): string {
    return this.#call.tariffTime || (this.#book.periods.names[this.#period] ?? "default");
  }
  get location(): string | null {
    return this.#retail.lookedUp.location ?? (this.#call.location || null);
  }
  get method(): RatingMethod {
    return this.#retail.method;
  }
  /** Seconds. */
  get chargedDuration(): number {
    return this.#retail.chargedMilliseconds / 1000;
  }
  get chargedBytes(): number {
    return this.#retail.chargedBytes;
  }
  get chargedEvents(): number {
    return this.#retail.chargedEvents;
  }

  get #decimals(): number {
    return this.#book.settings.costDecimals;
  }

  /** Retail before discounts. */
  get costBase(): string {
    return formatUnits(sumOf(this.#retail.components), this.#decimals);
  }
  /** Retail after discounts; without discounts it equals `costBase`. */
  get cost(): string {
    return formatUnits(sumOf(this.#net), this.#decimals);
  }
  get #net(): ComponentUnits {
    return this.#discount?.components ?? this.#retail.components;
  }
  /** What each discount plan covered, in the order in which they applied (R40); empty without discounts. */
  get discounts(): readonly CallDiscount[] {
    return this.#discount?.covers ?? [];
  }
  /** Whether the call came to a pool after one that starts later had, in an earlier batch (R44). */
  get late(): boolean {
    return this.#discount?.late ?? false;
  }
  /** Digest of the book that priced the call, where that was asked for (R30). */
  get bookDigest(): string | null {
    return this.#bookDigest ?? null;
  }
  /** Wholesale as the carrier reported it. */
  get costCDR(): string | null {
    return callAmountText(this.#call.carrierCost[0]);
  }
  /** Wholesale as calculated (R29). */
  get costCarrier(): string | null {
    return this.#wholesale === undefined ? null : formatUnits(sumOf(this.#wholesale), this.#decimals);
  }
  get costSuggestedRetail(): string | null {
    return callAmountText(this.#call.suggestedRetail);
  }

  /** The five components of the retail cost before discounts, in the order of `COMPONENTS`. */
  get costBaseComponents(): readonly string[] {
    return this.#retail.components.map((units) => formatUnits(units, this.#decimals));
  }

  /**
   * Retail after and before discounts and calculated wholesale as exact whole units of 10^-costDecimals
   * pence, for sums over many calls without making text; wholesale is undefined where it is not known.
   */
  get units(): {
    readonly retail: Units;
    readonly base: Units;
    readonly wholesale: Units | undefined;
    readonly decimals: number;
  } {
    const base = sumOf(this.#retail.components);
    return {
      retail: this.#discount === undefined ? base : sumOf(this.#discount.components),
      base,
      wholesale: this.#wholesale === undefined ? undefined : sumOf(this.#wholesale),
      decimals: this.#decimals,
    };
  }

  /** The record's own amounts as given, for sums over many calls. @internal */
  get reported(): { readonly carrierCost: CarrierCost; readonly suggestedRetail: CallAmount } {
    return this.#call;
  }

  /** What the call itself used. @internal */
  used(): CallUsage {
    const { durationMilliseconds, bytes, events } = this.#call;
    return {
      milliseconds: Math.max(0, durationMilliseconds),
      bytes: Math.max(0, bytes),
      events: Math.max(0, events),
    };
  }

  /** Local civil date of its start as a day number. @internal */
  get day(): number {
    return this.#call.day;
  }

  /** @internal */
  dayIn(): number {
    return this.#call.day;
  }
  /** @internal */
  get isDiscounted(): boolean {
    return this.#discount !== undefined;
  }

  /** What discounting reads; refuses a call that another book rated, whose plans are not this book's. @internal */
  insideOf(book: BookTables): CallInside {
    if (this.#book !== book) {
      throw new RangeError(
        `${nameOf(this)} was rated with another book; discount calls with the opened book that rated them, or from the records of both: fromRecord(toRecord(result), call).`,
      );
    }
    return { book, call: this.#call, number: this.#number, retail: this.#retail };
  }

  /** The same call with a discount, or without any. @internal */
  withDiscount(discount: AppliedDiscount | undefined): PricedCall {
    return new PricedCall(
      this.#book,
      this.#call,
      this.#line,
      this.#number,
      this.#callType,
      this.#period,
      this.#retail,
      this.#wholesale,
      discount,
      this.#bookDigest,
    );
  }

  /** What columns hold of the result. @internal */
  get parts(): RatedParts {
    return {
      number: this.#number,
      callType: this.#callType,
      period: this.#call.tariffTime === "" ? this.#period : -1,
      retail: this.#retail,
      wholesale: this.#wholesale,
    };
  }

  /** The plain record; `JSON.stringify(result)` uses it. */
  toJSON(): RatedRecord {
    const base = amountsOf(this.#retail.components, this.#decimals);
    const net = this.#discount === undefined ? base : amountsOf(this.#discount.components, this.#decimals);
    const wholesale = amountsOf(this.#wholesale, this.#decimals);
    const { carrierCost } = this.#call;
    // One literal, field by field: records built by name or by spreading took many times as long.
    const record = {
      id: this.#call.id ?? "",
      numberID: this.numberID,
      customerID: this.customerID,
      featureID: this.featureID,
      tariffID: this.tariffID,
      tariff: this.tariff,
      tariffType: this.tariffType,
      tariffTypeUsed: this.tariffTypeUsed,
      tariffClass: this.tariffClass,
      tariffTime: this.tariffTime,
      location: this.location,
      method: this.method,
      chargedDuration: this.chargedDuration,
      chargedBytes: this.chargedBytes,
      chargedEvents: this.chargedEvents,
      costBase: base[0],
      costBaseBasic: base[1],
      costBaseAccessCharge: base[2],
      costBaseSurchargeMobileOrigination: base[3],
      costBaseSurchargePayphoneOrigination: base[4],
      costBaseSurchargeCallRecording: base[5],
      cost: net[0],
      costBasic: net[1],
      costAccessCharge: net[2],
      costSurchargeMobileOrigination: net[3],
      costSurchargePayphoneOrigination: net[4],
      costSurchargeCallRecording: net[5],
      costCDR: callAmountText(carrierCost[0]),
      costCDRBasic: callAmountText(carrierCost[1]),
      costCDRAccessCharge: callAmountText(carrierCost[2]),
      costCDRSurchargeMobileOrigination: callAmountText(carrierCost[3]),
      costCDRSurchargePayphoneOrigination: callAmountText(carrierCost[4]),
      costCDRSurchargeCallRecording: callAmountText(carrierCost[5]),
      costCarrier: wholesale[0],
      costCarrierBasic: wholesale[1],
      costCarrierAccessCharge: wholesale[2],
      costCarrierSurchargeMobileOrigination: wholesale[3],
      costCarrierSurchargePayphoneOrigination: wholesale[4],
      costCarrierSurchargeCallRecording: wholesale[5],
      costSuggestedRetail: this.costSuggestedRetail,
    };
    const bookDigest = this.#bookDigest;
    if (this.#call.id !== null && this.#discount === undefined && bookDigest === undefined) return record;
    const { id: _id, ...rest } = record;
    return {
      ...identity(this),
      ...rest,
      ...discountFields(this.#discount),
      ...(bookDigest !== undefined && { bookDigest }),
    };
  }
}

/** R44: what a record says of its discounts beside the costs; nothing where none applied. */
function discountFields(
  discount: AppliedDiscount | undefined,
): Pick<RatedRecord, "discountPlans" | "late"> | undefined {
  if (discount === undefined) return undefined;
  const { covers, late } = discount;
  return {
    ...(covers.length > 0 && { discountPlans: covers.map((cover) => cover.discountPlan).join(", ") }),
    ...(late && { late }),
  };
}
