/** A rated call from its stored record: the inverse of `toRecord` (R30, R44). */
import { type BookTables, type OpenedNumber, Refusal } from "../../book/index.ts";
import { type CallRecord, MAX_EVENTS, MAX_SECONDS, perComponent } from "../../model/index.ts";
import type { Units } from "../../money/index.ts";
import type { ComponentUnits } from "../call/cost-units.ts";
import { periodNamed } from "../call/find-period.ts";
import { readUsage } from "../call/read-call.ts";
import { type CallStart, readStart } from "../call/read-start.ts";
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
import {
  COST_DECIMALS,
  carrierCostOf,
  componentsOf,
  type DescribedCall,
  type StoredRecord,
} from "./result-fields.ts";
import { nameOf } from "./unrated-call.ts";

/** The cost of a stored call after discounts. */
interface Net extends Cost {
  readonly featureID: string | null;
  readonly discountPlans: string | undefined;
  readonly late: boolean;
  readonly covers: readonly CallDiscount[];
}

const NO_COMPONENTS: ComponentUnits = perComponent(() => 0);

export class StoredCall extends RatedResult {
  readonly outcome = "rated";
  /** @internal */
  readonly clone: symbol = NOT_TO_BE_CLONED;
  #described: DescribedCall | undefined;
  readonly #record: StoredRecord;
  /** The call itself, or the row that has the record's fields and the call's. */
  readonly #call: CallRecord;
  /** @internal */
  readonly base: Cost;
  /** @internal */
  readonly net: Net;

  /** @internal */
  constructor(record: StoredRecord, call: CallRecord, net?: Net) {
    super();
    this.#record = record;
    this.#call = call;
    this.base = { components: componentsOf(record, "costBase") ?? NO_COMPONENTS, decimals: COST_DECIMALS };
    this.net = net ?? {
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
  get bookDigest(): string | null {
    return this.#record.bookDigest ?? null;
  }
  get discounts(): readonly CallDiscount[] {
    return this.net.covers;
  }
  get late(): boolean {
    return this.net.late;
  }

  /** @internal */
  get described(): DescribedCall {
    this.#described ??= this.#describe();
    return this.#described;
  }

  #describe(): DescribedCall {
    const record = this.#record;
    return {
      ...record,
      featureID: this.net.featureID,
      tariffID: record.tariffID ?? null,
      tariff: record.tariff ?? null,
      location: record.location ?? null,
      chargedDuration: record.chargedDuration / 1000,
    };
  }

  /** @internal */
  get wholesale(): ComponentUnits | undefined {
    return componentsOf(this.#record, "costCarrier");
  }
  /** @internal */
  get discountPlans(): string | undefined {
    return this.net.discountPlans;
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
  /** Undefined, because the record does not name the zone of its start. @internal */
  get day(): undefined {
    return undefined;
  }
  /** @internal */
  dayIn(book: BookTables): number {
    return startOf(book, this.#record, this.#call).day;
  }
  /** @internal */
  get isDiscounted(): boolean {
    const { discountPlans, late, covers } = this.net;
    return discountPlans !== undefined || late || covers.length > 0 || this.cost !== this.costBase;
  }

  /** Amounts and usage as recorded, the start from the call; number, tariff and plan from the book. @internal */
  insideOf(book: BookTables): CallInside {
    const record = this.#record;
    const number = numberOf(book, record);
    const start = startOf(book, record, this.#call);
    return {
      book,
      call: start,
      number,
      retail: {
        components: componentsAt(book.settings.costDecimals, record),
        chargedMilliseconds: record.chargedDuration,
        chargedBytes: record.chargedBytes,
        chargedEvents: record.chargedEvents,
        discountPlan: namedPlan(book, record, this.#call, start.day),
      },
    };
  }

  /** @internal */
  withDiscount(discount: AppliedDiscount | undefined, book: BookTables): StoredCall {
    const featureID = ratingFeature(numberOf(book, this.#record), this.#record);
    return new StoredCall(this.#record, this.#call, {
      ...(discount ?? { ...this.base, covers: [], late: false }),
      featureID: featureOf(featureID, discount),
      discountPlans: plansOf(discount),
    });
  }
}

function startOf(book: BookTables, record: StoredRecord, call: CallRecord): CallStart {
  if (call.startDate === undefined && call.startTime === undefined) {
    throw fault(
      record,
      "comes from a record, and a record does not say when its call started; hand in fromRecord(record, call) with the call that was rated, or a row with the call's fields beside the record's",
    );
  }
  // The period is the record's, so a blank time is midnight.
  const start = readStart(book, call.startDate, call.startTime, true);
  if (start instanceof Refusal)
    throw fault(record, `cannot be placed in time: ${start.message.slice(0, -1)}`);
  return start;
}

/**
 * The usage of a stored call itself, which the call gives: its record has only the charged usage, which is rounded.
 *
 * @throws RangeError where the call does not give its usage
 */
function usedBy(record: StoredRecord, call: CallRecord): CallUsage {
  if (call.duration === undefined && record.chargedDuration > 0) {
    throw fault(
      record,
      "comes from a record, and a record does not say how long its call lasted; hand in fromRecord(record, call) with the call that was rated, or a row with the call's fields beside the record's",
    );
  }
  const read = (name: "duration" | "bytes" | "events", decimals: 0 | 3, max: number): number => {
    const used = readUsage(call[name], name, decimals, max);
    if (used instanceof Refusal) throw fault(record, `cannot be measured: ${used.message.slice(0, -1)}`);
    return Math.max(0, used);
  };
  return {
    milliseconds: read("duration", 3, MAX_SECONDS),
    bytes: read("bytes", 0, Number.MAX_SAFE_INTEGER),
    events: read("events", 0, MAX_EVENTS),
  };
}

function numberOf(book: BookTables, record: StoredRecord): OpenedNumber {
  const number = book.numbers.byID(record.numberID);
  if (number === undefined) {
    throw fault(record, `is of number ${record.numberID}, which this book does not have`);
  }
  const owner = number.customer.record.id;
  if (owner === record.customerID) return number;
  throw fault(
    record,
    `was rated for customer ${record.customerID}, and in this book number ${record.numberID} is customer ${owner}'s; rate it again, or discount it with the book that rated it`,
  );
}

/** The feature whose tariff applied: of a discounted call the record may name one that brought a plan instead. */
function ratingFeature(number: OpenedNumber, record: StoredRecord): string | null {
  const { featureID } = record;
  if (featureID === undefined) return null;
  if (record.discountPlans === undefined) return featureID;
  const features = [...number.features, ...number.customer.features];
  const feature = features.find((own) => own.record.id === featureID);
  return feature?.record.tariffs[record.tariffClass] === record.tariff ? featureID : null;
}

/** R25, R40: the plan that the line or the tariff names. */
function namedPlan(
  book: BookTables,
  record: StoredRecord,
  call: CallRecord,
  day: number,
): string | undefined {
  if (record.tariffID === undefined) return undefined;
  const tariff = book.tariffs.get(record.tariffID);
  if (tariff === undefined) {
    throw fault(
      record,
      `was rated with tariff ${record.tariff ?? ""} (id ${record.tariffID}), which this book does not have, so nothing says which plan it names; rate it again, or discount it with the book that rated it`,
    );
  }
  if (!tariff.hasLinePlans) return tariff.settings.baseDiscountPlan;
  if (call.external === undefined) {
    throw fault(
      record,
      `was rated with tariff ${tariff.record.name}, whose lines name plans by the number called; hand in the call with its external, null where it has none`,
    );
  }
  const callType = book.callTypes.placeOf(record.tariffTypeUsed);
  if (callType < 0) {
    throw fault(record, `was rated as ${record.tariffTypeUsed}, a call type that this book does not have`);
  }
  const external = String(call.external ?? "");
  return planFor(book, { tariff, external, callType, period: periodNamed(book, record.tariffTime), day });
}

function componentsAt(decimals: number, record: StoredRecord): ComponentUnits {
  const quantum = 10n ** BigInt(COST_DECIMALS - decimals);
  const components = (componentsOf(record, "costBase") ?? []).map((units): Units => {
    const exact = BigInt(units);
    if (exact % quantum !== 0n) {
      throw fault(
        record,
        `has costs of more than ${decimals} decimal places, the costDecimals of this book; discount it with the book that rated it`,
      );
    }
    const quanta = exact / quantum;
    const small = Number(quanta);
    return Number.isSafeInteger(small) ? small : quanta;
  });
  return components as unknown as ComponentUnits;
}

function fault(record: StoredRecord, what: string): RangeError {
  return new RangeError(`${nameOf({ id: record.id ?? null, line: record.line })} ${what}.`);
}
