/** The sample month in its three forms: what they have in common is rated alike, call by call. */
import { createReadStream, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type CallItem,
  type ReadCallsOptions,
  readCallBatches,
  readDialect,
} from "../../../src/files/index.ts";
import {
  type CallRecord,
  COMPONENTS,
  createRater,
  openBook,
  type ResultRecord,
  toRecord,
} from "../../../src/index.ts";
import { notCall } from "../bytes.ts";

const FOLDER = new URL("../../../fixtures/reseller/", import.meta.url);
const book = openBook(JSON.parse(readFileSync(new URL("book.json", FOLDER), "utf8")));

interface Rated {
  readonly line: number;
  readonly call: CallRecord;
  readonly result: ResultRecord;
}

async function rated(file: string, how: Omit<ReadCallsOptions, "name">): Promise<Rated[]> {
  const rater = createRater(book);
  const results: Rated[] = [];
  const items: CallItem[] = [];
  const source = createReadStream(new URL(file, FOLDER));
  for await (const batch of readCallBatches(source, { ...how, name: file })) items.push(...batch);
  for (const item of items) {
    if (!("call" in item)) throw new Error(notCall(item));
    results.push({ line: item.line, call: item.call, result: toRecord(rater(item.call, item.line)) });
  }
  return results;
}

/** Components of the carrier's cost: the standard has no columns for what makes up a price. */
const PARTS: readonly string[] = COMPONENTS.map((component) => `costCDR${component}`);

/** A result without what the standard cannot carry. */
function carried(result: ResultRecord, isPartless: boolean): Record<string, unknown> {
  // The id is the carrier's, and a message quotes values as they were written.
  const { id: _, message: __, location: ___, ...rest } = result as unknown as Record<string, unknown>;
  return isPartless
    ? Object.fromEntries(Object.entries(rest).filter(([name]) => !PARTS.includes(name)))
    : rest;
}

let jsonl: Rated[];
let csv: Rated[];
let ukCdr: Rated[];

beforeAll(async () => {
  const dialect = await readDialect(new URL("northway-dialect.json", FOLDER).pathname);
  jsonl = await rated("calls-2026-10.jsonl", { format: "jsonl" });
  csv = await rated("calls-2026-10.csv", { format: "csv" });
  ukCdr = await rated("calls-2026-10.uk-cdr.csv", { format: "uk-cdr", dialect });
});

describe("the sample month", () => {
  test("CSV and JSON lines give the same results", () => {
    const quoting = (result: ResultRecord): unknown => ({ ...result, message: undefined });
    expect(csv.map(({ result }) => quoting(result))).toEqual(jsonl.map(({ result }) => quoting(result)));
  });

  test("UK standard CDRs give the same results, as far as the standard goes", () => {
    expect(ukCdr).toHaveLength(jsonl.length);
    let differing = 0;
    for (const [at, { call, result }] of ukCdr.entries()) {
      const other = jsonl[at] as Rated;
      expect(call.carrierCallID).toBe(other.call.carrierCallID);
      const hasNoColumn = [
        other.call.costCDRSurchargeMobileOrigination,
        other.call.costCDRSurchargePayphoneOrigination,
        other.call.costCDRSurchargeCallRecording,
      ].some((part) => part !== undefined);
      // Two written by hand leave out a part that the standard's columns state.
      const leavesOut = other.call.costCDRAccessCharge !== undefined && other.call.costCDRBasic === undefined;
      if (hasNoColumn || leavesOut) differing++;
      expect(carried(result, hasNoColumn || leavesOut)).toEqual(
        carried(other.result, hasNoColumn || leavesOut),
      );
    }
    expect(differing).toBeLessThan(320);
  });

  test("the carrier's description is the location where the book has none", () => {
    for (const [at, { call, result }] of ukCdr.entries()) {
      const { call: otherCall, result: other } = jsonl[at] as Rated;
      if (!("location" in result) || !("location" in other)) continue;
      // A call whose record names its type is not looked up; in the standard no column names it.
      if (otherCall.tariffType !== undefined) continue;
      expect(result.location).toBe(other.location ?? call.location);
    }
  });

  test("inbound calls from a mobile, a payphone and a withheld caller, and a diverted call", () => {
    const inbound = ukCdr.filter(
      ({ call }) => call.target === "08081570701" || call.target === "03069990701",
    );
    const kinds = new Set(
      inbound.map(
        ({ call }) =>
          `${String(call.target)} ${String(call.callTypeOriginationTypeFlag ?? (call.external ? "" : "withheld"))}`,
      ),
    );
    for (const number of ["08081570701", "03069990701"]) {
      for (const kind of ["mobile", "payphone", "withheld"]) expect(kinds).toContain(`${number} ${kind}`);
    }
    const legs = ukCdr.filter(({ call }) => call.callGroup !== undefined).map(({ call }) => call);
    expect(legs).toHaveLength(2);
    const [first, second] = legs as [CallRecord, CallRecord];
    expect(first).toMatchObject({ callTypeDirectionFlag: "B-leg", external: "02079460941" });
    expect(second).toMatchObject({
      callTypeDirectionFlag: "A-leg",
      external: "07700900102",
      aLegID: first.id,
      "Diverted Number": "01134960101",
    });
  });
});
