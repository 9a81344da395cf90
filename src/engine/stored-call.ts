/** A rated call as its stored record tells of it: the inverse of `toRecord` (R30, R44). */
import type { BookTables } from "../book/index.ts";
import type { CallRecord, TariffClass } from "../model/index.ts";
import { formatUnits } from "../money/index.ts";
import type { AppliedDiscount, CallDiscount } from "./call-discount.ts";
import type { CallInside } from "./call-inside.ts";
import { callAmountText } from "./carrier-cost.ts";
import type { ComponentUnits } from "./component-units.ts";
import { COMPONENTS } from "./components.ts";
import { type AmountTexts, amountsOf, sumOf } from "./cost-texts.ts";
import { type CallUsage, NOT_TO_BE_CLONED, type RatedCall } from "./rated-call.ts";
import type { RatedRecord, RatingMethod } from "./result-records.ts";
import { insideOfStored, startOf, usedBy } from "./stored-inside.ts";
import { COST_DECIMALS, carrierCostOf, componentsOf, type StoredRecord } from "./stored-record.ts";
import { identity } from "./unrated-call.ts";

/** What discounts made of a stored call. */
interface Net {
  readonly components: ComponentUnits;
  /** The components are in units of 10^-decimals pence. */
  readonly decimals: number;
  readonly featureID: string | null;
  readonly discountPlans: string | undefined;
  readonly late: boolean;
  readonly covers: readonly CallDiscount[];
}

const NO_COMPONENTS: ComponentUnits = [0, 0, 0, 0, 0];

/** A rated call from its record. */
export class StoredCall implements RatedCall {
  readonly outcome = "rated";
  /** @internal */
  readonly clone: symbol = NOT_TO_BE_CLONED;
  readonly #record: StoredRecord;
  /** The call itself, or the row that has the record's fields and the call's. */
  readonly #call: CallRecord;
  readonly #base: ComponentUnits;
  readonly #wholesale: ComponentUnits | undefined;
  readonly #net: Net;

  /** @internal */
  constructor(record: StoredRecord, call: CallRecord, net?: Net) {
    this.#record = record;
    this.#call = call;
    this.#base = componentsOf(record, "costBase") ?? NO_COMPONENTS;
    this.#wholesale = componentsOf(record, "costCarrier");
    this.#net = net ?? {
      components: componentsOf(record, "cost") ?? NO_COMPONENTS,
      decimals: COST_DECIMALS,
      featureID: record.featureID ?? null,
      discountPlans: record.discountPlans,
      late: record.late === true,
      covers: [],
    };
  }

  get id(): string | null {
    return this.#record.id ?? null;
  }
  get line(): number | undefined {
    return this.#record.line;
  }
  get numberID(): string {
    return this.#record.numberID;
  }
  get customerID(): string {
    return this.#record.customerID;
  }
  get featureID(): string | null {
    return this.#net.featureID;
  }
  get tariffID(): string | null {
    return this.#record.tariffID ?? null;
  }
  get tariff(): string | null {
    return this.#record.tariff ?? null;
  }
  get tariffType(): string {
    return this.#record.tariffType;
  }
  get tariffTypeUsed(): string {
    return this.#record.tariffTypeUsed;
  }
  get tariffClass(): TariffClass {
    return this.#record.tariffClass;
  }
  get tariffTime(): string {
    return this.#record.tariffTime;
  }
  get location(): string | null {
    return this.#record.location ?? null;
  }
  get method(): RatingMethod {
    return this.#record.method;
  }
  get chargedDuration(): number {
    return this.#record.chargedDuration / 1000;
  }
  get chargedBytes(): number {
    return this.#record.chargedBytes;
  }
  get chargedEvents(): number {
    return this.#record.chargedEvents;
  }
  get costBase(): string {
    return formatUnits(sumOf(this.#base), COST_DECIMALS);
  }
  get cost(): string {
    return formatUnits(sumOf(this.#net.components), this.#net.decimals);
  }
  get bookDigest(): string | null {
    return this.#record.bookDigest ?? null;
  }
  get costCDR(): string | null {
    return callAmountText(this.#record.costCDR ?? null);
  }
  get costCarrier(): string | null {
    return amountsOf(this.#wholesale, COST_DECIMALS)[0];
  }
  get costSuggestedRetail(): string | null {
    return callAmountText(this.#record.costSuggestedRetail ?? null);
  }
  get costBaseComponents(): readonly string[] {
    return this.#base.map((units) => formatUnits(units, COST_DECIMALS));
  }
  get discounts(): readonly CallDiscount[] {
    return this.#net.covers;
  }
  get late(): boolean {
    return this.#net.late;
  }
  get units(): RatedCall["units"] {
    const { components, decimals } = this.#net;
    const base = sumOf(this.#base);
    return {
      retail: decimals === COST_DECIMALS ? sumOf(components) : scaled(sumOf(components), decimals),
      base,
      wholesale: this.#wholesale === undefined ? undefined : sumOf(this.#wholesale),
      decimals: COST_DECIMALS,
    };
  }

  /** @internal */
  get reported(): RatedCall["reported"] {
    return {
      carrierCost: carrierCostOf(this.#record),
      suggestedRetail: this.#record.costSuggestedRetail ?? null,
    };
  }
  /** @internal */
  used(): CallUsage {
    return usedBy(this.#record, this.#call);
  }
  /** The record does not say in which zone its start is to be read. @internal */
  get day(): undefined {
    return undefined;
  }
  /** @internal */
  dayIn(book: BookTables): number {
    return startOf(book, this.#record, this.#call).day;
  }
  /** @internal */
  get isDiscounted(): boolean {
    const { discountPlans, late, covers } = this.#net;
    return discountPlans !== undefined || late || covers.length > 0 || this.cost !== this.costBase;
  }

  /** @internal */
  insideOf(book: BookTables): CallInside {
    return insideOfStored(book, this.#record, this.#call);
  }

  /** @internal */
  withDiscount(discount: AppliedDiscount | undefined, { retail }: CallInside): StoredCall {
    if (discount === undefined) {
      return new StoredCall(this.#record, this.#call, {
        components: this.#base,
        decimals: COST_DECIMALS,
        featureID: retail.featureID,
        discountPlans: undefined,
        late: false,
        covers: [],
      });
    }
    const { components, covers, late, decimals } = discount;
    const planned = covers.find((cover) => cover.featureID !== null);
    return new StoredCall(this.#record, this.#call, {
      components,
      decimals,
      featureID: retail.featureID ?? planned?.featureID ?? null,
      discountPlans: covers.length === 0 ? undefined : covers.map((cover) => cover.discountPlan).join(", "),
      late,
      covers,
    });
  }

  /** The plain record; `JSON.stringify(result)` uses it. */
  toJSON(): RatedRecord {
    const { components, decimals, discountPlans, late } = this.#net;
    const reported = carrierCostOf(this.#record).map(callAmountText) as unknown as AmountTexts;
    return {
      ...identity(this),
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
      ...costFields("costBase", amountsOf(this.#base, COST_DECIMALS)),
      ...costFields("cost", amountsOf(components, decimals)),
      ...costFields("costCDR", reported),
      ...costFields("costCarrier", amountsOf(this.#wholesale, COST_DECIMALS)),
      costSuggestedRetail: this.costSuggestedRetail,
      ...(discountPlans !== undefined && { discountPlans }),
      ...(late && { late }),
      ...(this.#record.bookDigest !== undefined && { bookDigest: this.#record.bookDigest }),
    };
  }
}

/** Units at COST_DECIMALS from coarser ones. */
function scaled(units: number | bigint, decimals: number): bigint {
  return BigInt(units) * 10n ** BigInt(COST_DECIMALS - decimals);
}

type Cost = "costBase" | "cost" | "costCDR" | "costCarrier";

/** A cost's six fields. */
function costFields<Name extends Cost>(
  name: Name,
  texts: AmountTexts,
): Pick<RatedRecord, Name | `${Name}${(typeof COMPONENTS)[number]}`> {
  const fields: Record<string, string | null> = { [name]: texts[0] };
  for (const [at, component] of COMPONENTS.entries()) fields[`${name}${component}`] = texts[at + 1] ?? null;
  return fields as Pick<RatedRecord, Name | `${Name}${(typeof COMPONENTS)[number]}`>;
}
