/** The calls of one customer for an itemised list, read from the sorted calls of all customers. */
import { compareIDs } from "../../book/index.ts";
import { DAY_MS, formatCivilDate, localMillisecondsAt, type Zone } from "../../calendar/index.ts";
import { madeOnce } from "../../model/index.ts";
import { decimalPlaces, ExactSum, toDecimalText, toSafeUnits, toUnits } from "../../money/index.ts";
import { clockText } from "../dialects/values/index.ts";
import { type CallTexts, isFirstOfNumber, readCallTexts } from "./call-texts.ts";
import type { SortedTexts } from "./sorted-texts.ts";

/** A call of a list; texts as in the results, "" where blank: durations are seconds, costs pence after discounts. */
export interface ItemisedCall extends CallTexts {
  /** `YYYY-MM-DD` and `HH:mm:ss`, local. */
  readonly date: string;
  readonly time: string;
}

/** Totals of the calls of a type. */
export interface ItemisedType {
  readonly tariffType: string;
  readonly calls: number;
  /** Seconds, and pence: exact sums. */
  readonly duration: string;
  readonly cost: string;
}

function newSums() {
  return { calls: 0, duration: new ExactSum(), cost: new ExactSum() };
}

type TypeSums = ReturnType<typeof newSums>;

/** The calls of one number. */
export class ItemisedNumber {
  readonly numberID: string;
  /** The number as written in its first call. */
  readonly target: string;
  readonly length: number;
  /** The exact sum of the costs, in pence. */
  readonly cost: string;
  readonly #texts: SortedTexts;
  readonly #group: number;
  readonly #zone: Zone;

  /** Adds up the calls of the number, also by type. @internal */
  constructor(
    numberID: string,
    { texts, group, zone }: { texts: SortedTexts; group: number; zone: Zone },
    types: Map<string, TypeSums>,
  ) {
    this.numberID = numberID;
    this.#texts = texts;
    this.#group = group;
    this.#zone = zone;
    const sum = new ExactSum();
    let named = "";
    let length = 0;
    for (const { text } of texts.of(group)) {
      const { target, tariffType, duration, cost } = readCallTexts(text);
      if (isFirstOfNumber(text)) named = target;
      length++;
      addAmount(sum, cost);
      const type = madeOnce(types, tariffType, newSums);
      type.calls++;
      addAmount(type.duration, duration);
      addAmount(type.cost, cost);
    }
    this.target = named;
    this.length = length;
    this.cost = sum.text;
  }

  /** The calls in the order of their starts; calls with the same start in the order of the file. */
  *calls(): Generator<ItemisedCall, void, undefined> {
    let date = "";
    let day: number | undefined;
    for (const { key: instant, text } of this.#texts.of(this.#group)) {
      const start = localMillisecondsAt(this.#zone, instant);
      const dayOfStart = Math.floor(start / DAY_MS);
      if (dayOfStart !== day) date = formatCivilDate(dayOfStart);
      day = dayOfStart;
      const second = Math.floor((start - dayOfStart * DAY_MS) / 1_000);
      yield { date, time: clockText(second * 1_000), ...readCallTexts(text) };
    }
  }
}

/** The calls of one customer. */
export class ItemisedCustomer {
  readonly customerID: string;
  readonly calls: number;
  /** The exact sum of the costs, in pence. */
  readonly cost: string;
  /** Sorted by `target`, then by id. */
  readonly numbers: readonly ItemisedNumber[];
  /** Exact sums of each call type, sorted by its name. */
  readonly types: readonly ItemisedType[];

  /** `groups` are the groups of the customer's numbers among the sorted calls. @internal */
  constructor(customerID: string, groups: ReadonlyMap<string, number>, texts: SortedTexts, zone: Zone) {
    const types = new Map<string, TypeSums>();
    this.customerID = customerID;
    this.numbers = [...groups]
      .map(([numberID, group]) => new ItemisedNumber(numberID, { texts, group, zone }, types))
      .sort((a, b) => compareIDs(a.target, b.target) || compareIDs(a.numberID, b.numberID));
    this.types = [...types]
      .map(([tariffType, { calls, duration, cost }]) => ({
        tariffType,
        calls,
        duration: duration.text,
        cost: cost.text,
      }))
      .sort((a, b) => compareIDs(a.tariffType, b.tariffType));
    const sum = new ExactSum();
    for (const type of types.values()) sum.addSum(type.cost);
    this.cost = sum.text;
    this.calls = this.numbers.reduce((calls, { length }) => calls + length, 0);
  }
}

/** Adds an amount that was a text or a number of JSON; a blank amount adds nothing. */
function addAmount(sum: ExactSum, written: string): void {
  if (written === "") return;
  const text = toDecimalText(written) ?? toDecimalText(Number(written)) ?? "0";
  const decimals = decimalPlaces(text);
  sum.add(toSafeUnits(text, decimals) ?? toUnits(text, decimals) ?? 0n, decimals);
}
