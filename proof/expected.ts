/**
 * What every way must say of a call: the record of `rateCall`, held on the spot to the second opinion, to the
 * row of the columns and, now and then, to the explanation.
 */
import {
  type CallColumns,
  type CallRecord,
  COMPONENTS,
  columnsFromRecords,
  explainCall,
  type OpenedBook,
  OUTCOMES,
  type RatedColumns,
  type ResultRecord,
  rateCall,
  rateColumns,
  toRecord,
} from "tollbook";
import { describingOf, rowInWords } from "../test/engine/row-in-words.ts";
import type { Row as OpinionRow, SecondOpinion } from "../test/second-opinion/index.ts";
import { unitsOf } from "./decimal.ts";
import type { Differences, Fields } from "./differences.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** Who is asked. */
export interface Ways {
  readonly book: OpenedBook;
  readonly opinion: SecondOpinion;
  readonly reclassify: boolean;
  readonly differences: Differences;
  readonly stopwatch: Stopwatch;
}

/** Every so manieth call is explained as well. */
const EXPLAINED = 50;

/** Columns are rated into the same results again and again, as a program with many batches does. */
export class Expectation {
  readonly #ways: Ways;
  #into: RatedColumns | undefined;

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  /** The records of calls on these lines, duplicates not looked for; every difference is noted on the way. */
  recordsOf(calls: readonly CallRecord[], lines: readonly number[]): ResultRecord[] {
    const { book, opinion, reclassify, differences, stopwatch } = this.#ways;
    const lineAt = (row: number): number => lines[row] ?? 0;
    const records = stopwatch.time("rateCall", calls.length, () =>
      calls.map((call, row) => toRecord(rateCall(book, call, { reclassify, line: lineAt(row) }))),
    );
    const opinions = stopwatch.time("second opinion", calls.length, () =>
      calls.map((call, row) =>
        opinion.rateCall(call as unknown as OpinionRow, { reclassify, line: lineAt(row) }),
      ),
    );
    const rated = stopwatch.time("rateColumns", calls.length, () => {
      const columns: CallColumns = { ...columnsFromRecords(calls), lineOf: lineAt };
      const into = this.#into;
      return rateColumns(book, columns, into === undefined ? { reclassify } : { reclassify, into });
    });
    this.#into = rated;
    for (const [row, call] of calls.entries()) {
      const record = records[row] as ResultRecord & Fields;
      differences.compare("rateCall", record, "the second opinion", opinions[row] ?? {}, call, NOT_MESSAGE);
      differences.compare(
        "rateColumns",
        entriesOf(rated, row, record),
        "rateCall",
        entriesWanted(record, rated.decimals),
        call,
      );
      if (row % EXPLAINED === 0) {
        differences.compare(
          "the record of a row",
          rated.recordAt(row) as object as Fields,
          "rateCall",
          record,
          call,
        );
        const explained = stopwatch.time("explainCall", 1, () =>
          explainCall(book, call, { reclassify, line: lineAt(row) }),
        );
        differences.compare("explainCall", explained.result as object as Fields, "rateCall", record, call);
      }
    }
    return records;
  }
}

/** The second opinion words what it has to say in its own way. */
const NOT_MESSAGE: ReadonlySet<string> = new Set(["message"]);

/** What the columns say of a row, in the words of a record. A text that no table holds is the record's. */
function entriesOf(rated: RatedColumns, row: number, record: Fields): Fields {
  const outcome = OUTCOMES[rated.outcome[row] ?? -1];
  if (outcome === "error") return { outcome, error: rated.keys.error(rated.error[row] ?? -1) };
  if (outcome === "ignored") return { outcome };
  return {
    outcome,
    ...rowInWords(rated, row, record),
    ...amountsOf("costBase", rated.retail, row),
    ...amountsOf("costCarrier", rated.wholesale, row),
  };
}

function amountsOf(cost: string, columns: readonly Float64Array[], row: number): Fields {
  const entries = COMPONENTS.map((component, at) => {
    const units = columns[at]?.[row] ?? Number.NaN;
    return [`${cost}${component}`, Number.isNaN(units) ? null : units];
  });
  return Object.fromEntries(entries) as Fields;
}

/** The same of a record. Where one amount of a cost is beyond a double's whole numbers, columns have none of it. */
function entriesWanted(record: Fields, decimals: number): Fields {
  if ("error" in record) return { outcome: "error", error: record.error };
  if ("ignored" in record) return { outcome: "ignored" };
  const wanted: Record<string, unknown> = { outcome: "rated", ...describingOf(record) };
  for (const cost of ["costBase", "costCarrier"]) {
    const units = COMPONENTS.map((component) => unitsIn(record[`${cost}${component}`], decimals));
    const areHeld = units.every((own) => own !== null && Number.isSafeInteger(own));
    for (const [at, component] of COMPONENTS.entries())
      wanted[`${cost}${component}`] = areHeld ? units[at] : null;
  }
  return wanted;
}

function unitsIn(amount: unknown, decimals: number): number | null {
  if (typeof amount !== "string") return null;
  return Number(unitsOf(amount, decimals) ?? Number.NaN);
}

/** R30: a record as it is where the call was read before by a field; `malformed-record` and ignored come first. */
export function afterRepeats(
  record: ResultRecord,
  call: Fields,
  repeats: "id" | "carrierCallID" | null,
): ResultRecord {
  if (repeats === null || "ignored" in record) return record;
  if ("error" in record && record.error === "malformed-record") return record;
  const label = record.id === undefined ? { line: record.line } : { id: record.id };
  const message = `A call with the ${repeats} ${String(call[repeats])} was already read in this run.`;
  return { ...label, error: "duplicate-call", message, field: repeats } as ResultRecord;
}
