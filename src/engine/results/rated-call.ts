/** A rated call as callers see it, just rated by a book or read from a stored record (R30). */
import type { BookTables, OpenedNumber } from "../../book/index.ts";
import { type PerCost, perComponent } from "../../model/index.ts";
import { formatUnits, type Units } from "../../money/index.ts";
import { type CallAmount, type CarrierCost, callAmountText } from "../call/carrier-cost.ts";
import { amountsOf, type ComponentUnits, sumOf } from "../call/cost-units.ts";
import type { AppliedDiscount, CallDiscount } from "./call-discount.ts";
import { DESCRIBING_FIELDS, type DescribedCall, type RatedRecord } from "./result-fields.ts";
import { type FailedCall, type IgnoredCall, identity } from "./unrated-call.ts";

/**
 * A rated call. Call `toRecord(result)` for the plain record to store, and `fromRecord(record)` to have it
 * back: here amounts become text only when they are read, because most callers read a few of the twenty-five.
 * `structuredClone` and `postMessage` refuse a rated call: a copy would have no amounts.
 *
 * Amounts are pence as plain decimal text (R1), null where they are not known.
 */
export interface RatedCall extends DescribedCall {
  readonly outcome: "rated";
  readonly id: string | null;
  readonly line: number | undefined;
  /** Retail before discounts. */
  readonly costBase: string;
  /** Retail after discounts; without discounts it equals `costBase`. */
  readonly cost: string;
  /** Digest of the book that priced the call, with the option `bookDigest` (R30). */
  readonly bookDigest: string | null;
  /** Wholesale as the carrier reported it. */
  readonly costCDR: string | null;
  /** Wholesale as calculated (R29). */
  readonly costCarrier: string | null;
  readonly costSuggestedRetail: string | null;
  /** The five components of the retail cost before discounts, in the order of `COMPONENTS`. */
  readonly costBaseComponents: readonly string[];
  /**
   * What each discount plan covered, in the order in which they applied (R40); empty without discounts, and for
   * a call from a record, which names the plans only.
   */
  readonly discounts: readonly CallDiscount[];
  /** Whether the call came to a pool after one that starts later had, in an earlier batch (R44). */
  readonly late: boolean;
  /**
   * Retail after and before discounts and calculated wholesale as exact whole units of 10^-decimals
   * pence, for sums over many calls without making text; wholesale is undefined where it is not known.
   */
  readonly units: {
    readonly retail: Units;
    readonly base: Units;
    readonly wholesale: Units | undefined;
    readonly decimals: number;
  };
  /** The plain record; `JSON.stringify(result)` uses it. */
  toJSON(): RatedRecord;

  /** The record's own amounts as given, for sums over many calls. @internal */
  readonly reported: { readonly carrierCost: CarrierCost; readonly suggestedRetail: CallAmount };
  /**
   * The usage of the call itself, before any rounding; throws a RangeError where a record does not give it. @internal
   */
  used(): CallUsage;
  /** Local civil date of its start as a day number; undefined for a call from a record. @internal */
  readonly day: number | undefined;
  /**
   * As `day`, for a call from a record as the book reads it; throws a RangeError where the record does not give a day.
   * @internal
   */
  dayIn(book: BookTables): number;
  /** Whether it carries discounts that discounting again has to take off first. @internal */
  readonly isDiscounted: boolean;
  /**
   * What discounting reads.
   *
   * @throws RangeError where another book rated the call, or its record lacks a field
   * @internal
   */
  insideOf(book: BookTables): CallInside;
  /** The same call with a discount, or without any, drawn with the book of which `insideOf` reads. @internal */
  withDiscount(discount: AppliedDiscount | undefined, book: BookTables): RatedCall;
}

/** What a call used; blank is 0. */
export interface CallUsage {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly events: number;
}

/** What rating a call gives; `outcome` tells which. */
export type CallResult = RatedCall | FailedCall | IgnoredCall;

/** What discounting reads of a rated call beside its costs (R40 to R42). */
export interface CallInside {
  readonly book: BookTables;
  readonly call: {
    /** Local civil date of its start as a day number, and the time of day. */
    readonly day: number;
    readonly millisecondOfDay: number;
    /** Start as an instant, where the record gave one. */
    readonly instant: number | undefined;
  };
  readonly number: OpenedNumber;
  readonly retail: {
    /** Retail before discounts, in units of 10^-costDecimals pence. */
    readonly components: ComponentUnits;
    readonly chargedMilliseconds: number;
    readonly chargedBytes: number;
    readonly chargedEvents: number;
    /** The plan that the line or the tariff names (R40). */
    readonly discountPlan: string | undefined;
  };
}

/**
 * A value that makes `structuredClone` and `postMessage` refuse a result, because a copy would lose every amount; this
 * text is in the error that they throw.
 */
export const NOT_TO_BE_CLONED: symbol = Symbol(
  "a result: copy toRecord(result), and read that with fromRecord",
);

/** A call with the descriptive fields of its record as properties, made when one of them is first read. */
abstract class DescribedResult {
  /** All descriptive fields together. @internal */
  abstract readonly described: DescribedCall;
}

for (const field of DESCRIBING_FIELDS) {
  Object.defineProperty(DescribedResult.prototype, field, {
    configurable: true,
    get(this: DescribedResult) {
      return this.described[field];
    },
  });
}

const Described = DescribedResult as abstract new () => DescribedResult & DescribedCall;

/** Finished components, whole units of 10^-decimals pence. */
export interface Cost {
  readonly components: ComponentUnits;
  readonly decimals: number;
}

/**
 * The base class of rated calls: their amounts as texts, and their record. It has no fields, because making an object
 * takes three times as long where its base classes have fields.
 */
export abstract class RatedResult extends Described implements RatedCall {
  abstract readonly outcome: "rated";
  /** NOT_TO_BE_CLONED @internal */
  abstract readonly clone: symbol;
  abstract readonly id: string | null;
  abstract readonly line: number | undefined;
  abstract readonly bookDigest: string | null;
  abstract readonly discounts: readonly CallDiscount[];
  abstract readonly late: boolean;
  abstract readonly reported: RatedCall["reported"];
  abstract readonly day: number | undefined;
  abstract readonly isDiscounted: boolean;
  abstract used(): CallUsage;
  abstract dayIn(book: BookTables): number;
  abstract insideOf(book: BookTables): CallInside;
  abstract withDiscount(discount: AppliedDiscount | undefined, book: BookTables): RatedCall;

  /** Retail before and after discounts, and wholesale as calculated. @internal */
  abstract readonly base: Cost;
  /** @internal */
  abstract readonly net: Cost;
  /** @internal */
  abstract readonly wholesale: ComponentUnits | undefined;
  /** The names of the plans that covered some of the call, commas between. @internal */
  abstract readonly discountPlans: string | undefined;

  get costBase(): string {
    const { components, decimals } = this.base;
    return formatUnits(sumOf(components), decimals);
  }
  get cost(): string {
    const { components, decimals } = this.net;
    return formatUnits(sumOf(components), decimals);
  }
  get costCDR(): string | null {
    return callAmountText(this.reported.carrierCost[0]);
  }
  get costCarrier(): string | null {
    const { wholesale } = this;
    return wholesale === undefined ? null : formatUnits(sumOf(wholesale), this.base.decimals);
  }
  get costSuggestedRetail(): string | null {
    return callAmountText(this.reported.suggestedRetail);
  }
  get costBaseComponents(): readonly string[] {
    const { components, decimals } = this.base;
    return components.map((units) => formatUnits(units, decimals));
  }
  get units(): RatedCall["units"] {
    const { base, net, wholesale } = this;
    const { decimals } = base;
    const retail = sumOf(net.components);
    return {
      retail: net.decimals === decimals ? retail : BigInt(retail) * 10n ** BigInt(decimals - net.decimals),
      base: sumOf(base.components),
      wholesale: wholesale === undefined ? undefined : sumOf(wholesale),
      decimals,
    };
  }

  toJSON(): RatedRecord {
    const { described, base, net, reported, bookDigest, discountPlans, late, id } = this;
    const baseTexts = amountsOf(base.components, base.decimals);
    const netTexts = net.components === base.components ? baseTexts : amountsOf(net.components, net.decimals);
    const wholesale = this.wholesale === undefined ? UNKNOWN : amountsOf(this.wholesale, base.decimals);
    const { carrierCost } = reported;
    // One literal, field by field: records built by name or by spreading took many times as long.
    const record = {
      id: id ?? "",
      numberID: described.numberID,
      customerID: described.customerID,
      featureID: described.featureID,
      tariffID: described.tariffID,
      tariff: described.tariff,
      tariffType: described.tariffType,
      tariffTypeUsed: described.tariffTypeUsed,
      tariffClass: described.tariffClass,
      tariffTime: described.tariffTime,
      location: described.location,
      method: described.method,
      chargedDuration: described.chargedDuration,
      chargedBytes: described.chargedBytes,
      chargedEvents: described.chargedEvents,
      costBase: baseTexts[0],
      costBaseBasic: baseTexts[1],
      costBaseAccessCharge: baseTexts[2],
      costBaseSurchargeMobileOrigination: baseTexts[3],
      costBaseSurchargePayphoneOrigination: baseTexts[4],
      costBaseSurchargeCallRecording: baseTexts[5],
      cost: netTexts[0],
      costBasic: netTexts[1],
      costAccessCharge: netTexts[2],
      costSurchargeMobileOrigination: netTexts[3],
      costSurchargePayphoneOrigination: netTexts[4],
      costSurchargeCallRecording: netTexts[5],
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
      costSuggestedRetail: callAmountText(reported.suggestedRetail),
    };
    if (id !== null && discountPlans === undefined && !late && bookDigest === null) return record;
    const { id: _id, ...rest } = record;
    return {
      ...identity(this),
      ...rest,
      ...(discountPlans !== undefined && { discountPlans }),
      ...(late && { late }),
      ...(bookDigest !== null && { bookDigest }),
    };
  }
}

const UNKNOWN: PerCost<null> = [null, ...perComponent(() => null)];

/** The names of the plans that covered some of a call, commas between. */
export function plansOf(discount: AppliedDiscount | undefined): string | undefined {
  const covers = discount?.covers ?? [];
  return covers.length === 0 ? undefined : covers.map((cover) => cover.discountPlan).join(", ");
}

/** The feature whose tariff applied, else the first of those whose discount plans covered some of the call. */
export function featureOf(featureID: string | null, discount: AppliedDiscount | undefined): string | null {
  return featureID ?? discount?.covers.find((cover) => cover.featureID !== null)?.featureID ?? null;
}
