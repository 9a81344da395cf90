/**
 * R1, R14, R16, R30: what holds for every call, whatever it is: it gets one result, its components sum to its
 * total, nothing handed in is changed, and the result survives being stored.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type CallRecord,
  type CallResult,
  createReconciliation,
  createTally,
  createWorklist,
  explainCall,
  openBook,
  type ResultRecord,
  rateCall,
  rateCalls,
  toRecord,
} from "../../src/index.ts";
import { byRows } from "../engine/by-rows.ts";
import { createSecondOpinion } from "../second-opinion/index.ts";
import { anyDuration, anyMultiple, anyPercent, decimal } from "./amounts.ts";
import { anyBook, asData, type BookWithCalls } from "./any-book.ts";
import { anyRateOf, anyRoundings, type Row } from "./any-rate.ts";
import { expectSame, many, runs, shrinkingBriefly } from "./runs.ts";

const COSTS = ["costBase", "cost", "costCarrier"] as const;
const COMPONENTS = [
  "Basic",
  "AccessCharge",
  "SurchargeMobileOrigination",
  "SurchargePayphoneOrigination",
  "SurchargeCallRecording",
] as const;

/** Decimal text in units of 10^-10. */
function units(text: string): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(10, "0"));
  return text.startsWith("-") ? -value : value;
}

function rateAll({ book, calls, reclassify }: BookWithCalls): [CallRecord, CallResult][] {
  const opened = byRows(openBook(asData(book)));
  return calls.map((call, at) => [call, rateCall(opened, call, { reclassify, line: at + 1 })]);
}

describe("every call of every book", () => {
  test("R14 its components sum to the total, to the last digit, in the one form of R1", () => {
    fc.assert(
      fc.property(
        anyBook(100),
        shrinkingBriefly((drawn) => {
          for (const [, result] of rateAll(drawn)) {
            if (result.outcome !== "rated") continue;
            const record = toRecord(result);
            for (const cost of COSTS) {
              const total = record[cost];
              const parts = COMPONENTS.map((component) => record[`${cost}${component}`]);
              if (total === null) {
                expect(parts).toEqual([null, null, null, null, null]);
                continue;
              }
              const sum = parts.reduce((so, part) => so + units(part ?? ""), 0n);
              expect(sum).toBe(units(total));
              for (const amount of [total, ...parts]) expect(amount).toMatch(ONE_FORM);
            }
          }
        }),
      ),
      runs(15),
    );
  });

  test("R30 its record survives spread, structuredClone, JSON and an INSERT of its own fields", () => {
    fc.assert(
      fc.property(
        anyBook(50),
        shrinkingBriefly((drawn) => {
          for (const [, result] of rateAll(drawn)) {
            const record = toRecord(result);
            expectSame({ ...record }, record, () => record);
            expectSame(structuredClone(record), record, () => record);
            expectSame(JSON.parse(JSON.stringify(record)) as unknown, record, () => record);
            expectSame(JSON.parse(JSON.stringify(result)) as unknown, record, () => record);
            for (const value of Object.values(record)) {
              expect(["string", "number", "boolean"].includes(typeof value) || value === null).toBe(true);
            }
          }
        }),
      ),
      runs(10),
    );
  });

  test("R20 the opened book and its results do not change when the data and the calls do", () => {
    fc.assert(
      fc.property(
        anyBook(30),
        shrinkingBriefly(({ book, calls }) => {
          const data = structuredClone(book);
          const untouched = structuredClone(book);
          const opened = openBook(asData(data));
          const frozen = calls.map((call) => deepFrozen(structuredClone(call)));
          const before = frozen.map((call) => rateCall(opened, call));
          expect(data).toEqual(untouched);
          ruin(data);
          for (const [at, call] of frozen.entries()) {
            const again = toRecord(rateCall(opened, call));
            expectSame(again, toRecord(before[at] as CallResult), () => ({ book, call }));
          }
        }),
      ),
      runs(10),
    );
  });

  test("R30 a batch gives one result for each call, in order, whether it comes at once or bit by bit", async () => {
    await fc.assert(
      fc.asyncProperty(anyBook(40), async ({ book, calls, reclassify }) => {
        const opened = openBook(asData(book));
        const twice = [...calls, ...calls] as CallRecord[];
        const sync = [...rateCalls(opened, twice, { reclassify })];
        const tally = createTally();
        const async: CallResult[] = [];
        for await (const result of rateCalls(opened, oneByOne(twice), { reclassify })) {
          async.push(result);
          tally.add(result);
        }
        expect(async.map(toRecord)).toEqual(sync.map(toRecord));
        const { read, rated, errors, ignored } = tally.report();
        expect([read, rated + errors + ignored]).toEqual([twice.length, twice.length]);
        // One after the other gives what each gives alone; a call that was read before is a duplicate.
        const repeatedField = createSecondOpinion(book).repeatedFields();
        for (const [at, result] of sync.entries()) {
          const call = twice[at] as CallRecord;
          const alone = rateCall(opened, call, { reclassify, line: at + 1 });
          const field = repeatedField(call as unknown as Row);
          const isEarlier =
            alone.outcome === "ignored" || (alone.outcome === "error" && alone.error === "malformed-record");
          if (field !== null && !isEarlier) {
            expect(toRecord(result)).toMatchObject({ error: "duplicate-call", field });
          } else expectSame(toRecord(result), toRecord(alone), () => ({ book, call }));
        }
        const kept = [...rateCalls(opened, twice, { reclassify, duplicates: "keep" })];
        expect(kept.slice(calls.length).map(withoutLine)).toEqual(
          kept.slice(0, calls.length).map(withoutLine),
        );
      }),
      runs(10),
    );
  });
});

const ONE_FORM = /^(?:0|-?(?:[1-9][0-9]*(?:\.[0-9]*[1-9])?|0\.[0-9]*[1-9]))$/;

function withoutLine(result: CallResult): ResultRecord {
  const { line: _line, ...rest } = { line: 0, ...toRecord(result) };
  return rest as ResultRecord;
}

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

function deepFrozen(record: Row): CallRecord {
  for (const value of Object.values(record))
    if (typeof value === "object" && value !== null) Object.freeze(value);
  return Object.freeze(record) as CallRecord;
}

/** Overwrites everything in a book's data that can be overwritten. */
function ruin(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) ruin(item);
    value.length = 0;
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const record = value as Row;
  for (const key of Object.keys(record)) {
    ruin(record[key]);
    record[key] = "ruined";
  }
}

describe("every input", () => {
  const data: BookData = {
    costDecimals: 4,
    periodRule: "split",
    ratingPeriods: [{ name: "Day", from: "07:00", to: "19:00" }],
    callTypes: [
      { name: "UK", tariffClass: "national" },
      { name: "In", tariffClass: "inbound" },
    ],
    callDirections: [{ name: "I", direction: "inbound" }],
    destinations: [
      { prefix: "44", tariffType: "UK" },
      { prefix: "", tariffType: "In", direction: "inbound" },
    ],
    chargeBands: [{ chargeBand: "LOC", tariffType: "UK" }],
    customers: [{ id: 1, defaultNationalTariff: "Test", defaultInboundTariff: "Test" }],
    numbers: [
      { id: 1, customerID: 1, number: "02079460018" },
      { id: 2, customerID: 1, number: "1" },
    ],
    ignoredNumbers: [{ number: "02079460999" }],
    tariffs: [
      { id: 1, name: "Test", tariffClass: "national", baseCost: 1, rates: [{ tariffTime: "Day", cost: 2 }] },
      { id: 2, name: "Test", tariffClass: "inbound", baseType: "perCall", baseCost: 1 },
      { id: 3, name: "W", tariffClass: "national", retail: "wholesale", forCarriers: "*", baseCost: 1 },
    ],
  };
  const opened = openBook(data);
  const anyJunk = fc.anything({
    maxDepth: 2,
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  });
  const GOOD: Record<string, fc.Arbitrary<unknown>> = {
    id: fc.nat(),
    numberID: fc.constantFrom(1, "2", ""),
    target: fc.constantFrom("020 7946 0018", "02079460999", "1"),
    external: fc.constantFrom("+44 20 7946 0018", ""),
    carrier: fc.constantFrom("Swan", ""),
    callCarrier: fc.constant(null),
    chargeBand: fc.constantFrom("LOC", ""),
    tariffType: fc.constantFrom("UK", "In", ""),
    tariffTypeCarrier: fc.constantFrom("LOC", ""),
    tariffTime: fc.constantFrom("", "Day", "Moon"),
    callTypeDirectionFlag: fc.constantFrom("", "I"),
    callTypeOriginationTypeFlag: fc.constantFrom("mobile", ""),
    callTypeRecordingFlag: fc.constantFrom("yes", ""),
    location: fc.constant(""),
    startDate: fc.constantFrom("2026-03-02", "2026-03-29", ""),
    startTime: fc.constantFrom("10:00", "18:59:59", "2026-10-25T01:30:00", ""),
    duration: fc.constantFrom(0, "61.5", 90, 360_000),
    bytes: fc.constantFrom(0, null),
    events: fc.constantFrom(1, null),
    costCDR: fc.constantFrom("", "1.5"),
    costCDRBasic: fc.constantFrom("", "1.5"),
    costCDRAccessCharge: fc.constant(null),
    costCDRSurchargeMobileOrigination: fc.constant(undefined),
    costCDRSurchargePayphoneOrigination: fc.constant(undefined),
    costCDRSurchargeCallRecording: fc.constant(undefined),
    costSuggestedRetail: fc.constantFrom("", 2),
    carrierCallID: fc.constantFrom("a", ""),
  };
  /** Text that nearly is what a field wants. */
  const anyNearMiss = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.array(fc.constantFrom(..."0129:-T.Z+ ,e"), { maxLength: 20 }).map((parts) => parts.join("")),
    fc.constantFrom(
      "1e5",
      "NaN",
      "-0",
      "0x1F",
      "2026-02-29",
      "2026-03-02T10:00",
      "24:00",
      "10:00+25:00",
      "\ufeff1",
    ),
  );
  const anyCall = fc.record(
    Object.fromEntries(
      Object.entries(GOOD).map(([field, good]) => [
        field,
        fc.oneof(
          { weight: 30, arbitrary: good },
          { weight: 1, arbitrary: anyJunk },
          { weight: 1, arbitrary: anyNearMiss },
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
  const anyInput = fc.oneof({ weight: 20, arbitrary: anyCall }, { weight: 1, arbitrary: anyJunk });

  test("R30 gives a result or an error and never throws: rated + errors + ignored = read", () => {
    fc.assert(
      fc.property(many(anyInput, 60), (inputs) => {
        const tally = createTally();
        const worklist = createWorklist();
        const reconciliation = createReconciliation();
        const input = inputs as CallRecord[];
        for (const [at, result] of [...rateCalls(opened, input)].entries()) {
          tally.add(result);
          worklist.add(input[at] as CallRecord, result);
          reconciliation.add(input[at] as CallRecord, result);
          const alone = rateCall(opened, input[at] as CallRecord);
          expectSame(explainCall(opened, input[at] as CallRecord).result, toRecord(alone), () => input[at]);
        }
        const { read, rated, errors, ignored } = tally.report();
        expect([read, rated + errors + ignored]).toEqual([inputs.length, inputs.length]);
        const listed = worklist.report().reduce((sum, group) => sum + group.calls, 0);
        expect(listed).toBe(errors);
      }),
      runs(300),
    );
  });

  test("R2 a malformed record is malformed in the field that the second opinion names", () => {
    const second = createSecondOpinion(data as unknown as Row);
    let malformed = 0;
    fc.assert(
      fc.property(many(anyCall, 60), (calls) => {
        for (const call of calls) {
          const { message: _ours, ...own } = {
            message: "",
            ...toRecord(rateCall(opened, call as CallRecord, { line: 1 })),
          };
          const { message: _theirs, ...wanted } = { message: "", ...second.rateCall(call, { line: 1 }) };
          expectSame(own, wanted, () => call);
          if ("error" in own && own.error === "malformed-record") malformed++;
        }
      }),
      runs(300),
    );
    expect(malformed).toBeGreaterThan(100);
  });
});

describe("more seconds", () => {
  const price = fc.oneof(
    fc.integer({ min: 0, max: 5_000 }).map((own) => decimal(own, 2)),
    fc.integer({ min: 0, max: 10 ** 12 }).map((own) => decimal(own, 6)),
  );
  const rate = anyRateOf({ price, multiple: anyMultiple(4), percent: anyPercent });

  test("R5-R14 never cost less where no price is negative", () => {
    fc.assert(
      fc.property(
        anyRoundings(4),
        many(
          fc.record({
            rate,
            durations: fc.array(anyDuration, { minLength: 2, maxLength: 12 }),
            flag: fc.boolean(),
          }),
          60,
        ),
        shrinkingBriefly((roundings, all) => {
          const book = openBook({
            roundings,
            callTypes: [{ name: "UK", tariffClass: "national" }],
            customers: [{ id: 1 }],
            numbers: all.map((_, at) => ({
              id: at,
              customerID: 1,
              number: `sip-${at}`,
              nationalTariff: `T${at}`,
            })),
            tariffs: all.map((own, at) => ({
              id: at,
              name: `T${at}`,
              tariffClass: "national",
              rates: [own.rate],
            })),
          } as unknown as BookData);
          for (const [numberID, { durations, flag, rate: own }] of all.entries()) {
            let before = 0n;
            for (const duration of [...durations].sort((a, b) => Number(a) - Number(b))) {
              const result = rateCall(book, {
                numberID,
                duration,
                tariffType: "UK",
                startDate: "2026-03-02",
                bytes: 1_000_000,
                costCDR: 10,
                costSuggestedRetail: 10,
                callTypeOriginationTypeFlag: flag ? "mobile" : "payphone",
                callTypeRecordingFlag: flag,
              });
              if (result.outcome !== "rated") break;
              const cost = units(result.cost);
              if (cost < before)
                expect(String(cost), `${JSON.stringify({ own, duration })}`).toBe(`at least ${before}`);
              before = cost;
            }
          }
        }),
      ),
      runs(60),
    );
  });

  test("R4, R9 a call of ten hours costs what the formula says", () => {
    const anyMicro = fc.integer({ min: -(10 ** 9), max: 10 ** 9 });
    fc.assert(
      fc.property(fc.array(fc.tuple(anyMicro, anyMicro), { minLength: 1, maxLength: 40 }), (prices) => {
        const book = openBook({
          callTypes: [{ name: "UK", tariffClass: "national" }],
          customers: [{ id: 1 }],
          numbers: prices.map((_, at) => ({
            id: at,
            customerID: 1,
            number: `sip-${at}`,
            nationalTariff: `T${at}`,
          })),
          tariffs: prices.map(([cost, connection], at) => ({
            id: at,
            name: `T${at}`,
            tariffClass: "national",
            baseCost: decimal(cost, 6),
            baseCostConnection: decimal(connection, 6),
          })),
        } as BookData);
        for (const [numberID, [cost, connection]] of prices.entries()) {
          const result = rateCall(book, {
            numberID,
            tariffType: "UK",
            startDate: "2026-03-02",
            duration: 36_000.5,
          });
          // Micro-pence × 36,000.5 s ÷ 60 + connection, to 4 places, halves away from zero.
          const exact = BigInt(cost) * 360_005n + BigInt(connection) * 600n;
          const half = exact < 0n ? -30_000n : 30_000n;
          expect(result.outcome === "rated" && result.cost).toBe(decimal((exact + half) / 60_000n, 4));
        }
      }),
      runs(30),
    );
  });
});
