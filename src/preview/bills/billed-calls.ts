/** The calls of one side of a preview, added up as bills have them (R76); no call is held. */
import type { OpenedBook } from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";
import { CallSums } from "../../charges/index.ts";
import type { RatedCall, RatedColumns } from "../../engine/index.ts";
import type { ExactSum } from "../../money/index.ts";
import type { Costs } from "../side.ts";
import type { DaysOfBills } from "./bill-days.ts";

type RetailCost = Pick<Costs, "retail" | "retailDecimals">;

/** The sum of a transaction, and the days on which it takes the calls of a number and type. */
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
  /** Of rows: the transaction last met, by the number's index in the book, then by that of the transaction type. */
  readonly #ofRows: (CostOnDays | undefined)[][] = [];
  /** Transaction types that were met, each with an index, and the index by that of the call type in the book. */
  readonly #types = new Map<string, number>();
  readonly #typeIndexes: (number | undefined)[] = [];
  /** Calls that start after the last day of a period that was asked for. */
  left = 0;

  constructor(book: OpenedBook, days: DaysOfBills) {
    this.#book = book;
    this.#days = days;
  }

  add(call: RatedCall): void {
    const day = call.dayIn(this.#book.tables);
    const bill = this.#days.billOf(day);
    if (bill === undefined) {
      this.left++;
      return;
    }
    const { retail, decimals } = call.units;
    this.#sumsOf(bill.from).groupOf(call, day).group.cost.add(retail, decimals);
  }

  /** Adds a row that was rated, with what it costs. */
  addRow(rated: RatedColumns, row: number, costs: RetailCost | undefined): void {
    if (costs === undefined) return;
    const type = this.#typeIndexes[rated.callType[row] as number];
    const day = rated.day[row] as DayNumber;
    let met = type === undefined ? undefined : this.#ofRows[rated.number[row] as number]?.[type];
    if (met === undefined || day < met.from || day > met.to) met = this.#meet(rated, row, day);
    if (met === undefined) this.left++;
    else met.cost.add(costs.retail, costs.retailDecimals);
  }

  /** The transaction of a row; undefined where it is for a later bill. */
  #meet({ number, callType, keys }: RatedColumns, row: number, day: DayNumber): CostOnDays | undefined {
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
    const met = { from: Math.max(from, bill.callsFrom), to: Math.min(to, bill.to), cost: group.cost };
    const type = this.#types.get(group.transactionType) ?? this.#types.size;
    this.#types.set(group.transactionType, type);
    this.#typeIndexes[callTypeIndex] = type;
    const ofNumber = this.#ofRows[numberIndex] ?? [];
    this.#ofRows[numberIndex] = ofNumber;
    ofNumber[type] = met;
    return met;
  }

  /** The calls of the bill that begins on a day; undefined where there are none. */
  ofBill(firstDay: DayNumber): CallSums | undefined {
    return this.#byFirstDay.get(firstDay);
  }

  #sumsOf(firstDay: DayNumber): CallSums {
    let sums = this.#byFirstDay.get(firstDay);
    if (sums === undefined) {
      sums = new CallSums(this.#book);
      this.#byFirstDay.set(firstDay, sums);
    }
    return sums;
  }
}
