/**
 * R1 to R16 against the second opinion, over the whole space of R2: every charge type, preset and mode, values
 * that sit exactly on a rounding step, negative, huge and tiny prices, fractions of a second. One case is one
 * rate and one call. Cases come in books of many tariffs, because opening a book is what takes time.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rateByRecord } from "../../src/engine/rate-call.ts";
import type { CallRecord, CallResult, OpenedBook } from "../../src/index.ts";
import { type BookData, openBook, rateCall, toRecord } from "../../src/index.ts";
import { byRows } from "../engine/by-rows.ts";
import { rateOnly } from "../second-opinion/index.ts";
import { baseField } from "../second-opinion/rate-fields.ts";
import { anyRate, anyRoundings, anyUsage, type Row, spellAmounts } from "./any-rate.ts";
import { atLeast, expectSame, many, runs, shrinkingBriefly } from "./runs.ts";

/** One rate, the calls it prices, and whether its values stand on the tariff's base or on a line. */
interface RatedCalls {
  readonly rate: Row;
  readonly onBase: boolean;
  readonly calls: Row[];
}

const START = { startDate: "2026-03-02", startTime: "10:00:00", tariffType: "UK" };

describe.each([0, 1, 2, 3, 4, 5, 6, 7, 8])("R1-R16 costDecimals %i", (costDecimals) => {
  const cases = fc.record({
    rate: anyRate(costDecimals),
    onBase: fc.boolean(),
    calls: fc.array(anyUsage, { minLength: 1, maxLength: 8, size: "max" }),
  });

  test("a call costs what the second opinion says, digit by digit, by the kernel and in fractions", () => {
    const seen = { cases: 0 };
    fc.assert(
      fc.property(
        anyRoundings(costDecimals),
        many(cases, 100),
        shrinkingBriefly((roundings, all) => {
          const book = byRows(openBook(bookOf(costDecimals, roundings, all)));
          for (const [at, { rate, onBase, calls }] of all.entries()) {
            for (const usage of calls) {
              const call = { ...spellAmounts(usage), ...START, id: 1, numberID: at } as CallRecord;
              const wanted = expected(rate, onBase, usage, costDecimals, roundings);
              expectSame(shipped(book, call), wanted, () => ({
                costDecimals,
                roundings,
                rate,
                onBase,
                usage,
              }));
              expectSame(said(rateByRecord(book.tables, call, {}, undefined)), wanted, () => ({
                rate,
                usage,
              }));
              seen.cases++;
            }
          }
        }),
      ),
      runs(80),
    );
    expect(seen.cases).toBeGreaterThan(atLeast(6_000));
  });
});

function bookOf(costDecimals: number, roundings: Row[], all: readonly RatedCalls[]): BookData {
  return {
    costDecimals,
    roundings,
    callTypes: [{ name: "UK", tariffClass: "national" }],
    customers: [{ id: 1 }],
    numbers: all.map((_, at) => ({ id: at, customerID: 1, number: `sip-${at}`, nationalTariff: `T${at}` })),
    tariffs: all.map(({ rate, onBase }, at) => ({
      id: at,
      name: `T${at}`,
      tariffClass: "national",
      ...(onBase ? onTariff(spellAmounts(rate)) : { rates: [spellAmounts(rate)] }),
    })),
  } as unknown as BookData;
}

/** The values under the names of a tariff's base fields. */
function onTariff(rate: Row): Row {
  return Object.fromEntries(Object.entries(rate).map(([field, value]) => [baseField(field), value]));
}

/** What the shipping code gives, in the second opinion's words. */
function shipped(book: OpenedBook, call: CallRecord): Row {
  return said(rateCall(book, call));
}

function said(result: CallResult): Row {
  if (result.outcome === "ignored") throw new Error("Nothing is ignored here.");
  if (result.outcome === "error") {
    return result.field === undefined
      ? { error: result.error }
      : { error: result.error, field: result.field };
  }
  const record = toRecord(result);
  return {
    basic: record.costBaseBasic,
    accessCharge: record.costBaseAccessCharge,
    surchargeMobileOrigination: record.costBaseSurchargeMobileOrigination,
    surchargePayphoneOrigination: record.costBaseSurchargePayphoneOrigination,
    surchargeCallRecording: record.costBaseSurchargeCallRecording,
    total: record.costBase,
    chargedDuration: record.chargedDuration,
    chargedBytes: record.chargedBytes,
    chargedEvents: record.chargedEvents,
  };
}

function expected(rate: Row, onBase: boolean, usage: Row, costDecimals: number, roundings: Row[]): object {
  const settings = { costDecimals, roundings };
  if (makesRate(rate, onBase)) return rateOnly(rate, usage, settings);
  // A record at fault is an error before the tariff is looked at.
  const anyCall = rateOnly({ chargeType: "perCall", cost: 0 }, usage, settings);
  return "error" in anyCall ? anyCall : { error: "no-rate" };
}

/** R26: a line, or a base cost, and some price. */
function makesRate(rate: Row, onBase: boolean): boolean {
  if (onBase && rate.cost === undefined) return false;
  const hasInitialCost = Number(rate.initialDuration ?? 0) > 0 && rate.initialCost !== undefined;
  return hasInitialCost || ["cost", "costConnection", "costMin"].some((price) => rate[price] !== undefined);
}
