/** Sums of the calls of one side of a preview, as bills have them (R76); no call is kept. */

import { currencyOf, type OpenedBook } from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";
import { CallSums } from "../../charges/index.ts";
import type { RatedCall, RatedColumns } from "../../engine/index.ts";
import { madeOnce } from "../../model/index.ts";
import type { ExactSum } from "../../money/index.ts";
import type { DaysOfBills } from "./bill-days.ts";

/** The sum of a transaction, and the days on which the transaction takes the calls of a number and type. */
interface CostOnDays {
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly cost: ExactSum;
}

/** Sums of one book's calls, for each bill. */
export class BilledCalls {
  readonly #book: OpenedBook;
  readonly #days: DaysOfBills;
  readonly #byFirstDay = new Map<DayNumber, CallSums>();
  /** A cache for rows: the last transaction, by number index of the book, then by transaction type index. */
  readonly #lastOfRows: (CostOnDays | undefined)[][] = [];
  /** Indexes of the transaction types so far, by name, and by call type index of the book. */
  readonly #typeIndexes = new Map<string, number>();
  readonly #typeIndexOfCallType: (number | undefined)[] = [];
  /** How many calls start after the last day of a period that was asked for, by the customers' currencies. */
  readonly left = new Map<string, number>();

  constructor(book: OpenedBook, days: DaysOfBills) {
    this.#book = book;
    this.#days = days;
  }

  add(call: RatedCall): void {
    const day = call.dayIn(this.#book.tables);
    const bill = this.#days.billOf(day);
    if (bill === undefined) {
      this.#leave(call.customerID);
      return;
    }
    const { retail, decimals } = call.units;
    this.#sumsOf(bill.from).groupOf(call, day).group.cost.add(retail, decimals);
  }

  #leave(customerID: string | null): void {
    const currency = currencyOf(this.#book, customerID);
    this.left.set(currency, (this.left.get(currency) ?? 0) + 1);
  }

  /** The sum to which a rated row's cost is added; undefined for a call that starts after the last bill, and is counted. */
  sumOfRow(rated: RatedColumns, row: number): ExactSum | undefined {
    const typeIndex = this.#typeIndexOfCallType[rated.callType[row] as number];
    const day = rated.day[row] as DayNumber;
    let transaction =
      typeIndex === undefined ? undefined : this.#lastOfRows[rated.number[row] as number]?.[typeIndex];
    if (transaction === undefined || day < transaction.from || day > transaction.to)
      transaction = this.#transactionOf(rated, row, day);
    if (transaction === undefined) this.#leave(rated.keys.customerID(rated.number[row] as number) ?? null);
    return transaction?.cost;
  }

  /** Finds the transaction of a row and caches it; undefined for a call that starts after the last bill. */
  #transactionOf(
    { number, callType, keys }: RatedColumns,
    row: number,
    day: DayNumber,
  ): CostOnDays | undefined {
    const numberIndex = number[row] as number;
    const callTypeIndex = callType[row] as number;
    const bill = this.#days.billOf(day);
    if (bill === undefined) return undefined;
    const call = {
      customerID: keys.customerID(numberIndex) ?? "",
      numberID: keys.numberID(numberIndex) ?? "",
      tariffType: keys.callType(callTypeIndex) ?? "",
      id: null,
      line: undefined,
    };
    const { group, from, to } = this.#sumsOf(bill.from).groupOf(call, day);
    const transaction = { from: Math.max(from, bill.callsFrom), to: Math.min(to, bill.to), cost: group.cost };
    const typeIndex = madeOnce(this.#typeIndexes, group.transactionType, () => this.#typeIndexes.size);
    this.#typeIndexOfCallType[callTypeIndex] = typeIndex;
    this.#lastOfRows[numberIndex] ??= [];
    (this.#lastOfRows[numberIndex] as (CostOnDays | undefined)[])[typeIndex] = transaction;
    return transaction;
  }

  /** The calls of the bill that begins on a day; undefined where there are none. */
  ofBill(firstDay: DayNumber): CallSums | undefined {
    return this.#byFirstDay.get(firstDay);
  }

  #sumsOf(firstDay: DayNumber): CallSums {
    return madeOnce(this.#byFirstDay, firstDay, () => new CallSums(this.#book));
  }
}
