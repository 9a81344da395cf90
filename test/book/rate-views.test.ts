/** R25, R26: what views tell apart, and how much they keep. */
import { describe, expect, test } from "vitest";
import type { LineConditions } from "../../src/book/tariffs/line-index.ts";
import { RateViews, type ViewedTariff } from "../../src/book/tariffs/rate-views.ts";
import { JavaScriptMemory, tables } from "../../src/kernel/index.ts";

const { NO_VIEW, UNKNOWN_CELL } = tables;

function tariff(conditions: Partial<LineConditions>, singleRate = false, byteLength = 0): ViewedTariff {
  const all = { asksCallType: false, asksPeriod: false, changes: [], ...conditions };
  return { conditions: all, settings: { singleRate }, byteLength };
}

const memory = new JavaScriptMemory(new ArrayBuffer(8));

/** Views of a book with three rating periods. */
function viewsOf(tariffs: readonly ViewedTariff[], prefixes = 10, callTypes = 10): RateViews {
  return new RateViews(memory, tariffs, { prefixes, periods: 3, callTypes });
}

/** A cell of the views made last. */
function cellAt(place: number): number {
  const { workI32s } = memory.views;
  return workI32s[((workI32s[tables.WORK_CELLS >> 2] as number) >> 2) + place] as number;
}

/** What a known cell stands for. */
function rateInCell(cell: number): number {
  return cell < 0 ? cell : cell - 1;
}

describe("R26 calls share a view only where the lines ask nothing that tells them apart", () => {
  test("nothing asked: one view for all calls of the tariff, none for two tariffs", () => {
    const views = viewsOf([tariff({}), tariff({})]);
    const view = views.viewFor(0, 1, 2, 20_000);
    expect(views.viewFor(0, 5, -2, 7)).toBe(view);
    expect(views.viewFor(1, 1, 2, 20_000)).not.toBe(view);
  });

  test("call types and periods, the unnamed among them", () => {
    const views = viewsOf([tariff({ asksCallType: true, asksPeriod: true })]);
    const kinds = [-2, 0, 1, 7].flatMap((type) => [-2, 0, 1, 2].map((period) => [type, period] as const));
    const found = kinds.map(([type, period]) => views.viewFor(0, type, period, 20_000));
    expect(new Set(found).size).toBe(kinds.length);
    expect(kinds.map(([type, period]) => views.viewFor(0, type, period, 20_001))).toEqual(found);
  });

  test("R23 a tariff of a single rate asks for no period", () => {
    const views = viewsOf([tariff({ asksPeriod: true }, true)]);
    expect(views.viewFor(0, 0, 1, 20_000)).toBe(views.viewFor(0, 0, 2, 20_000));
  });

  test("days, from one change to the day before the next", () => {
    const views = viewsOf([tariff({ changes: [100, 200] })]);
    const at = (day: number): number => views.viewFor(0, 0, 0, day);
    expect(new Set([at(99), at(100), at(200)]).size).toBe(3);
    expect([at(0), at(199), at(47_000)]).toEqual([at(99), at(100), at(200)]);
  });
});

test("R26 a rate is found again as it was, the lack of one too, and no prefix's is another's", () => {
  const views = viewsOf([tariff({})]);
  const view = views.viewFor(0, 0, 0, 0);
  const rates = [0, 40, -1, -41, 10];
  for (const [at, rate] of rates.entries()) views.put(view, at - 1, rate);
  const cells = rates.map((_, at) => cellAt(view + at));
  expect(cells).not.toContain(UNKNOWN_CELL);
  expect(cells.map(rateInCell)).toEqual(rates);
  expect(cellAt(view + rates.length)).toBe(UNKNOWN_CELL);
});

test("a view is filled once, when one prefix in 64 was asked for", () => {
  const views = viewsOf([tariff({})], 130);
  const view = views.viewFor(0, 0, 0, 0);
  expect([1, 2, 3, 4].map(() => views.isWorthFilling(view))).toEqual([false, false, true, false]);
  expect(views.isWorthFilling(NO_VIEW)).toBe(false);
  const rates = Array.from({ length: 131 }, (_, at) => (at % 3 === 0 ? -1 - at : at));
  views.fill(view, Int32Array.from(rates));
  expect(rates.map((_, at) => rateInCell(cellAt(view + at)))).toEqual(rates);
});

describe("views are kept only so far", () => {
  test("a quarter of a million cells for a small book", () => {
    const views = viewsOf([tariff({ asksPeriod: true })], 99_999);
    expect([0, 1].map((period) => views.viewFor(0, 0, period, 0))).toEqual([1, 100_001]);
    views.put(100_001, 99_998, 7);
    expect(views.viewFor(0, 0, 2, 0)).toBe(NO_VIEW);
    // What there is stays.
    expect(views.viewFor(0, 0, 1, 0)).toBe(100_001);
    expect(rateInCell(cellAt(200_000))).toBe(7);
  });

  test("as many more as the tariffs' own tables have", () => {
    const views = viewsOf([tariff({ asksPeriod: true }, false, 400_000)], 99_999);
    expect(views.viewFor(0, 0, 0, 0)).toBe(1);
    expect(views.viewFor(0, 0, 1, 0)).toBe(100_001);
    expect(views.viewFor(0, 0, 2, 0)).toBe(200_001);
    expect(views.viewFor(0, 0, -2, 0)).toBe(NO_VIEW);
  });

  test("none for a tariff that changes from day to day, or for call types without end", () => {
    const changes = Array.from({ length: 17 }, (_, at) => at);
    const views = viewsOf([tariff({ changes }), tariff({ asksCallType: true }), tariff({})], 10, 20_000);
    expect(views.viewFor(0, 0, 0, 0)).toBe(NO_VIEW);
    expect(views.viewFor(1, 4, 0, 0)).toBe(NO_VIEW);
    expect(views.viewFor(2, 4, 0, 0)).not.toBe(NO_VIEW);
  });

  test("a tariff is asked for its conditions once, whether it has views or not", () => {
    const asked = [0, 0];
    const counted = [3, 17].map((length, at): ViewedTariff => {
      const { conditions, ...others } = tariff({ changes: Array.from({ length }, (_, day) => day) });
      return {
        ...others,
        get conditions() {
          asked[at] = (asked[at] as number) + 1;
          return conditions;
        },
      };
    });
    const views = viewsOf(counted);
    for (let day = 0; day < 20; day++) {
      for (const at of counted.keys()) views.viewFor(at, 0, 0, day);
    }
    expect(asked).toEqual([1, 1]);
  });
});
