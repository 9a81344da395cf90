/** Live pages as texts: what they carry and leave out, and what they make of it; `npm run test:page` opens them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateCalls, makeBook } from "../../../fixtures/generator/index.mjs";
import {
  type BookData,
  type CallRecord,
  createPreview,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  openBook,
  rateCall,
  rateColumns,
} from "../../../src/index.ts";
import { formatLivePage } from "../../../src/report/index.ts";
import { readMonth } from "../../../src/report/live-page/carried-month.ts";
import { Repricing } from "../../../src/report/live-page/reprice.ts";
import { CALLS, DATA } from "../../preview/sample.ts";
import { runs } from "../../properties/runs.ts";

const book = makeBook({ numbers: 80, seed: 5 });
const GENERATED = { data: book, calls: [...generateCalls({ calls: 1_500, numbers: book.numbers, seed: 5 })] };
const SAMPLE = { data: DATA, calls: CALLS };

function raised(
  data: BookData,
  percentOf: (tariffClass: string) => string,
  scope = "allCharges",
): IncreaseRequest[] {
  return (data.tariffs ?? [])
    .filter(({ retail }) => retail !== "wholesale")
    .map(({ id, tariffClass }) => ({
      resource: "tariffs" as const,
      id,
      increaseScope: scope,
      increasePercent: percentOf(tariffClass),
    }))
    .filter(({ increasePercent }) => increasePercent !== "0");
}

function monthIn(page: string): ReturnType<typeof readMonth> {
  const [, base64 = ""] = /<script type="text\/plain" id="month">([^<]*)<\/script>/.exec(page) ?? [];
  return readMonth(Uint8Array.from(Buffer.from(base64, "base64")));
}

describe.each([
  ["the sample month", SAMPLE],
  ["a generated month", GENERATED],
])("%s", (_, { data, calls }) => {
  test("every percentage of every class gives what a preview of that change gives, to the digit", async () => {
    const page = await formatLivePage(
      data,
      raised(data, () => "3.5"),
      calls,
    );
    const { month, columns } = await monthIn(page);
    const repricing = new Repricing(month, columns);
    const classes = [...new Set((data.tariffs ?? []).map(({ tariffClass }) => tariffClass))];
    const before = openBook(data);
    const percent = fc.oneof(
      fc.constant("0"),
      fc.integer({ min: -99_999_999, max: 1_000_000_000 }).map((millionths) => (millionths / 1e6).toFixed(6)),
    );
    fc.assert(
      fc.property(fc.tuple(...classes.map(() => percent)), (percents) => {
        const percentages = new Map(classes.map((name, at) => [name as string, percents[at] as string]));
        const increased = increaseBook(
          data,
          raised(data, (name) => percentages.get(name) ?? "0"),
          5,
        );
        if (isActionError(increased)) throw new Error(increased.hint);
        const preview = createPreview(before, openBook(increased.book), { examples: 0, movers: 0 });
        for (const call of calls) preview.add(call);
        const { totals, breakdowns } = preview.report();
        const figures = repricing.figures(percentages);
        if (isActionError(figures)) throw new Error(figures.hint);
        expect(figures.totals).toEqual(totals);
        expect(figures.breakdowns.class).toEqual(breakdowns.class);
        expect(figures.breakdowns.customer).toEqual(breakdowns.customer);
      }),
      runs(60),
    );
  });

  test("the rows and the records that it carries cost the same", { tags: "example" }, async () => {
    const { month, columns } = await monthIn(
      await formatLivePage(
        data,
        raised(data, () => "1"),
        calls,
      ),
    );
    const carried = openBook(month.book);
    let rows = 0;
    for (const chunk of columns) {
      const rated = rateColumns(carried, chunk);
      rows += chunk.length;
      for (let row = 0; row < chunk.length; row++) {
        const one = rateCall(carried, chunk.recordOf(row));
        if (one.outcome !== "rated") throw new Error(`row ${row} is not rated from its record`);
        const result = rated.resultAt(row);
        const costs = result.outcome === "rated" ? Object.values(result.units) : [];
        if (String(costs) === String(Object.values(one.units))) continue;
        expect(costs.map(String), `row ${row}`).toEqual(Object.values(one.units).map(String));
      }
    }
    expect(rows).toBeGreaterThan(calls.length * 0.9);
  });

  test("numbers called are cut, ids and what customers tell of themselves are left out", {
    tags: "example",
  }, async () => {
    const { month } = await monthIn(
      await formatLivePage(
        data,
        raised(data, () => "1"),
        calls,
      ),
    );
    const known = new Set([
      ...(data.destinations ?? []).map(({ prefix }) => String(prefix)),
      ...(data.tariffs ?? []).flatMap(({ rates }) => (rates ?? []).map(({ prefix }) => String(prefix ?? ""))),
    ]);
    for (const text of month.externals) expect(known).toContain(text.replace(/^(\+|00)/, ""));
    const text = JSON.stringify(month);
    for (const field of [
      "carrierCallID",
      "aLegID",
      "address1",
      "postcode",
      "accountNumber",
      "serviceCharge",
    ]) {
      expect(text, field).not.toContain(`"${field}"`);
    }
    const whole = JSON.stringify(data);
    expect(text.length).toBeLessThan(whole.length);
  });
});

const HOSTILE = `</script><img src=x onerror="document.title='broken'">`;

describe("a small book", () => {
  const data: BookData = {
    callTypes: [{ name: "UK", tariffClass: "national" }],
    destinations: [{ prefix: "44", tariffType: "UK" }],
    tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: 2 }],
    customers: [{ id: 7, companyName: HOSTILE, defaultNationalTariff: "Business" }],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
  };
  const call: CallRecord = {
    id: 1,
    target: "02079460018",
    external: "02079460123",
    startDate: "2026-10-01",
    startTime: "10:00:00",
    duration: 60,
  };
  const request: IncreaseRequest = {
    resource: "tariffs",
    id: 1,
    increaseScope: "allCharges",
    increasePercent: "10",
  };

  test("names cannot become a part of the page, and only its script may act", async () => {
    const page = await formatLivePage(data, [request], [call, call]);
    // Never the page itself, which a failure would print.
    const [head = "", ...rest] = page.split("<style>");
    expect(page.includes(HOSTILE)).toBe(false);
    expect(page.includes("&lt;/script&gt;&lt;img")).toBe(true);
    expect(head).toContain("default-src 'none'; style-src 'sha256-".replaceAll("'", "&#39;"));
    expect(head).toMatch(/; script-src &#39;sha256-[^;]*&#39; &#39;wasm-unsafe-eval&#39;; img-src data:;/);
    expect(rest.length).toBe(1);
    expect(page.split("<script").length).toBe(3);
  });

  test("calls read before count once, unless they are kept", async () => {
    const calls = [call, call];
    expect((await monthIn(await formatLivePage(data, [request], calls))).month.calls).toBe(1);
    const kept = await formatLivePage(data, [request], calls, { duplicates: "keep" });
    expect((await monthIn(kept)).month.calls).toBe(2);
  });

  test("a tariff has the lines of its own calls and of the tariffs that inherit from it, not those of others", async () => {
    const line = (prefix: string) => ({ tariffType: "UK", prefix, cost: "1" });
    const decks: BookData = {
      callTypes: [{ name: "UK", tariffClass: "national" }],
      destinations: ["441", "442", "443"].map((prefix) => ({ prefix, tariffType: "UK" })),
      tariffs: [
        { id: 1, name: "One", tariffClass: "national", rates: ["441", "442", "443"].map(line) },
        { id: 2, name: "Two", tariffClass: "national", rates: ["441", "442", "443"].map(line) },
        { id: 3, name: "Child", tariffClass: "national", parentTariff: 1 },
      ],
      customers: [
        { id: 1, defaultNationalTariff: "One" },
        { id: 2, defaultNationalTariff: "Two" },
        { id: 3, defaultNationalTariff: "Child" },
      ],
      numbers: [1, 2, 3].map((id) => ({ id, customerID: id, number: `0207946001${id}` })),
    };
    const call = (id: number, external: string): CallRecord => ({
      target: `0207946001${id}`,
      external,
      startDate: "2026-10-05",
      duration: 60,
    });
    const calls = [call(1, "01134960101"), call(2, "0207946001"), call(3, "03069990123")];
    const { month } = await monthIn(
      await formatLivePage(
        decks,
        raised(decks, () => "3.5"),
        calls,
      ),
    );
    const prefixes = month.book.tariffs?.map(({ name, rates }) => [
      name,
      (rates ?? []).map(({ prefix }) => prefix),
    ]);
    expect(prefixes).toEqual([
      ["One", ["441", "443"]],
      ["Two", ["442"]],
      ["Child", []],
    ]);
  });

  test("a charge band of a call that no column holds is carried", async () => {
    const premium: BookData = {
      ...data,
      callTypes: [{ name: "Premium", tariffClass: "national" }],
      destinations: [],
      chargeBands: [{ callCarrier: "Northway", chargeBand: "PR9", tariffType: "Premium" }],
    };
    const banded = (id: number, band: CallRecord): CallRecord => ({
      ...call,
      id,
      carrier: "Northway",
      external: "Zürich",
      ...band,
    });
    const calls = [banded(1, { chargeBand: "PR9" }), banded(2, { tariffTypeCarrier: "PR9" })];
    const { month } = await monthIn(await formatLivePage(premium, [request], calls));
    expect(month.book.chargeBands).toEqual(premium.chargeBands);
  });

  test("a month without a priced call is a page, too", async () => {
    const page = await formatLivePage(data, [request], [{ ...call, target: "nobody" }]);
    expect(page.includes("1 without one")).toBe(true);
    expect(page).toContain("no tariff that rises prices any of these calls");
  });

  test.each([
    ["nothing to raise", [], "needs tariffs"],
    [
      "an amount",
      [{ ...request, increasePercent: null, increaseAmount: "1" }],
      "retail tariffs by a percentage",
    ],
    ["a standard feature", [{ ...request, resource: "standardFeatures" as const }], "retail tariffs"],
    ["two percentages", [request, { ...request, id: 2, increasePercent: "3" }], "increasePercent differs"],
    ["no such tariff", [{ ...request, id: 99 }], "99"],
  ])("is not made for %s", (_, increases, words) => {
    expect(() => formatLivePage(data, increases as IncreaseRequest[], [call])).toThrow(RangeError);
    expect(() => formatLivePage(data, increases as IncreaseRequest[], [call])).toThrow(words);
  });
});
