/** R58: from a date, what a tariff's base gives goes on where its base ranked, so that its children stay right. */
import { describe, expect, test } from "vitest";
import {
  applyIncrease,
  type BookData,
  type FixedFeeLine,
  type FixedFeeTariff,
  isActionError,
  openBook,
  quote,
  type Tariff,
} from "../../src/index.ts";

const FAMILY: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [
    {
      id: 1,
      name: "Parent",
      tariffClass: "national",
      baseCost: 5,
      rates: [{ tariffType: "UK", costConnection: 1 }],
    },
    { id: 2, name: "Child", tariffClass: "national", parentTariff: 1, baseCost: 3 },
    { id: 3, name: "Follower", tariffClass: "national", parentTariff: 1 },
  ],
};

/** The book with tariff 1 raised by 3.5 % in all its charges. */
function raised(book: BookData, more: object): BookData {
  const ask = {
    resource: "tariffs",
    id: 1,
    increaseScope: "allCharges",
    increasePercent: "3.5",
  } as const;
  const answer = applyIncrease(book, { ...ask, ...more }, 5);
  if (isActionError(answer)) throw new Error(answer.hint);
  const tariffs = (book.tariffs ?? []).map((own) => (own.id === 1 ? (answer.record as Tariff) : own));
  return { ...book, tariffs };
}

function minuteOf(book: BookData, tariff: string, day: string): string {
  const answer = quote(openBook(book), { tariff, callType: "UK", duration: 60, at: `${day}T10:00:00` });
  return answer.outcome === "rated" ? answer.cost : answer.error;
}

describe("R58 a parent raised from a date", () => {
  const after = raised(FAMILY, { effectiveDate: "2027-04-01" });

  test("leaves a child its own price, and gives it the raised connection that it inherits", () => {
    expect(minuteOf(FAMILY, "Child", "2027-04-01")).toBe("4");
    expect(minuteOf(after, "Child", "2027-03-31")).toBe("4");
    // 3 of its own and 1 + 3.5 %: not the parent's 5 + 3.5 %.
    expect(minuteOf(after, "Child", "2027-04-01")).toBe("4.035");
    expect(minuteOf(after, "Child", "2027-04-01")).toBe(minuteOf(raised(FAMILY, {}), "Child", "2027-04-01"));
  });

  test("is followed by a child without a price of its own", () => {
    expect(minuteOf(after, "Follower", "2027-03-31")).toBe("6");
    expect(minuteOf(after, "Follower", "2027-04-01")).toBe("6.21");
  });

  test("its lines carry no value of its base, which goes on as a base line", () => {
    expect(after.tariffs?.[0]).toMatchObject({
      baseCost: "5",
      rates: [
        { tariffType: "UK", endDate: "2027-03-31", costConnection: "1" },
        { tariffType: "UK", startDate: "2027-04-01", costConnection: "1.035" },
        { base: true, startDate: "2027-04-01", cost: "5.175" },
      ],
    });
  });

  test("keeps what a base line says of calls before a later one hides it, where the later one does not change", () => {
    const freeSince2026 = [
      { base: true, cost: "5" },
      { base: true, startDate: "2026-03-02", cost: "0" },
    ] as const;
    const book = {
      ...FAMILY,
      tariffs: [{ id: 1, name: "T", tariffClass: "national", rates: freeSince2026 }],
    } as const;
    const dated = raised(book, { effectiveDate: "2027-04-01" });
    for (const day of ["2026-03-01", "2026-03-02", "2027-04-01"])
      expect(minuteOf(dated, "T", day)).toBe(minuteOf(book, "T", day));
  });

  test("keeps lines by period for a child that goes by periods, though the parent has one rate for all times", () => {
    const own = { tariffClass: "national" } as const;
    const rates = [{ tariffTime: "Day", cost: 8 }];
    const book: BookData = {
      ...FAMILY,
      ratingPeriods: [{ name: "Day" }],
      tariffs: [
        { ...own, id: 1, name: "Parent", parentTariff: 3, singleRate: true, baseCost: 5 },
        { ...own, id: 2, name: "Child", parentTariff: 1, singleRate: false },
        { ...own, id: 3, name: "Grandparent", rates },
      ],
    };
    const dated = raised(book, { effectiveDate: "2027-04-01" });
    const costs = (tariff: string) => ["2027-03-31", "2027-04-01"].map((day) => minuteOf(dated, tariff, day));
    expect(costs("Parent")).toEqual(["5", "5.175"]);
    expect(costs("Child")).toEqual(["8", "8.28"]);
  });

  test("is raised again from a later date, base line and all", () => {
    const twice = raised(after, { effectiveDate: "2028-04-01" });
    const days = ["2027-03-31", "2027-04-01", "2028-03-31", "2028-04-01"];
    expect(days.map((day) => minuteOf(twice, "Parent", day))).toEqual(["6", "6.21", "6.21", "6.4273"]);
    expect(days.map((day) => minuteOf(twice, "Child", day))).toEqual(["4", "4.035", "4.035", "4.0712"]);
    expect(minuteOf(raised(after, {}), "Parent", "2027-04-01")).toBe("6.4273");
  });

  test("a cost that becomes a percentage with another base goes up only while it is a price", () => {
    const book: BookData = {
      ...FAMILY,
      tariffs: [
        {
          id: 1,
          name: "Parent",
          tariffClass: "national",
          rates: [
            { tariffType: "UK", cost: "10" },
            { base: true, startDate: "2028-01-01", chargeType: "markup" },
          ],
        },
      ],
    };
    const dated = raised(book, { effectiveDate: "2027-04-01" });
    expect(dated.tariffs?.[0]?.rates).toEqual([
      { tariffType: "UK", endDate: "2027-03-31", cost: "10" },
      { tariffType: "UK", startDate: "2027-04-01", endDate: "2027-12-31", cost: "10.35" },
      { tariffType: "UK", startDate: "2028-01-01", cost: "10" },
      { base: true, startDate: "2028-01-01", chargeType: "markup" },
    ]);
  });
});

describe("R58, R72 a fixed fee tariff from a date", () => {
  function linesAfter(rates: readonly FixedFeeLine[], more: BookData["fixedFeeTariffs"] = []): unknown {
    const own = { id: 1, name: "Fees", parentFixedFeeTariff: more?.[0]?.id, rates };
    const answer = applyIncrease(
      { fixedFeeTariffs: [own, ...(more ?? [])] },
      {
        resource: "fixedFeeTariffs",
        id: 1,
        increaseScope: "recurringOnly",
        increasePercent: 10,
        effectiveDate: "2027-04-01",
      },
      5,
    );
    if (isActionError(answer)) throw new Error(answer.hint);
    return (answer.record as FixedFeeTariff).rates;
  }
  const before = { endDate: "2027-03-31" };
  const after = { startDate: "2027-04-01" };

  test("keeps both of two fees that tie, as a tie", () => {
    const fee = { featureTypeIDs: ["Line", "Seat"] };
    const other = { featureTypeIDs: ["Line", "DSL"] };
    expect(
      linesAfter([
        { ...fee, fixedFeeValue: "10" },
        { ...other, fixedFeeValue: "4" },
      ]),
    ).toEqual([
      { ...fee, fixedFeeValue: "10", ...before },
      { ...fee, fixedFeeValue: "11", ...after },
      { ...other, fixedFeeValue: "4", ...before },
      { ...other, fixedFeeValue: "4.4", ...after },
    ]);
  });

  test("is refused where of two fees that tie it would make two that are alike, which no book may have", () => {
    const open = { description: "now", fixedFeeValue: "10" };
    const over = { description: "over", fixedFeeValue: "4", endDate: "2027-03-31" };
    expect(() => linesAfter([open, over])).toThrow(
      'rates[0] and rates[1] of "Fees" fit some charges equally; give one of them other names or another startDate first.',
    );
    expect(linesAfter([open, { ...over, startDate: "2020-01-01" }])).toHaveLength(3);
  });

  test("leaves a line the charges for which none that started later was chosen", () => {
    const old = { featureTypeIDs: ["Line", "Seat"], fixedFeeValue: "10" };
    const newer = { featureTypeIDs: ["Line", "DSL"], fixedFeeValue: "4", startDate: "2027-01-01" };
    expect(linesAfter([old, newer])).toEqual([
      { ...old, ...before },
      { ...old, featureTypeIDs: ["Seat"], fixedFeeValue: "11", ...after },
      { ...newer, ...before },
      { ...newer, fixedFeeValue: "4.4", ...after },
    ]);
  });

  test("keeps an own line before a parent's that started later", () => {
    const parent = { id: 2, name: "Parent", rates: [{ fixedFeeValue: "4", startDate: "2027-01-01" }] };
    expect(linesAfter([{ fixedFeeValue: "10", endDate: "2027-12-31" }], [parent])).toEqual([
      { fixedFeeValue: "10", endDate: "2027-03-31" },
      { fixedFeeValue: "11", startDate: "2027-04-01", endDate: "2027-12-31" },
      { fixedFeeValue: "4.4", startDate: "2028-01-01" },
    ]);
  });
});
