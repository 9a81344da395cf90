/** A call that a book has rated (R30). */
import type { BookTables, OpenedNumber, OpenedTariff } from "../../book/index.ts";
import { TARIFF_CLASSES, type TariffClass } from "../../model/index.ts";
import type { ComponentUnits } from "../call/cost-units.ts";
import type { LookedUp } from "../call/find-call-type.ts";
import type { CallReading } from "../call/read-call.ts";
import type { AppliedDiscount, CallDiscount } from "./call-discount.ts";
import { planFor } from "./named-plan.ts";
import {
  type CallInside,
  type CallUsage,
  type Cost,
  featureOf,
  NOT_TO_BE_CLONED,
  plansOf,
  type RatedCall,
  RatedResult,
} from "./rated-call.ts";
import type { DescribedCall, RatingMethod } from "./result-fields.ts";
import { nameOf } from "./unrated-call.ts";

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

/** The facts that rating found for a call. */
export interface PricedParts {
  readonly call: Pick<
    CallReading,
    | "id"
    | "external"
    | "location"
    | "tariffTime"
    | "day"
    | "millisecondOfDay"
    | "instant"
    | "durationMilliseconds"
    | "bytes"
    | "events"
    | "carrierCost"
    | "suggestedRetail"
  >;
  readonly line: number | undefined;
  readonly bookDigest: string | undefined;
  readonly number: OpenedNumber;
  readonly callType: number;
  /** Has no meaning where the record names its period. */
  readonly period: number;
  readonly retail: RetailCharge;
  readonly wholesale: ComponentUnits | undefined;
}

export class PricedCall extends RatedResult {
  readonly outcome = "rated";
  /** @internal */
  readonly clone: symbol = NOT_TO_BE_CLONED;
  #described: DescribedCall | undefined;
  readonly #book: BookTables;
  readonly #parts: PricedParts;
  readonly #discount: AppliedDiscount | undefined;

  /** @internal */
  constructor(book: BookTables, parts: PricedParts, discount?: AppliedDiscount) {
    super();
    this.#book = book;
    this.#parts = parts;
    this.#discount = discount;
  }

  get id(): string | null {
    return this.#parts.call.id;
  }
  get line(): number | undefined {
    return this.#parts.line;
  }
  get bookDigest(): string | null {
    return this.#parts.bookDigest ?? null;
  }
  get discounts(): readonly CallDiscount[] {
    return this.#discount?.covers ?? [];
  }
  get late(): boolean {
    return this.#discount?.late ?? false;
  }

  /** @internal */
  get described(): DescribedCall {
    this.#described ??= this.#describe();
    return this.#described;
  }

  #describe(): DescribedCall {
    const { call, number, callType, period, retail } = this.#parts;
    const { callTypes, periods } = this.#book;
    const { tariff, lookedUp } = retail;
    const type = callTypes.callTypes[callType];
    return {
      numberID: number.record.id,
      customerID: number.customer.record.id,
      featureID: featureOf(retail.featureID, this.#discount),
      tariffID: tariff?.record.id ?? null,
      tariff: tariff?.record.name ?? null,
      tariffType: type?.name ?? "",
      tariffTypeUsed: callTypes.callTypes[lookedUp.callType]?.name ?? "",
      tariffClass: TARIFF_CLASSES[type?.tariffClass ?? 0] as TariffClass,
      tariffTime: call.tariffTime || (periods.names[period] ?? "default"),
      location: lookedUp.location ?? (call.location || null),
      method: retail.method,
      chargedDuration: retail.chargedMilliseconds / 1000,
      chargedBytes: retail.chargedBytes,
      chargedEvents: retail.chargedEvents,
    };
  }

  /** @internal */
  get base(): Cost {
    return { components: this.#parts.retail.components, decimals: this.#book.settings.costDecimals };
  }
  /** @internal */
  get net(): Cost {
    return this.#discount ?? this.base;
  }
  /** @internal */
  get wholesale(): ComponentUnits | undefined {
    return this.#parts.wholesale;
  }
  /** @internal */
  get discountPlans(): string | undefined {
    return plansOf(this.#discount);
  }
  /** @internal */
  get reported(): RatedCall["reported"] {
    return this.#parts.call;
  }
  /** @internal */
  used(): CallUsage {
    const { durationMilliseconds, bytes, events } = this.#parts.call;
    return {
      milliseconds: Math.max(0, durationMilliseconds),
      bytes: Math.max(0, bytes),
      events: Math.max(0, events),
    };
  }
  /** @internal */
  get day(): number {
    return this.#parts.call.day;
  }
  /** @internal */
  dayIn(): number {
    return this.#parts.call.day;
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
    const { call, number, period, retail } = this.#parts;
    const { tariff, lookedUp, components, chargedMilliseconds, chargedBytes, chargedEvents } = retail;
    const { external, day, millisecondOfDay, instant } = call;
    const discountPlan =
      tariff && planFor(book, { tariff, external, callType: lookedUp.callType, period, day });
    return {
      book,
      call: { day, millisecondOfDay, instant },
      number,
      retail: { components, chargedMilliseconds, chargedBytes, chargedEvents, discountPlan },
    };
  }

  /** @internal */
  withDiscount(discount: AppliedDiscount | undefined): PricedCall {
    return new PricedCall(this.#book, this.#parts, discount);
  }

  /** What columns hold of the result. @internal */
  get parts(): PricedParts {
    return this.#parts;
  }
}
