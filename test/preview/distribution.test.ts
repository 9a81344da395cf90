/** How a change spreads over the customers: bands that follow the data (R16). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumAmounts } from "../../src/index.ts";
import { distributionOf } from "../../src/preview/distribution.ts";
import { runs } from "../properties/runs.ts";

const PENNY = 10n ** 12n;

type Pence = readonly [before: number, after: number];

function spread(customers: readonly Pence[]) {
  return distributionOf(
    customers.map(([before, after]) => ({ before: BigInt(before) * PENNY, after: BigInt(after) * PENNY })),
  );
}

/** Bands as `from…to: customers`. */
function words(bands: ReturnType<typeof spread>["percent"]): readonly string[] {
  return bands.map(({ from, to, customers }) => `${from ?? ""}…${to ?? ""}: ${customers}`);
}

describe("the bands of a distribution", () => {
  test.each<
    [what: string, customers: readonly Pence[], percent: readonly string[], amount: readonly string[]]
  >([
    ["nobody", [], [], []],
    ["no change", [[100, 100]], ["0…0: 1"], ["0…0: 1"]],
    [
      "rises beside one another",
      [
        [1000, 1031],
        [1000, 1034],
        [1000, 1035],
      ],
      [
        "3.05…3.1: 1",
        "3.1…3.15: 0",
        "3.15…3.2: 0",
        "3.2…3.25: 0",
        "3.25…3.3: 0",
        "3.3…3.35: 0",
        "3.35…3.4: 1",
        "3.4…3.45: 0",
        "3.45…3.5: 1",
      ],
      ["30…31: 1", "31…32: 0", "32…33: 0", "33…34: 1", "34…35: 1"],
    ],
    [
      "a fall, a rise and neither",
      [
        [100, 98],
        [100, 100],
        [100, 102],
      ],
      [
        "-2…-1.5: 1",
        "-1.5…-1: 0",
        "-1…-0.5: 0",
        "-0.5…0: 0",
        "0…0: 1",
        "0…0.5: 0",
        "0.5…1: 0",
        "1…1.5: 0",
        "1.5…2: 1",
      ],
      ["-2…-1: 1", "-1…0: 0", "0…0: 1", "0…1: 0", "1…2: 1"],
    ],
    [
      "nothing before",
      [
        [0, 5],
        [0, 0],
      ],
      ["0…0: 1"],
      ["0…0: 1", "0…1: 0", "1…2: 0", "2…3: 0", "3…4: 0", "4…5: 1"],
    ],
    ["a credit that shrinks", [[-100, -99]], ["0.99…1: 1"], ["0…1: 1"]],
  ])("%s", (_what, customers, percent, amount) => {
    const found = spread(customers);
    expect(words(found.percent)).toEqual(percent);
    expect(words(found.amount)).toEqual(amount);
    expect(found.withoutPercent.customers).toBe(
      customers.filter(([before, after]) => before === 0 && after !== 0).length,
    );
  });

  test("a hair beyond an edge is beyond it: bands are decided exactly", () => {
    const many = [101, 104].map((after) => ({ before: 100n * PENNY, after: BigInt(after) * PENNY }));
    const edge = { before: 100n * PENNY, after: 103n * PENNY };
    const bandOf = (own: typeof edge) =>
      distributionOf([...many, own]).amount.filter(({ from, to }) => from === "2" || to === "4");
    expect(bandOf(edge).map(({ customers }) => customers)).toEqual([1, 1]);
    expect(bandOf({ ...edge, after: edge.after + 1n }).map(({ customers }) => customers)).toEqual([0, 2]);
  });

  test("one customer far away from all others does not squeeze them into one band", () => {
    const customers: Pence[] = Array.from({ length: 200 }, (_, at) => [1000, 1030 + (at % 10)]);
    const { percent } = spread([...customers, [1000, 9000]]);
    expect(percent.filter((band) => band.customers > 0).length).toBeGreaterThan(8);
    expect(percent.at(-1)).toMatchObject({ from: "3.9", to: null, customers: 1 });
  });

  test("every customer is in one band, whose edges hold its change; some ten bands, in order", () => {
    const pence = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(pence, pence), { maxLength: 120 }), (customers) => {
        const found = spread(customers);
        for (const [bands, changes] of [
          [found.amount, customers.map(([before, after]) => after - before)],
          [
            found.percent,
            customers
              .filter(([before, after]) => before !== 0 || after === 0)
              .map(([before, after]) => (before === 0 ? 0 : ((after - before) * 100) / Math.abs(before))),
          ],
        ] as const) {
          expect(bands.length).toBeLessThanOrEqual(14);
          expect(bands.reduce((sum, band) => sum + band.customers, 0)).toBe(changes.length);
          for (const { from, to, customers: count } of bands) {
            const [low, high] = [Number(from ?? -Infinity), Number(to ?? Infinity)];
            const inside = changes.filter((change) =>
              low === 0 && high === 0
                ? change === 0
                : change > 0
                  ? change > low && change <= high
                  : change < 0 && change >= low && change < high,
            );
            expect(inside.length, `${from}…${to}`).toBe(count);
          }
        }
        expect(sumAmounts(found.amount.map(({ difference }) => difference))).toBe(
          String(customers.reduce((sum, [before, after]) => sum + after - before, 0)),
        );
      }),
      runs(300),
    );
  });
});
