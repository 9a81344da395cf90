/** A row that the kernel has rated, as numbers: what a result keeps until somebody reads it. */
import type { BookTables, OpenedNumber, OpenedTariff } from "../../book/index.ts";
import { type KernelViews, rows } from "../../kernel/index.ts";
import { COMPONENTS, type PerComponent, perComponent, REPORTED_COSTS } from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import type { CallAmount, CarrierCost } from "../call/carrier-cost.ts";
import type { LookedUp } from "../call/find-call-type.ts";
import { BLANK } from "../call/read-call.ts";
import { type CallStart, localStart } from "../call/read-start.ts";
import type { RateOptions } from "../rate-options.ts";
import type { RecordTexts } from "../rows/record-reader.ts";
import type { PricedParts, RetailCharge } from "./priced-call.ts";
import { RATING_METHODS, type RatingMethod } from "./result-fields.ts";

/** Where the first row stands in columns of whole numbers. */
const START_DAY = rows.START_DAY >> 2;
const START_MILLISECOND = rows.START_MILLISECOND >> 2;
const START_OFFSET = rows.START_OFFSET >> 2;
const NUMBER = rows.NUMBER >> 2;
const TARIFF = rows.TARIFF >> 2;
const FEATURE = rows.FEATURE >> 2;
const CALL_TYPE = rows.CALL_TYPE >> 2;
const CALL_TYPE_USED = rows.CALL_TYPE_USED >> 2;
const PERIOD = rows.PERIOD_SOUGHT >> 2;
const LOCATION = rows.LOCATION >> 2;
const METHOD = rows.METHOD >> 2;
/** The same of doubles; of costs the total, or the basic component. */
const CHARGED_MILLISECONDS = rows.CHARGED_MILLISECONDS >> 3;
const CHARGED_BYTES = rows.CHARGED_BYTES >> 3;
const CHARGED_EVENTS = rows.CHARGED_EVENTS >> 3;
const DURATION = rows.DURATION >> 3;
const BYTES = rows.BYTES >> 3;
const EVENTS = rows.EVENTS >> 3;
const SUGGESTED = rows.COST_SUGGESTED_RETAIL >> 3;
const REPORTED = rows.COST_CDR >> 3;
const RETAIL = rows.RETAIL >> 3;
const WHOLESALE = rows.WHOLESALE >> 3;
const STRIDE = rows.COST_STRIDE >> 3;
/** Where the costs stand among the amounts that are kept. */
const FIRST_REPORTED = 7;
const FIRST_RETAIL = FIRST_REPORTED + REPORTED_COSTS.length;
const FIRST_WHOLESALE = FIRST_RETAIL + COMPONENTS.length;

/** Decimal places of the amounts that a row reports. */
const MICRO_DECIMALS = 6;

/**
 * The first row of a kernel's memory, and what of its record stands in no row. It is the call, and the retail side, that
 * it tells of: each is asked for a few of its fields, and making them for every call would take longer than rating.
 */
export class KeptRow implements PricedParts {
  readonly id: string | null;
  readonly external: string;
  readonly location: string;
  /** "" where it was not asked for. */
  readonly tariffTime: string;
  readonly line: number | undefined;
  readonly bookDigest: string | undefined;
  readonly callType: number;
  readonly period: number;
  readonly #book: BookTables;
  readonly #startDay: number;
  readonly #startMillisecond: number;
  readonly #startOffset: number;
  readonly #number: number;
  readonly #tariff: number;
  readonly #feature: number;
  readonly #callTypeUsed: number;
  readonly #location: number;
  readonly #method: number;
  /** Usage, charged and used, then the costs: suggested, reported with its total first, retail and wholesale. */
  readonly #amounts: readonly number[];
  #components: PerComponent<number> | undefined;

  constructor(
    book: BookTables,
    { workI32s: wholes, workF64s: doubles }: KernelViews,
    { id, external, location, tariffTime }: RecordTexts,
    { line, bookDigest, reclassify }: RateOptions,
  ) {
    this.id = id;
    this.external = external;
    this.location = location;
    this.tariffTime = reclassify === true ? "" : tariffTime;
    this.line = line;
    this.bookDigest = bookDigest;
    this.callType = wholes[CALL_TYPE] as number;
    this.period = wholes[PERIOD] as number;
    this.#book = book;
    this.#startDay = wholes[START_DAY] as number;
    this.#startMillisecond = wholes[START_MILLISECOND] as number;
    this.#startOffset = wholes[START_OFFSET] as number;
    this.#number = wholes[NUMBER] as number;
    this.#tariff = wholes[TARIFF] as number;
    this.#feature = wholes[FEATURE] as number;
    this.#callTypeUsed = wholes[CALL_TYPE_USED] as number;
    this.#location = wholes[LOCATION] as number;
    this.#method = wholes[METHOD] as number;
    // One literal without a branch: which of them a call has differs from call to call.
    this.#amounts = [
      doubles[CHARGED_MILLISECONDS] as number,
      doubles[CHARGED_BYTES] as number,
      doubles[CHARGED_EVENTS] as number,
      doubles[DURATION] as number,
      doubles[BYTES] as number,
      doubles[EVENTS] as number,
      doubles[SUGGESTED] as number,
      doubles[REPORTED] as number,
      doubles[REPORTED + STRIDE] as number,
      doubles[REPORTED + 2 * STRIDE] as number,
      doubles[REPORTED + 3 * STRIDE] as number,
      doubles[REPORTED + 4 * STRIDE] as number,
      doubles[REPORTED + 5 * STRIDE] as number,
      doubles[RETAIL] as number,
      doubles[RETAIL + STRIDE] as number,
      doubles[RETAIL + 2 * STRIDE] as number,
      doubles[RETAIL + 3 * STRIDE] as number,
      doubles[RETAIL + 4 * STRIDE] as number,
      doubles[WHOLESALE] as number,
      doubles[WHOLESALE + STRIDE] as number,
      doubles[WHOLESALE + 2 * STRIDE] as number,
      doubles[WHOLESALE + 3 * STRIDE] as number,
      doubles[WHOLESALE + 4 * STRIDE] as number,
    ];
  }

  get call(): PricedParts["call"] {
    return this;
  }
  get retail(): RetailCharge {
    return this;
  }

  get number(): OpenedNumber {
    return this.#book.places.numbers[this.#number] as OpenedNumber;
  }
  get tariff(): OpenedTariff | undefined {
    return this.#book.places.tariffs[this.#tariff];
  }
  get featureID(): string | null {
    return this.#book.places.features[this.#feature] ?? null;
  }
  get lookedUp(): LookedUp {
    const locationPlace = this.#location;
    const location = locationPlace < 0 ? undefined : this.#book.callTypes.locations.at(locationPlace);
    return { callType: this.#callTypeUsed, location, locationPlace };
  }
  get method(): RatingMethod {
    return RATING_METHODS[this.#method] as RatingMethod;
  }

  get chargedMilliseconds(): number {
    return this.#at(0);
  }
  get chargedBytes(): number {
    return this.#at(1);
  }
  get chargedEvents(): number {
    return this.#at(2);
  }
  get durationMilliseconds(): number {
    return usageOf(this.#at(3));
  }
  get bytes(): number {
    return usageOf(this.#at(4));
  }
  get events(): number {
    return usageOf(this.#at(5));
  }

  get suggestedRetail(): CallAmount {
    return amountOf(this.#at(6));
  }
  get carrierCost(): CarrierCost {
    return REPORTED_COSTS.map((_, at) => amountOf(this.#at(FIRST_REPORTED + at))) as unknown as CarrierCost;
  }
  get components(): PerComponent<number> {
    this.#components ??= this.#componentsAt(FIRST_RETAIL);
    return this.#components;
  }
  get wholesale(): PerComponent<number> | undefined {
    return Number.isNaN(this.#at(FIRST_WHOLESALE)) ? undefined : this.#componentsAt(FIRST_WHOLESALE);
  }

  get day(): number {
    return this.#start?.day ?? 0;
  }
  get millisecondOfDay(): number {
    return this.#start?.millisecondOfDay ?? 0;
  }
  get instant(): number | undefined {
    return this.#start?.instant;
  }

  get #start(): CallStart | undefined {
    return localStart(this.#book, {
      day: this.#startDay,
      millisecond: this.#startMillisecond,
      offset: this.#startOffset,
    });
  }

  #at(at: number): number {
    return this.#amounts[at] as number;
  }

  #componentsAt(basic: number): PerComponent<number> {
    return perComponent((_, at) => this.#at(basic + at));
  }
}

/** An amount that a row reports, as a call has it. */
function amountOf(micro: number): CallAmount {
  return Number.isNaN(micro) ? null : formatUnits(micro, MICRO_DECIMALS);
}

/** Usage of a row, as a call has it. */
function usageOf(usage: number): number {
  return Number.isNaN(usage) ? BLANK : usage;
}
