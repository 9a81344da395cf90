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
  /** Of rows: the transaction last met, by the number's index in the book, then by that of the call type. */
  readonly #ofRows: (CostOnDays | undefined)[][] = [];
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
  addRow({ number, callType, day, keys }: RatedColumns, row: number, costs: RetailCost | undefined): void {
    if (costs === undefined) return;
    const numberIndex = number[row] as number;
    const typeIndex = callType[row] as number;
    const startDay = day[row] as DayNumber;
    let ofNumber = this.#ofRows[numberIndex];
    if (ofNumber === undefined) {
      ofNumber = [];
      this.#ofRows[numberIndex] = ofNumber;
    }
    let met = ofNumber[typeIndex];
    if (met === undefined || startDay < met.from || startDay > met.to) {
      const bill = this.#days.billOf(startDay);
      if (bill === undefined) {
        this.left++;
        return;
      }
      const call = {
        customerID: keys.customerID(numberIndex) ?? "",
        numberID: keys.numberID(numberIndex) ?? "",
        tariffType: keys.callType(typeIndex) ?? "",
        id: null,
        line: undefined,
      };
      const { group, from, to } = this.#sumsOf(bill.from).groupOf(call, startDay);
      met = { from: Math.max(from, bill.callsFrom), to: Math.min(to, bill.to), cost: group.cost };
      ofNumber[typeIndex] = met;
    }
    met.cost.add(costs.retail, costs.retailDecimals);
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
