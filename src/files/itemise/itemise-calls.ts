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
import { detached } from "../text.ts";
import { SortedTexts } from "./sorted-texts.ts";

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

/** The calls of one number. */
export class ItemisedNumber {
  readonly numberID: string;
  /** The number as its first call named it. */
  readonly target: string;
  readonly #texts: SortedTexts;
  readonly #group: number;
  readonly #cost = new ExactSum();
  #length = 0;

  /** @internal */
  constructor(numberID: string, target: string, texts: SortedTexts, group: number) {
    this.numberID = numberID;
    this.target = target;
    this.#texts = texts;
    this.#group = group;
  }

  get length(): number {
    return this.#length;
  }

  /** The exact sum of the costs, in pence. */
  get cost(): string {
    return this.#cost.text;
  }

  /** @internal */
  add(start: number, call: string, cost: Quantity): Promise<void> | undefined {
    this.#length++;
    this.#cost.add(cost.units, cost.decimals);
    return this.#texts.add(this.#group, start, call);
  }

  /** The calls in the order of their starts; those that start together in the order of the file. */
  *calls(): Generator<ItemisedCall, void, undefined> {
    let date = "";
    let day: number | undefined;
    for (const { key: start, text } of this.#texts.of(this.#group)) {
      const dayOfStart = Math.floor(start / DAY_MS);
      if (dayOfStart !== day) date = formatCivilDate(dayOfStart);
      day = dayOfStart;
      yield itemisedCall(date, clockOf(start - dayOfStart * DAY_MS), text);
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

/** The calls of one customer. */
export class ItemisedCustomer {
  readonly customerID: string;
  calls = 0;
  readonly #numbers = new Map<string, ItemisedNumber>();
  readonly #types = new Map<string, TypeSums>();
  readonly #cost = new ExactSum();

  /** @internal */
  constructor(customerID: string) {
    this.customerID = customerID;
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

  /** The number with an id; made of what is given where it is not there. @internal */
  number(numberID: string, make: () => ItemisedNumber): ItemisedNumber {
    let number = this.#numbers.get(numberID);
    if (number === undefined) {
      number = make();
      this.#numbers.set(number.numberID, number);
    }
    return number;
  }

  /** @internal */
  add(tariffType: string, duration: Quantity, cost: Quantity): void {
    let type = this.#types.get(tariffType);
    if (type === undefined) {
      type = { calls: 0, duration: new ExactSum(), cost: new ExactSum() };
      this.#types.set(detached(tariffType), type);
    }
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
  /** Gives up the file that holds what the memory does not: the calls of customers can be read until then. */
  close(): Promise<void>;
}

/**
 * Takes the rated calls of a file of results together by customer and number. Calls in error and ignored are counted, never
 * priced; costs are those after discounts. The calls are sorted in a file of the system's temporary folder, so that memory
 * grows with the customers and their numbers alone; it is there until the report is closed.
 *
 * @throws FileError where a line cannot be read, or says neither what its call cost and whose it was nor why it has no cost
 * @example
 * const input = { source: [Buffer.from('{"id":"1","call.target":"02079460018","call.external":"01632960001",' +
 *   '"call.startDate":"2026-10-01","call.startTime":"09:15:00","call.duration":91,"numberID":"1007",' +
 *   '"customerID":"7","tariffType":"UK","cost":"3.82"}\n')] };
 * const report = await itemiseCalls({ input, read: { format: "jsonl", name: "rated.jsonl" } });
 * report.customers.map(({ customerID, cost, types }) => [customerID, cost, types[0]?.tariffType]); // => [["7", "3.82", "UK"]]
 * [...(report.customers[0]?.numbers[0]?.calls() ?? [])].map(({ date, external }) => [date, external]); // => [["2026-10-01", "01632960001"]]
 * await report.close();
 */
export async function itemiseCalls(options: ItemiseOptions): Promise<ItemisedReport> {
  checkOptions(options);
  const texts = new SortedTexts();
  try {
    const report = await gather(options, texts);
    await texts.sort();
    return { ...report, close: () => texts.close() };
  } catch (error) {
    await texts.close();
    throw error;
  }
}

async function gather(options: ItemiseOptions, texts: SortedTexts): Promise<Omit<ItemisedReport, "close">> {
  const { input, read, book = openBook({}), onProgress } = options;
  const wanted = options.customers && new Set(options.customers);
  const customers = new Map<string, ItemisedCustomer>();
  const errors = new Map<string, number>();
  let [count, itemised, others, ignored, groups] = [0, 0, 0, 0, 0];
  for await (const items of readCallBatches(input.source, { ...read, wantedColumns: WANTED })) {
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
      const duration = quantityOf("duration", row.duration, refuse);
      const cost = quantityOf("cost", row.cost, refuse);
      let customer = customers.get(customerID);
      if (customer === undefined) {
        customer = new ItemisedCustomer(detached(customerID));
        customers.set(customer.customerID, customer);
      }
      const numberID = textOf(found(row, "numberID"));
      const target = textOf(row.target) || numberID;
      const number = customer.number(
        numberID,
        () => new ItemisedNumber(detached(numberID), detached(target), texts, groups++),
      );
      const tariffType = textOf(found(row, "tariffType"));
      customer.add(tariffType, duration, cost);
      const call = callText(row, target, tariffType);
      const kept = number.add(start.day * DAY_MS + start.millisecondOfDay, call, cost);
      if (kept !== undefined) await kept;
      itemised++;
    }
    onProgress?.(count);
  }
  const errorsByCode = Object.fromEntries(errors);
  const sorted = [...customers.values()].sort((a, b) => compareTexts(a.customerID, b.customerID));
  return { read: count, itemised, others, errorsByCode, ignored, customers: sorted };
}

/** What a row is asked for; a call may have its own number and type beside those that its result found. */
const WANTED: readonly string[] = [
  ...["target", "external", "location", "startDate", "startTime", "duration", "bytes", "events"],
  ...["customerID", "numberID", "result.numberID", "tariffType", "result.tariffType"],
  ...["cost", "error", "ignored"],
];

const NO_RESULT =
  "says neither whose call it is and what it cost nor why it has no cost; give results of tollbook rate, and with --columns name customerID, numberID, tariffType, cost and error among them";

/** What a result found; its call may have said something else of it. */
function found(row: CallRecord, field: string): unknown {
  const own = row as Readonly<Record<string, unknown>>;
  return own[`result.${field}`] ?? own[field];
}

/** Between the texts of a call; those of calls that have it in them are written as JSON. */
const SEPARATOR = "\u001f";
const IS_JSON = "[";

/** A call's texts as one. */
function callText(row: Readonly<Record<string, unknown>>, target: string, tariffType: string): string {
  const { external, location, duration, bytes, events, cost } = row;
  const usage = [duration, bytes, events, cost].map(textOf);
  const texts = [target, textOf(external), textOf(location), tariffType, ...usage];
  const isPlain = !target.startsWith(IS_JSON) && !texts.some((text) => text.includes(SEPARATOR));
  return isPlain ? texts.join(SEPARATOR) : JSON.stringify(texts);
}

function itemisedCall(date: string, time: string, text: string): ItemisedCall {
  const texts = text.startsWith(IS_JSON) ? (JSON.parse(text) as string[]) : text.split(SEPARATOR);
  const [target = "", external = "", location = "", tariffType = "", ...usage] = texts;
  const [duration = "", bytes = "", events = "", cost = ""] = usage;
  return { date, time, target, external, location, tariffType, duration, bytes, events, cost };
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
