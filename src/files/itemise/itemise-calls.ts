/** The calls of a file of results, by customer, number and day, for itemised lists. */
import { DAY_MS, resolveWallTime, type Zone } from "../../calendar/index.ts";
import { type CallStart, readStart } from "../../engine/index.ts";
import { type OpenedBook, openBook } from "../../index.ts";
import { ITEMISED_TEXTS, isBlank, readFlag, textOrBlank } from "../../model/index.ts";
import { toDecimalText } from "../../money/index.ts";
import { knownOptions } from "../../names/index.ts";
import type { FileFormat } from "../call-file.ts";
import { FileError } from "../file-error.ts";
import type { Input } from "../open-input.ts";
import { readCallBatches } from "../read-calls.ts";
import { INPUT_PREFIX } from "../results/index.ts";
import { type CallTexts, writeCallTexts } from "./call-texts.ts";
import { CustomerNumbers } from "./customer-numbers.ts";
import { ItemisedCustomer } from "./itemised-customer.ts";
import { SortedTexts } from "./sorted-texts.ts";

/** The results to itemise. */
export interface ItemiseOptions {
  readonly input: Pick<Input, "source">;
  readonly read: { readonly format: FileFormat; readonly name: string };
  /** The book in whose time zone days begin; default: the default time zone of books. */
  readonly book?: OpenedBook | undefined;
  /** The ids of the customers to itemise; default: all customers. */
  readonly customers?: readonly string[] | undefined;
  /** Called now and then with the number of calls read so far; an error thrown here ends the run. */
  readonly onProgress?: (calls: number) => void;
}

const checkOptions = knownOptions<ItemiseOptions>("itemiseCalls", {
  input: "any",
  read: "any",
  book: "any",
  customers: "any",
  onProgress: "any",
});

/** Counts of a file of results: read = itemised + other customers' + in error + ignored. */
export interface ItemisedReport {
  readonly read: number;
  readonly itemised: number;
  /** Rated calls of customers that are not in `ItemiseOptions.customers`. */
  readonly others: number;
  /** Calls in error, by code; they have no price. */
  readonly errorsByCode: Readonly<Record<string, number>>;
  readonly ignored: number;
  /** The ids of the customers: whole numbers by value, before other ids. */
  readonly customerIDs: readonly string[];
  /** The customers in the order of `customerIDs`; the calls of a customer are read and added up in its turn. */
  customers(): Generator<ItemisedCustomer, void, undefined>;
  /** Removes the file of the sorted calls: customers and their calls cannot be read afterwards. */
  close(): Promise<void>;
}

/**
 * Groups the rated calls of a file of results by customer and number. Calls in error and ignored calls are counted,
 * never priced; costs are those after discounts. The calls are sorted in a file of the system's temporary folder,
 * which exists until the report is closed; memory holds only the ids of customers and numbers.
 *
 * @throws FileError where a line cannot be read, or has neither cost and customer nor the reason why it has no cost
 * @example
 * const input = { source: [Buffer.from('{"id":"1","call.target":"02079460018","call.external":"01632960001",' +
 *   '"call.startDate":"2026-10-01","call.startTime":"09:15:00","call.duration":91,"numberID":"1007",' +
 *   '"customerID":"7","tariffType":"UK","cost":"3.82"}\n')] };
 * const report = await itemiseCalls({ input, read: { format: "jsonl", name: "rated.jsonl" } });
 * const customers = [...report.customers()];
 * customers.map(({ customerID, cost, types }) => [customerID, cost, types[0]?.tariffType]); // => [["7", "3.82", "UK"]]
 * [...(customers[0]?.numbers[0]?.calls() ?? [])].map(({ date, external }) => [date, external]); // => [["2026-10-01", "01632960001"]]
 * await report.close();
 */
export async function itemiseCalls(options: ItemiseOptions): Promise<ItemisedReport> {
  checkOptions(options);
  const texts = new SortedTexts();
  try {
    const { book = openBook({}) } = options;
    const { zone } = book.tables;
    const { numbers, ...counts } = await gather({ ...options, book }, texts);
    await texts.sort();
    const customerIDs = numbers.customerIDs();
    function* customers(): Generator<ItemisedCustomer, void, undefined> {
      for (const id of customerIDs) yield new ItemisedCustomer(id, numbers.numbersOf(id), texts, zone);
    }
    return { ...counts, customerIDs, customers, close: () => texts.close() };
  } catch (error) {
    await texts.close();
    throw error;
  }
}

type Gathered = Omit<ItemisedReport, "customerIDs" | "customers" | "close"> & {
  readonly numbers: CustomerNumbers;
};

async function gather(
  options: ItemiseOptions & { readonly book: OpenedBook },
  texts: SortedTexts,
): Promise<Gathered> {
  const { input, read, book, onProgress } = options;
  const wanted = options.customers && new Set(options.customers);
  const numbers = new CustomerNumbers();
  const errors = new Map<string, number>();
  let [count, itemised, others, ignored] = [0, 0, 0, 0];
  const readResults = { ...read, wantedColumns: WANTED, resultFields: OF_RESULTS };
  for await (const items of readCallBatches(input.source, readResults)) {
    for (const item of items) {
      count++;
      const refuse = (reason: string): FileError => new FileError(read.name, reason, { line: item.line });
      if ("problem" in item) throw new FileError(read.name, item.problem.reason, item.problem);
      if (!("call" in item)) throw refuse("is no line of results");
      const row = item.call as Readonly<Record<string, unknown>>;
      const { error, cost } = row;
      if (!isBlank(error)) {
        const code = String(error);
        errors.set(code, (errors.get(code) ?? 0) + 1);
        continue;
      }
      if (readFlag(row.ignored) === true) {
        ignored++;
        continue;
      }
      const customerID = textOrBlank(row.customerID);
      if (customerID === "" || isBlank(cost)) throw refuse(NO_RESULT);
      if (wanted !== undefined && !wanted.has(customerID)) {
        others++;
        continue;
      }
      const start = readStart(book.tables, row.startDate, row.startTime, true);
      if (!("day" in start)) throw refuse(start.message);
      requireAmount("duration", row.duration, refuse);
      requireAmount("cost", cost, refuse);
      const numberID = textOrBlank(found(row, "numberID"));
      const { length } = numbers;
      const numberIndex = numbers.numberIndexOf(customerID, numberID);
      const call = writeCallTexts(textsOf(row, numberID), numberIndex === length);
      const kept = texts.add(numberIndex, instantOf(start, book.tables.zone), call);
      if (kept !== undefined) await kept;
      itemised++;
    }
    onProgress?.(count);
  }
  return { read: count, itemised, others, errorsByCode: Object.fromEntries(errors), ignored, numbers };
}

/** The instant of a start, by which calls are sorted: the hour that is repeated in autumn comes twice in local time. */
function instantOf({ day, millisecondOfDay, instant }: CallStart, zone: Zone): number {
  const local = day * DAY_MS + millisecondOfDay;
  // Without an instant the clock does not change on the day.
  return instant ?? resolveWallTime(zone, local, "earlier") ?? local;
}

/** Fields of a result, in these names; the call may have fields of the same names and other values. */
const OF_RESULTS = ["customerID", "numberID", "tariffType", "location", "cost", "error", "ignored"] as const;

const WANTED: readonly string[] = [
  ...ITEMISED_TEXTS,
  ...["startDate", "startTime"],
  ...OF_RESULTS.flatMap((field) => [field, INPUT_PREFIX + field]),
];

const NO_RESULT =
  "says neither whose call it is and what it cost nor why it has no cost; give results of tollbook rate, and with --columns name customerID, numberID, tariffType, cost and error among them";

/** What a result says of its call, else what the call says: columns may have been chosen without that of the result. */
function found(
  row: Readonly<Record<string, unknown>>,
  field: "numberID" | "tariffType" | "location",
): unknown {
  return row[field] ?? row[INPUT_PREFIX + field];
}

function textsOf(row: Readonly<Record<string, unknown>>, numberID: string): CallTexts {
  const texts = Object.fromEntries(
    ITEMISED_TEXTS.map((field) => [field, textOrBlank(row[field])]),
  ) as CallTexts;
  return {
    ...texts,
    target: texts.target || numberID,
    location: textOrBlank(found(row, "location")),
    tariffType: textOrBlank(found(row, "tariffType")),
  };
}

/** Throws where a value is neither an amount nor blank. */
function requireAmount(field: string, value: unknown, refuse: (reason: string) => FileError): void {
  if (isBlank(value) || toDecimalText(value) !== undefined) return;
  throw refuse(`${field}: ${JSON.stringify(value)} is not an amount`);
}
