/** What rating a call gives (R30): a rated call, a failed one or an ignored one. */
import type { BookTables, OpenedNumber, OpenedTariff } from "../book/index.ts";
import { TARIFF_CLASSES, type TariffClass } from "../model/index.ts";
import { formatUnits, type Units } from "../money/index.ts";
import { type CallAmount, type CarrierCost, callAmountText } from "./carrier-cost.ts";
import { COMPONENTS } from "./components.ts";
import type { LookedUp } from "./find-call-type.ts";
import type { CallReading } from "./read-call.ts";
import type { RatedRecord, RatingMethod, ResultRecord } from "./result-records.ts";
import { type FailedCall, type IgnoredCall, identity } from "./unrated-call.ts";

/** Five finished components in quanta of 10^-decimals pence. */
export type ComponentUnits = readonly [Units, Units, Units, Units, Units];

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
}

/**
 * A rated call. Call `toRecord(result)` for the plain record to store: here amounts become text only
 * when they are read, because most callers read a few of the twenty-five.
 *
 * Amounts are pence as plain decimal text (R1), null where they are not known.
 */
export class RatedCall {
  readonly outcome = "rated";
  readonly #book: BookTables;
  readonly #call: CallReading;
  readonly #line: number | undefined;
  readonly #number: OpenedNumber;
  readonly #callType: number;
  readonly #period: number;
  readonly #retail: RetailCharge;
  readonly #wholesale: ComponentUnits | undefined;

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
  ) {
    this.#book = book;
    this.#call = call;
    this.#line = line;
    this.#number = number;
    this.#callType = callType;
    this.#period = period;
    this.#retail = retail;
    this.#wholesale = wholesale;
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
  /** The feature whose tariff applied. */
  get featureID(): string | null {
    return this.#retail.featureID;
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
    return this.costBase;
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
   * Retail and calculated wholesale as exact whole units of 10^-costDecimals pence, for sums over many
   * calls without making text; wholesale is undefined where it is not known.
   */
  get units(): { readonly retail: Units; readonly wholesale: Units | undefined; readonly decimals: number } {
    return {
      retail: sumOf(this.#retail.components),
      wholesale: this.#wholesale === undefined ? undefined : sumOf(this.#wholesale),
      decimals: this.#decimals,
    };
  }

  /** The record's own amounts as given, for sums over many calls. @internal */
  get reported(): { readonly carrierCost: CarrierCost; readonly suggestedRetail: CallAmount } {
    return this.#call;
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
      cost: base[0],
      costBasic: base[1],
      costAccessCharge: base[2],
      costSurchargeMobileOrigination: base[3],
      costSurchargePayphoneOrigination: base[4],
      costSurchargeCallRecording: base[5],
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
    if (this.#call.id !== null) return record;
    const { id: _blank, ...rest } = record;
    return { ...identity(this), ...rest };
  }
}

/** A cost as text: the total, then its five components. */
type AmountTexts = readonly [
  string | null,
  string | null,
  string | null,
  string | null,
  string | null,
  string | null,
];

const UNKNOWN: AmountTexts = [null, null, null, null, null, null];

function amountsOf(components: ComponentUnits | undefined, decimals: number): AmountTexts {
  if (components === undefined) return UNKNOWN;
  const [basic, access, mobile, payphone, recording] = components;
  return [
    formatUnits(sumOf(components), decimals),
    formatUnits(basic, decimals),
    formatUnits(access, decimals),
    formatUnits(mobile, decimals),
    formatUnits(payphone, decimals),
    formatUnits(recording, decimals),
  ];
}

/** What a rated call's record says beside its costs, in the order in which it is written. */
const DESCRIBING_FIELDS = [
  "numberID",
  "customerID",
  "featureID",
  "tariffID",
  "tariff",
  "tariffType",
  "tariffTypeUsed",
  "tariffClass",
  "tariffTime",
  "location",
  "method",
  "chargedDuration",
  "chargedBytes",
  "chargedEvents",
] as const;

function sumOf(components: ComponentUnits): Units {
  const [basic, access, mobile, payphone, recording] = components;
  if (
    typeof basic === "number" &&
    typeof access === "number" &&
    typeof mobile === "number" &&
    typeof payphone === "number" &&
    typeof recording === "number"
  ) {
    return basic + access + mobile + payphone + recording;
  }
  return BigInt(basic) + BigInt(access) + BigInt(mobile) + BigInt(payphone) + BigInt(recording);
}

/** What rating a call gives; `outcome` tells which. */
export type CallResult = RatedCall | FailedCall | IgnoredCall;

/**
 * A result as the plain record to store: own enumerable fields under the platform's names, amounts as
 * decimal text in pence, null where unknown (R30). It survives spread, structuredClone, JSON and an INSERT.
 *
 * @example
 * toRecord(rateCall(book, { id: 43, target: "020 7946 0999", startDate: "2026-10-01", duration: 60 }));
 * // => { id: "43", error: "unregistered-number", message: "No number of the book matches the CLI 020 7946 0999.", field: "target" }
 */
export function toRecord(result: RatedCall): RatedRecord;
export function toRecord(result: CallResult): ResultRecord;
export function toRecord(result: CallResult): ResultRecord {
  return result.toJSON();
}

/** The fields of a result in the order in which files write them: a rated call's, then those of the others. */
export const RESULT_FIELDS: readonly string[] = [
  "id",
  "line",
  ...DESCRIBING_FIELDS,
  ...["costBase", "cost", "costCDR", "costCarrier"].flatMap((cost) => [
    cost,
    ...COMPONENTS.map((component) => `${cost}${component}`),
  ]),
  "costSuggestedRetail",
  "error",
  "message",
  "field",
  "ignored",
  "reason",
];
