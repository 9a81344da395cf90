/** A row that the kernel has rated, as numbers, which a result keeps until a field is read. */
import type { BookTables, OpenedNumber, OpenedTariff } from "../../book/index.ts";
import { type KernelViews, rows } from "../../kernel/index.ts";
import {
  COMPONENTS,
  type PerComponent,
  type PerCost,
  perComponent,
  REPORTED_COSTS,
} from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import type { CallAmount, CarrierCost } from "../call/carrier-cost.ts";
import type { LookedUp } from "../call/find-call-type.ts";
import { BLANK } from "../call/read-call.ts";
import { type CallStart, localStart } from "../call/read-start.ts";
import type { RateOptions } from "../rate-options.ts";
import type { RecordTexts } from "../rows/record-reader.ts";
import type { PricedParts, RetailCharge } from "./priced-call.ts";
import { RATING_METHODS, type RatingMethod } from "./result-fields.ts";

/** Indexes of the first row in the integer columns; the rows follow each other. */
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
/** Indexes of the first row in the columns of doubles; of costs, of the total or the basic component. */
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
/** Offsets of the parts of a row in one list of numbers; the costs of each kind are consecutive. */
const KEPT_START = 0;
const KEPT_NUMBER = 3;
const KEPT_TARIFF = 4;
const KEPT_FEATURE = 5;
const KEPT_CALL_TYPE = 6;
const KEPT_CALL_TYPE_USED = 7;
const KEPT_PERIOD = 8;
const KEPT_LOCATION = 9;
const KEPT_METHOD = 10;
const KEPT_CHARGED = 11;
const KEPT_USED = 14;
const KEPT_SUGGESTED = 17;
const KEPT_REPORTED = 18;
const KEPT_RETAIL = KEPT_REPORTED + REPORTED_COSTS.length;
const KEPT_WHOLESALE = KEPT_RETAIL + COMPONENTS.length;

/** The list as a type: a literal that lacks the amounts of a component does not compile. */
type KeptNumbers = readonly [
  ...start: readonly [day: number, millisecond: number, offset: number],
  ...chosen: readonly [number: number, tariff: number, feature: number],
  ...found: readonly [callType: number, used: number, period: number, location: number, method: number],
  ...charged: readonly [milliseconds: number, bytes: number, events: number],
  ...used: readonly [milliseconds: number, bytes: number, events: number],
  suggested: number,
  ...reported: PerCost<number>,
  ...retail: PerComponent<number>,
  ...wholesale: PerComponent<number>,
];

/** Decimal places of the amounts that a row reports. */
const MICRO_DECIMALS = 6;

/**
 * A row of a kernel's memory, and the texts of its record that no row holds. The object is also its `call` and its
 * `retail` side: few of their fields are read, and separate objects for every call would take longer than rating.
 */
export class KeptRow implements PricedParts {
  readonly id: string | null;
  readonly external: string;
  readonly location: string;
  /** "" where blank or, with `reclassify`, ignored. */
  readonly tariffTime: string;
  readonly line: number | undefined;
  readonly bookDigest: string | undefined;
  readonly #book: BookTables;
  readonly #kept: readonly number[];
  #components: PerComponent<number> | undefined;

  constructor(
    book: BookTables,
    { workI32s, workF64s }: KernelViews,
    row: number,
    texts: RecordTexts,
    options: RateOptions,
  ) {
    this.id = texts.id;
    this.external = texts.external;
    this.location = texts.location;
    this.tariffTime = options.reclassify === true ? "" : texts.tariffTime;
    this.line = options.line;
    this.bookDigest = options.bookDigest;
    this.#book = book;
    this.#kept = numbersOf(workI32s, workF64s, row);
  }

  get call(): PricedParts["call"] {
    return this;
  }
  get retail(): RetailCharge {
    return this;
  }

  get number(): OpenedNumber {
    return this.#book.byIndex.numbers[this.#at(KEPT_NUMBER)] as OpenedNumber;
  }
  get tariff(): OpenedTariff | undefined {
    return this.#book.byIndex.tariffs[this.#at(KEPT_TARIFF)];
  }
  get featureID(): string | null {
    return this.#book.byIndex.features[this.#at(KEPT_FEATURE)] ?? null;
  }
  get callType(): number {
    return this.#at(KEPT_CALL_TYPE);
  }
  get period(): number {
    return this.#at(KEPT_PERIOD);
  }
  get lookedUp(): LookedUp {
    const locationIndex = this.#at(KEPT_LOCATION);
    const location = locationIndex < 0 ? undefined : this.#book.callTypes.locations.at(locationIndex);
    return { callType: this.#at(KEPT_CALL_TYPE_USED), location, locationIndex };
  }
  get method(): RatingMethod {
    return RATING_METHODS[this.#at(KEPT_METHOD)] as RatingMethod;
  }

  get chargedMilliseconds(): number {
    return this.#at(KEPT_CHARGED);
  }
  get chargedBytes(): number {
    return this.#at(KEPT_CHARGED + 1);
  }
  get chargedEvents(): number {
    return this.#at(KEPT_CHARGED + 2);
  }
  get durationMilliseconds(): number {
    return usageOf(this.#at(KEPT_USED));
  }
  get bytes(): number {
    return usageOf(this.#at(KEPT_USED + 1));
  }
  get events(): number {
    return usageOf(this.#at(KEPT_USED + 2));
  }

  get suggestedRetail(): CallAmount {
    return amountOf(this.#at(KEPT_SUGGESTED));
  }
  get carrierCost(): CarrierCost {
    return REPORTED_COSTS.map((_, at) => amountOf(this.#at(KEPT_REPORTED + at))) as unknown as CarrierCost;
  }
  get components(): PerComponent<number> {
    this.#components ??= this.#componentsAt(KEPT_RETAIL);
    return this.#components;
  }
  get wholesale(): PerComponent<number> | undefined {
    return Number.isNaN(this.#at(KEPT_WHOLESALE)) ? undefined : this.#componentsAt(KEPT_WHOLESALE);
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
      day: this.#at(KEPT_START),
      millisecond: this.#at(KEPT_START + 1),
      offset: this.#at(KEPT_START + 2),
    });
  }

  #at(at: number): number {
    return this.#kept[at] as number;
  }

  #componentsAt(basic: number): PerComponent<number> {
    return perComponent((_, at) => this.#at(basic + at));
  }
}

/** The kept numbers of a row. One branch-free literal: the fields that a call has differ from call to call. */
function numbersOf(wholes: Int32Array, doubles: Float64Array, row: number): KeptNumbers {
  return [
    wholes[START_DAY + row] as number,
    wholes[START_MILLISECOND + row] as number,
    wholes[START_OFFSET + row] as number,
    wholes[NUMBER + row] as number,
    wholes[TARIFF + row] as number,
    wholes[FEATURE + row] as number,
    wholes[CALL_TYPE + row] as number,
    wholes[CALL_TYPE_USED + row] as number,
    wholes[PERIOD + row] as number,
    wholes[LOCATION + row] as number,
    wholes[METHOD + row] as number,
    doubles[CHARGED_MILLISECONDS + row] as number,
    doubles[CHARGED_BYTES + row] as number,
    doubles[CHARGED_EVENTS + row] as number,
    doubles[DURATION + row] as number,
    doubles[BYTES + row] as number,
    doubles[EVENTS + row] as number,
    doubles[SUGGESTED + row] as number,
    doubles[REPORTED + row] as number,
    doubles[REPORTED + STRIDE + row] as number,
    doubles[REPORTED + 2 * STRIDE + row] as number,
    doubles[REPORTED + 3 * STRIDE + row] as number,
    doubles[REPORTED + 4 * STRIDE + row] as number,
    doubles[REPORTED + 5 * STRIDE + row] as number,
    doubles[RETAIL + row] as number,
    doubles[RETAIL + STRIDE + row] as number,
    doubles[RETAIL + 2 * STRIDE + row] as number,
    doubles[RETAIL + 3 * STRIDE + row] as number,
    doubles[RETAIL + 4 * STRIDE + row] as number,
    doubles[WHOLESALE + row] as number,
    doubles[WHOLESALE + STRIDE + row] as number,
    doubles[WHOLESALE + 2 * STRIDE + row] as number,
    doubles[WHOLESALE + 3 * STRIDE + row] as number,
    doubles[WHOLESALE + 4 * STRIDE + row] as number,
  ];
}

/** An amount that a row reports, as a call has it. */
function amountOf(micro: number): CallAmount {
  return Number.isNaN(micro) ? null : formatUnits(micro, MICRO_DECIMALS);
}

/** Usage of a row, as a call has it. */
function usageOf(usage: number): number {
  return Number.isNaN(usage) ? BLANK : usage;
}
