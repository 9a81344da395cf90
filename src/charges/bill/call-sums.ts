/** R76: exact sums of rated calls for each transaction; memory does not grow with the number of calls. */

import {
  type BookTables,
  daysAround,
  isInForce,
  type OpenedBook,
  type OpenedFeature,
  type OpenedNumber,
} from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";
import { nameOf, type RatedCall } from "../../engine/index.ts";
import { type CheckedTransactionType, madeOnce } from "../../model/index.ts";
import { ExactSum, UnitSum } from "../../money/index.ts";

export interface CallGroup {
  readonly transactionType: string;
  readonly VATRate: string | null;
  readonly code: string | null;
  /** Minor units. */
  readonly cost: ExactSum;
  readonly costCarrier: ExactSum;
  /** Whether every call has a wholesale cost. */
  knowsCarrier: boolean;
  /** Calls that used or cost something. */
  calls: number;
  readonly milliseconds: UnitSum;
  firstDay: DayNumber;
  lastDay: DayNumber;
}

/** The fields of a call that decide, with its day, to which transaction the call belongs. */
type BilledCall = Pick<RatedCall, "customerID" | "numberID" | "tariffType" | "id" | "line">;

/** The calls of one transaction, and the days on which calls of the same number and type belong to it. */
export interface GroupOnDays {
  readonly group: CallGroup;
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** The terms of a range of days, with the groups made under these terms, by call type. */
interface TermsMet {
  readonly terms: CallTerms;
  readonly groups: Map<string, GroupOnDays>;
}

interface CallsOfNumber {
  readonly number: OpenedNumber;
  /** The terms met last come first: most calls come in order. */
  readonly met: TermsMet[];
  /** By type, VAT rate and code. */
  readonly groups: Map<string, CallGroup>;
}

/** Sums of calls by number, transaction type, VAT rate and code. */
export class CallSums {
  readonly #tables: BookTables;
  readonly #types: CallTransactionTypes;
  readonly #byNumber = new Map<string, CallsOfNumber>();

  constructor(book: OpenedBook) {
    this.#tables = book.tables;
    this.#types = new CallTransactionTypes(book);
  }

  /**
   * Adds a call that starts on the day.
   *
   * @throws RangeError where the book does not have the call's number as a number of its customer, or not its call type
   */
  add(call: RatedCall, day: DayNumber): void {
    const { retail, base, wholesale, decimals } = call.units;
    const { milliseconds, bytes, events } = call.used();
    const { group } = this.groupOf(call, day);
    group.cost.add(retail, decimals);
    if (wholesale === undefined) group.knowsCarrier = false;
    else group.costCarrier.add(wholesale, decimals);
    const isFree = base === 0 || base === 0n;
    if (!(isFree && milliseconds === 0 && bytes === 0 && events === 0)) group.calls++;
    group.milliseconds.add(milliseconds);
    if (day < group.firstDay) group.firstDay = day;
    if (day > group.lastDay) group.lastDay = day;
  }

  *byNumber(): Generator<{ readonly number: OpenedNumber; readonly groups: readonly CallGroup[] }> {
    for (const { number, groups } of this.#byNumber.values()) yield { number, groups: [...groups.values()] };
  }

  /**
   * The group of calls of a number and type that start on the day.
   *
   * @throws RangeError as `add`
   */
  groupOf(call: BilledCall, day: DayNumber): GroupOnDays {
    const calls = this.#callsOf(call);
    const { terms, groups } = termsMet(calls, day);
    const known = groups.get(call.tariffType);
    if (known !== undefined) return known;
    const transactionType = this.#types.typeOf(call);
    const { VATRate } = terms;
    const code = terms.code ?? this.#types.codeOf(transactionType);
    const key = JSON.stringify([transactionType, VATRate, code]);
    const group = madeOnce(calls.groups, key, () => newGroup(transactionType, VATRate, code));
    const groupOnDays = { group, from: terms.from, to: terms.to };
    groups.set(call.tariffType, groupOnDays);
    return groupOnDays;
  }

  #callsOf(call: BilledCall): CallsOfNumber {
    const known = this.#byNumber.get(call.numberID);
    if (known !== undefined && known.number.customer.record.id === call.customerID) return known;
    const number = this.#tables.numbers.byID(call.numberID);
    if (number === undefined || number.customer.record.id !== call.customerID) {
      throw new RangeError(
        `${nameOf(call)} is of number ${call.numberID} of customer ${call.customerID}, which this book does not have; bill it with a book that has it, or rate it again.`,
      );
    }
    const callsOfNumber = { number, met: [], groups: new Map() };
    this.#byNumber.set(call.numberID, callsOfNumber);
    return callsOfNumber;
  }
}

/** The transaction types of calls, with the codes and carriers of the types. */
export class CallTransactionTypes {
  /** The type of calls whose call type has none. */
  readonly usual: string;
  readonly #byCallType: ReadonlyMap<string, string>;
  readonly #types: ReadonlyMap<string, CheckedTransactionType>;

  constructor({ settings, records }: OpenedBook) {
    this.usual = settings.callsTransactionType;
    this.#byCallType = new Map(
      records.callTypes.map(({ name, transactionType }) => [name, transactionType ?? this.usual]),
    );
    this.#types = new Map(records.transactionTypes.map((type) => [type.transactionTypeName, type]));
  }

  typeOf(call: BilledCall): string {
    const type = this.#byCallType.get(call.tariffType);
    if (type !== undefined) return type;
    throw new RangeError(
      `${nameOf(call)} was rated as ${call.tariffType}, a call type that this book does not have; bill it with a book that has it, or rate it again.`,
    );
  }

  /** The default code of a type; null where it has none. */
  codeOf(transactionType: string): string | null {
    return this.#types.get(transactionType)?.defaultTransactionCode ?? null;
  }

  /** The default carrier of a type (R62): calls have no feature that could name another; null where it has none. */
  carrierOf(transactionType: string): string | null {
    return this.#types.get(transactionType)?.defaultTransactionCarrier ?? null;
  }
}

function termsMet({ number, met }: CallsOfNumber, day: DayNumber): TermsMet {
  const known = met.find(({ terms }) => terms.from <= day && day <= terms.to);
  if (known !== undefined) return known;
  const termsOfDay = { terms: callTermsOn(number, day), groups: new Map() };
  met.unshift(termsOfDay);
  return termsOfDay;
}

function newGroup(transactionType: string, VATRate: string | null, code: string | null): CallGroup {
  return {
    transactionType,
    VATRate,
    code,
    cost: new ExactSum(),
    costCarrier: new ExactSum(),
    knowsCarrier: true,
    calls: 0,
    milliseconds: new UnitSum(),
    firstDay: Number.POSITIVE_INFINITY,
    lastDay: Number.NEGATIVE_INFINITY,
  };
}

/** The VAT rate and the code of a number's calls, by its features and its customer, and the days on which both hold. */
interface CallTerms {
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly VATRate: string | null;
  /** Null where no feature names one: the transaction type's default. */
  readonly code: string | null;
}

export function callTermsOn(number: OpenedNumber, day: DayNumber): CallTerms {
  const { customer } = number;
  // Features without terms for calls begin and end without a change of terms.
  const [features, ofAllNumbers] = [number.features.filter(hasTerms), customer.features.filter(hasTerms)];
  const first = (field: TermField): string | undefined =>
    firstInForce(features, field, day) ?? firstInForce(ofAllNumbers, field, day);
  return {
    ...daysAround([features, ofAllNumbers], day),
    VATRate: first("VATRateCalls") ?? customer.record.VATRateCalls ?? customer.record.VATRate ?? null,
    code: first("callsTransactionCode") ?? null,
  };
}

type TermField = "VATRateCalls" | "callsTransactionCode";

function hasTerms({ record }: OpenedFeature): boolean {
  return record.VATRateCalls !== undefined || record.callsTransactionCode !== undefined;
}

/** The value of the first feature in force that has one; the features come in the order of R24. */
function firstInForce(
  features: readonly OpenedFeature[],
  field: TermField,
  day: DayNumber,
): string | undefined {
  return features.find(({ record }) => record[field] !== undefined && isInForce(record, day))?.record[field];
}
