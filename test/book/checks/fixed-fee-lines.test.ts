/** R72: lines of fixed fee tariffs that leave open which a charge gets, or that mark up what has no cost. */
import { describe, expect, test } from "vitest";
import type { FixedFeeLine, FixedFeeTariff } from "../../../src/index.ts";
import { problems } from "./check.ts";

function problemsOf(rates: readonly FixedFeeLine[], more: Partial<FixedFeeTariff> = {}): readonly string[] {
  const line = (at: number, own: FixedFeeLine) => ({ description: `line ${at}`, ...own });
  return problems({
    fixedFeeTariffs: [{ id: 1, name: "Fees", ...more, rates: rates.map((own, at) => line(at, own)) }],
  });
}

const LINE: FixedFeeLine = {
  numberTypeIDs: ["SIP", "DDI"],
  carrierIDs: "Northway,Southway",
  chargeKind: "recurring",
  startDate: "2026-01-01",
  endDate: "2026-12-31",
  fixedFeeValue: 10,
};

describe("R72 two own lines for the same charges and dates", () => {
  const alike = [
    "fixedFeeTariffs[0].rates[1]: is for the same charges and dates as rates[0]; remove one of them or give it another startDate",
  ];

  test.each<[string, FixedFeeLine, FixedFeeLine]>([
    ["alike", LINE, LINE],
    ["names in another order, one twice", LINE, { ...LINE, numberTypeIDs: "DDI,SIP,DDI" }],
    ["of another value and type", LINE, { ...LINE, fixedFeeValue: 11, fixedFeeTariffType: "fixed" }],
    ["one without a value", LINE, { ...LINE, fixedFeeValue: null }],
    ["for everything", { fixedFeeValue: 1 }, { featureTypeIDs: [], chargeKind: "", fixedFeeValue: 2 }],
    ["named __proto__", { featureTypeIDs: ["__proto__"] }, { featureTypeIDs: "__proto__" }],
  ])("are a problem: %s", (_, first, second) => {
    expect(problemsOf([first, second])).toEqual(alike);
  });

  test.each<[string, Partial<FixedFeeLine>]>([
    ["another name", { numberTypeIDs: ["SIP"] }],
    ["the same names in another list", { numberTypeIDs: null, serviceTypeIDs: ["SIP", "DDI"] }],
    ["another kind of charge", { chargeKind: "oneOff" }],
    ["both kinds of charge", { chargeKind: null }],
    ["another start", { startDate: "2026-01-02" }],
    ["no end", { endDate: null }],
  ])("are none with %s", (_, other) => {
    expect(problemsOf([LINE, { ...LINE, ...other }])).toEqual([]);
  });

  test("each further one names the first", () => {
    const paths = problemsOf([LINE, LINE, LINE]).map((text) => text.slice(0, text.indexOf(";")));
    expect(paths).toEqual(
      [1, 2].map((at) => `fixedFeeTariffs[0].rates[${at}]: is for the same charges and dates as rates[0]`),
    );
  });

  test("are none in a tariff and its parent, where one replaces the other", () => {
    const parent = { id: 1, name: "Parent", rates: [LINE] };
    const child = { id: 2, name: "Child", parentFixedFeeTariff: 1, rates: [LINE] };
    expect(problems({ fixedFeeTariffs: [parent, child] })).toEqual([]);
  });
});

test("R72 a markup is a problem on a wholesale tariff, where there is no cost to mark up", () => {
  const rates: FixedFeeLine[] = [
    { fixedFeeTariffType: "markup", fixedFeeValue: 35, chargeKind: "oneOff" },
    { fixedFeeTariffType: "fixed", fixedFeeValue: 35 },
  ];
  expect(problemsOf(rates, { retail: "wholesale" })).toEqual([
    "fixedFeeTariffs[0].rates[0].fixedFeeTariffType: is markup in a wholesale tariff, which has no cost to mark up; write fixed or proRata",
  ]);
  expect(problemsOf(rates, { retail: "retail" })).toEqual([]);
  expect(problemsOf(rates)).toEqual([]);
});
