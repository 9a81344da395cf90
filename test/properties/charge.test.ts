/**
 * R1 to R16 against the second opinion, over the whole space of R2: every charge type, preset and mode, values
 * that sit exactly on a rounding step, negative, huge and tiny prices, fractions of a second. One case is one
 * rate and one call. Cases come in books of many tariffs, because opening a book is what takes time.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal, SHAPE, TERMS } from "../../src/book/index.ts";
import { chargeOf } from "../../src/engine/charge.ts";
import { measureUsage } from "../../src/engine/charged-usage.ts";
import { priceExactly } from "../../src/engine/exact.ts";
import { isProven, priceFast } from "../../src/engine/fast.ts";
import { readCall } from "../../src/engine/read-call.ts";
import type { CallRecord, OpenedBook } from "../../src/index.ts";
import { type BookData, openBook, rateCall, toRecord } from "../../src/index.ts";
import { CHARGE_TYPES, isMarkupType } from "../../src/model/index.ts";
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

  test("a call costs what the second opinion says, digit by digit, and both kernels agree", () => {
    const seen = { cases: 0, proven: 0, kernels: 0 };
    fc.assert(
      fc.property(
        anyRoundings(costDecimals),
        many(cases, 100),
        shrinkingBriefly((roundings, all) => {
          const book = openBook(bookOf(costDecimals, roundings, all));
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
              compareKernels(book, String(at), call, seen);
              seen.cases++;
            }
          }
        }),
      ),
      runs(80),
    );
    expect(seen.cases).toBeGreaterThan(atLeast(11_112));
    // The proof must not be so timid that the fast kernel is hardly tried.
    expect(seen.proven).toBeGreaterThan(atLeast(seen.kernels / 20));
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
  const result = rateCall(book, call);
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

/** Wherever the fast kernel is proven, it gives what the exact one gives. */
function compareKernels(
  book: OpenedBook,
  tariffID: string,
  record: CallRecord,
  seen: { proven: number; kernels: number },
): void {
  const { tables } = book;
  const call = readCall(tables, record, {});
  if (call instanceof Refusal) return;
  const rate = tables.tariffs.get(tariffID)?.resolve(tables.prefixes, -1, 0, 0, call.day) ?? -1;
  if (rate < 0) return;
  const charge = chargeOf(call, true);
  if (measureUsage(tables.rates, rate, charge) !== "charged") return;
  const shape = tables.rates.terms[rate + TERMS.SHAPE] ?? 0;
  const chargeType = CHARGE_TYPES[tables.rates.shapes[shape + SHAPE.CHARGE_TYPE] ?? 0] ?? "perMinute";
  if (isMarkupType(chargeType)) return;
  seen.kernels++;
  if (!isProven(tables.rates, rate, shape, charge)) return;
  seen.proven++;
  const fast = priceFast(tables.rates, rate, shape, charge).map(BigInt);
  expect(fast).toEqual([...priceExactly(tables.rates, rate, rate, charge)]);
}
