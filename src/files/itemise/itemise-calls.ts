/** The calls of a file of results, by customer, number and day, as itemised lists have them. */
import { DAY_MS, formatCivilDate } from "../../calendar/index.ts";
import { readStart } from "../../engine/index.ts";
import { type CallRecord, type OpenedBook, openBook } from "../../index.ts";
import { isBlank, readFlag } from "../../model/index.ts";
import {
  decimalPlaces,
  ExactSum,
  toDecimalText,
  toSafeUnits,
  toUnits,
  type Units,
} from "../../money/index.ts";
import { knownOptions } from "../../names/index.ts";
import type { FileFormat } from "../call-file.ts";
import { FileError } from "../file-error.ts";
import type { Input } from "../open-input.ts";
import { readCallBatches } from "../read-calls.ts";
import { KeptTexts } from "./kept-texts.ts";

/** What is itemised. */
export interface ItemiseOptions {
  readonly input: Pick<Input, "source">;
  readonly read: { readonly format: FileFormat; readonly name: string };
  /** In whose zone days begin; default: the zone that books have by default. */
  readonly book?: OpenedBook | undefined;
  /** The ids of those whose calls are wanted; default: everybody's. */
  readonly customers?: readonly string[] | undefined;
  /** Called now and then with the calls read so far; what it throws ends the run. */
  readonly onProgress?: (calls: number) => void;
}

const checkOptions = knownOptions<ItemiseOptions>("itemiseCalls", {
  input: "any",
  read: "any",
  book: "any",
  customers: "any",
  onProgress: "any",
});

/** A call of a list; texts as the results have them, "" where blank. */
export interface ItemisedCall {
  /** `YYYY-MM-DD` and `HH:mm:ss`, local. */
  readonly date: string;
  readonly time: string;
  /** The number as the call named it. */
  readonly target: string;
  readonly external: string;
  readonly location: string;
  readonly tariffType: string;
  /** Seconds. */
  readonly duration: string;
  readonly bytes: string;
  readonly events: string;
  /** Pence, after discounts. */
  readonly cost: string;
}

/** What is kept of a call: the rest follows from where it stands. */
type KeptCall = readonly [time: string, ...texts: string[]];

/** The calls of one number. */
export class ItemisedNumber {
  readonly numberID: string;
  /** The number as its first call named it. */
  readonly target: string;
  readonly #texts: KeptTexts;
  readonly #starts: number[] = [];
  /** Where each call stands among the texts: as JSON, which takes a third of the memory of its parts. */
  readonly #places: number[] = [];
  readonly #cost = new ExactSum();

  /** @internal */
  constructor(numberID: string, target: string, texts: KeptTexts) {
    this.numberID = numberID;
    this.target = target;
    this.#texts = texts;
  }

  get length(): number {
    return this.#places.length;
  }

  /** The exact sum of the costs, in pence. */
  get cost(): string {
    return this.#cost.text;
  }

  /** @internal */
  add(start: number, call: KeptCall, cost: Quantity): void {
    this.#starts.push(start);
    this.#places.push(this.#texts.add(JSON.stringify(call)));
    this.#cost.add(cost.units, cost.decimals);
  }

  /** The calls in the order of their starts; those that start together in the order of the file. */
  *calls(): Generator<ItemisedCall, void, undefined> {
    const starts = this.#starts;
    const order = Uint32Array.from(starts.keys());
    order.sort((a, b) => (starts[a] as number) - (starts[b] as number) || a - b);
    for (const at of order) {
      const date = formatCivilDate(Math.floor((starts[at] as number) / DAY_MS));
      const [time, target = "", external = "", location = "", tariffType = "", ...usage] = JSON.parse(
        this.#texts.at(this.#places[at] as number),
      ) as KeptCall;
      const [duration = "", bytes = "", events = "", cost = ""] = usage;
      yield { date, time, target, external, location, tariffType, duration, bytes, events, cost };
    }
  }
}

/** What the calls of a type come to. */
export interface ItemisedType {
  readonly tariffType: string;
  readonly calls: number;
  /** Seconds, and pence: exact sums. */
  readonly duration: string;
  readonly cost: string;
}

interface TypeSums {
  calls: number;
  readonly duration: ExactSum;
  readonly cost: ExactSum;
}

/** An amount in whole units of 10^-decimals. */
interface Quantity {
  readonly units: Units;
  readonly decimals: number;
}

interface CallQuantities {
  readonly duration: Quantity;
  readonly cost: Quantity;
}

/** The calls of one customer. */
export class ItemisedCustomer {
  readonly customerID: string;
  calls = 0;
  readonly #numbers = new Map<string, ItemisedNumber>();
  readonly #types = new Map<string, TypeSums>();
  readonly #cost = new ExactSum();
  readonly #texts: KeptTexts;

  /** @internal */
  constructor(customerID: string, texts: KeptTexts) {
    this.customerID = customerID;
    this.#texts = texts;
  }

  /** The exact sum of the costs, in pence. */
  get cost(): string {
    return this.#cost.text;
  }

  /** By number as the calls named them. */
  get numbers(): readonly ItemisedNumber[] {
    return [...this.#numbers.values()].sort(
      (a, b) => compareTexts(a.target, b.target) || compareTexts(a.numberID, b.numberID),
    );
  }

  /** By call type: the exact sums of each. */
  get types(): readonly ItemisedType[] {
    return [...this.#types]
      .map(([tariffType, { calls, duration, cost }]) => ({
        tariffType,
        calls,
        duration: duration.text,
        cost: cost.text,
      }))
      .sort((a, b) => compareTexts(a.tariffType, b.tariffType));
  }

  /** @internal */
  add(numberID: string, start: number, call: KeptCall, { duration, cost }: CallQuantities): void {
    const [, target = "", , , tariffType = ""] = call;
    let number = this.#numbers.get(numberID);
    if (number === undefined) {
      number = new ItemisedNumber(numberID, target, this.#texts);
      this.#numbers.set(numberID, number);
    }
    let type = this.#types.get(tariffType);
    if (type === undefined) {
      type = { calls: 0, duration: new ExactSum(), cost: new ExactSum() };
      this.#types.set(tariffType, type);
    }
    number.add(start, call, cost);
    type.calls++;
    type.duration.add(duration.units, duration.decimals);
    type.cost.add(cost.units, cost.decimals);
    this.#cost.add(cost.units, cost.decimals);
    this.calls++;
  }
}

/** What a file of results holds: read = itemised + other customers' + in error + ignored. */
export interface ItemisedReport {
  readonly read: number;
  readonly itemised: number;
  /** Rated calls of customers who were not asked for. */
  readonly others: number;
  /** Calls in error, by code; they have no price. */
  readonly errorsByCode: Readonly<Record<string, number>>;
  readonly ignored: number;
  /** By id: whole numbers by value, before others. */
  readonly customers: readonly ItemisedCustomer[];
}

/**
 * Takes the rated calls of a file of results together by customer and number. Calls in error and ignored are counted, never
 * priced; costs are those after discounts. Memory grows with the calls: some 500 MB for a million.
 *
 * @throws FileError where a line cannot be read, or says neither what its call cost and whose it was nor why it has no cost
 * @example
 * const input = { source: [Buffer.from('{"id":"1","call.target":"02079460018","call.external":"01632960001",' +
 *   '"call.startDate":"2026-10-01","call.startTime":"09:15:00","call.duration":91,"numberID":"1007",' +
 *   '"customerID":"7","tariffType":"UK","cost":"3.82"}\n')] };
 * const { customers } = await itemiseCalls({ input, read: { format: "jsonl", name: "rated.jsonl" } });
 * customers.map(({ customerID, cost, types }) => [customerID, cost, types[0]?.tariffType]); // => [["7", "3.82", "UK"]]
 */
export async function itemiseCalls(options: ItemiseOptions): Promise<ItemisedReport> {
  checkOptions(options);
  const { input, read, book = openBook({}), onProgress } = options;
  const wanted = options.customers && new Set(options.customers);
  const customers = new Map<string, ItemisedCustomer>();
  const texts = new KeptTexts();
  const errors = new Map<string, number>();
  let [count, itemised, others, ignored] = [0, 0, 0, 0];
  for await (const items of readCallBatches(input.source, read)) {
    for (const item of items) {
      count++;
      const refuse = (reason: string): FileError => new FileError(read.name, reason, { line: item.line });
      if ("problem" in item) throw new FileError(read.name, item.problem.reason, item.problem);
      if (!("call" in item)) throw refuse("is no line of results");
      const row = item.call as Readonly<Record<string, unknown>>;
      if (!isBlank(row.error)) {
        const code = String(row.error);
        errors.set(code, (errors.get(code) ?? 0) + 1);
        continue;
      }
      if (readFlag(row.ignored) === true) {
        ignored++;
        continue;
      }
      const customerID = textOf(row.customerID);
      if (customerID === "" || isBlank(row.cost)) throw refuse(NO_RESULT);
      if (wanted !== undefined && !wanted.has(customerID)) {
        others++;
        continue;
      }
      const start = readStart(book.tables, row.startDate, row.startTime, true);
      if (!("day" in start)) throw refuse(start.message);
      const customer = customers.get(customerID) ?? new ItemisedCustomer(customerID, texts);
      customers.set(customerID, customer);
      const numberID = textOf(found(row, "numberID"));
      const call = keptOf(row, start.millisecondOfDay);
      customer.add(numberID, start.day * DAY_MS + start.millisecondOfDay, call, {
        duration: quantityOf("duration", row.duration, refuse),
        cost: quantityOf("cost", row.cost, refuse),
      });
      itemised++;
    }
    onProgress?.(count);
  }
  const errorsByCode = Object.fromEntries(errors);
  const sorted = [...customers.values()].sort((a, b) => compareTexts(a.customerID, b.customerID));
  return { read: count, itemised, others, errorsByCode, ignored, customers: sorted };
}

const NO_RESULT =
  "says neither whose call it is and what it cost nor why it has no cost; give results of tollbook rate, and with --columns name customerID, numberID, tariffType, cost and error among them";

/** What a result found; its call may have said something else of it. */
function found(row: CallRecord, field: string): unknown {
  const own = row as Readonly<Record<string, unknown>>;
  return own[`result.${field}`] ?? own[field];
}

function keptOf(row: Readonly<Record<string, unknown>>, millisecondOfDay: number): KeptCall {
  const target = textOf(row.target);
  return [
    clockOf(millisecondOfDay),
    target === "" ? textOf(found(row, "numberID")) : target,
    ...[
      row.external,
      row.location,
      found(row, "tariffType"),
      row.duration,
      row.bytes,
      row.events,
      row.cost,
    ].map(textOf),
  ];
}

function textOf(value: unknown): string {
  return isBlank(value) ? "" : String(value);
}

function clockOf(millisecondOfDay: number): string {
  const seconds = Math.floor(millisecondOfDay / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

const NOTHING: Quantity = { units: 0, decimals: 0 };

/** An amount; a blank one is nothing. */
function quantityOf(field: string, value: unknown, refuse: (reason: string) => FileError): Quantity {
  if (isBlank(value)) return NOTHING;
  const text = toDecimalText(value);
  if (text === undefined) throw refuse(`${field}: ${JSON.stringify(value)} is not an amount`);
  const decimals = decimalPlaces(text);
  return { units: toSafeUnits(text, decimals) ?? toUnits(text, decimals) ?? 0n, decimals };
}

const WHOLE = /^[0-9]{1,15}$/;

/** Whole numbers by value and before other texts, which go by code unit. */
function compareTexts(a: string, b: string): number {
  const [isWhole, isOtherWhole] = [WHOLE.test(a), WHOLE.test(b)];
  if (isWhole !== isOtherWhole) return isWhole ? -1 : 1;
  if (isWhole && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
