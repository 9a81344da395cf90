/** What a preview says of the charges of a period is the same whatever runs of charges have written into the book (R65 to R69). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BookData,
  charges,
  type Feature,
  type FixedCharges,
  openBook,
  previewChange,
} from "../../src/index.ts";
import { runs } from "../properties/runs.ts";
import { anyChargesCase } from "../second-opinion/charges/any-charges-book.ts";
import { charges as secondOpinion, withStates } from "../second-opinion/charges/index.ts";
import type { Row } from "../second-opinion/values.ts";
import { withoutState } from "./without-state.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const startDate = "2026-01-01";

const BOOK: BookData = {
  customers: [{ id: 7 }],
  fixedFeeTariffs: [{ id: 1, name: "Fees", rates: [{ fixedFeeValue: "8", chargeKind: "recurring" }] }],
  standardFeatures: [
    { id: 1, name: "Line", serviceCharge: "11.5", connectionCharge: 35 },
    { id: 2, name: "Handset", totalFeatureValue: 120, instalments: 12 },
  ],
};

function fixedCharges(features: readonly Feature[], book: BookData = {}, period = OCTOBER): FixedCharges {
  const opened = openBook({ ...BOOK, ...book, features });
  const report = previewChange(opened, opened, [], { period });
  // R24: a customer of another currency is in the report of that currency.
  const { fixedCharges: fixed } = report.otherCurrencies?.[0] ?? report;
  if (fixed === null) throw new Error("no fixed charges");
  return fixed;
}

/** What falls due of a feature in October, pence. */
function inOctober(feature: Feature, book: BookData = {}): string {
  return fixedCharges([feature], book).total.before;
}

/** Features as charging them for some days leaves them. */
function charged(features: readonly Feature[], from: string, to: string, book: BookData = {}): Feature[] {
  const { features: states } = charges(openBook({ ...BOOK, ...book, features }), from, to);
  return features.map(
    (feature) => ({ ...feature, ...states.find(({ id }) => id === String(feature.id)) }) as Feature,
  );
}

/** A feature as charging it from the year's start until a day leaves it. */
function chargedUntil(to: string, feature: Feature, book: BookData = {}): Feature {
  return charged([feature], "2026-01-01", to, book)[0] as Feature;
}

describe("whatever was charged before", () => {
  test.each(["2026-09-30", "2026-10-31", "2026-12-31"])("a book charged up to %s", (until) => {
    const features: Feature[] = [
      { id: 1, customerID: 7, standardFeature: "Line", startDate: "2026-10-12", featureCount: 2 },
      { id: 2, customerID: 7, serviceCharge: 20, startDate: "2026-04-20", serviceChargeInterval: "Monthly" },
      { id: 3, customerID: 7, standardFeature: "Handset", startDate: "2026-06-20" },
    ];
    expect(fixedCharges(charged(features, "2026-01-01", until))).toEqual(fixedCharges(features));
  });

  test("days left free by a reinstatement stay free", () => {
    const line: Feature = { id: 1, customerID: 7, serviceCharge: 31, startDate };
    const ended = chargedUntil("2026-09-30", { ...line, endDate: "2026-09-20" });
    const { endDate: _end, ...open } = ended;
    const before = { ...open, dueDate: "2026-10-12" } as Feature;
    expect(inOctober(before)).toBe("2000");
    const book = openBook({ ...BOOK, features: [before] });
    const october = charges(book, OCTOBER.from, OCTOBER.to).transactions;
    expect(october.map(({ transactionValue }) => transactionValue)).toEqual(["20"]);
    expect(inOctober(chargedUntil(OCTOBER.to, before))).toBe("2000");
  });

  test.each([
    // 20 days of October, 21 of November, December.
    ["Calendar Monthly", ["-32.65", "64.4", "92"], { october: "5935", november: "6440", quarter: "21575" }],
    // 72 of 92 days, all of which fall due on the first of October.
    ["Calendar Quarterly", ["-72", "52"], { october: "7200", november: "5200", quarter: "7200" }],
  ])("days between an end and a reinstatement in the period stay free, %s", (interval, values, expected) => {
    const line: Feature = {
      id: 1,
      customerID: 7,
      serviceCharge: 92,
      startDate: "2026-07-01",
      serviceChargeInterval: interval,
    };
    const made: string[] = [];
    const run = (feature: Feature, from: string, to: string): Feature => {
      const { transactions } = charges(openBook({ ...BOOK, features: [feature] }), from, to);
      made.push(...transactions.map(({ transactionValue }) => transactionValue));
      return charged([feature], from, to)[0] as Feature;
    };
    const october = chargedUntil("2026-10-05", line);
    const { endDate: _end, ...ended } = run(
      { ...october, endDate: "2026-10-20" },
      "2026-10-06",
      "2026-10-31",
    );
    const reinstated = { ...ended, dueDate: "2026-11-10" };
    const december = run(reinstated, "2026-11-01", "2026-12-31");
    expect(made).toEqual(values);
    const november = { from: "2026-11-01", to: "2026-11-30" };
    const quarter = { from: "2026-10-01", to: "2026-12-31" };
    for (const feature of [reinstated, december]) {
      expect(inOctober(feature)).toBe(expected.october);
      expect(fixedCharges([feature], {}, november).total.before).toBe(expected.november);
      expect(fixedCharges([feature], {}, quarter).total.before).toBe(expected.quarter);
    }
  });

  test("of a feature that was charged from a dueDate on, the days before it and its connection are not told", () => {
    const line: Feature = { id: 1, customerID: 7, standardFeature: "Line", startDate: "2026-10-01" };
    // 20 of 31 days.
    expect(inOctober(chargedUntil(OCTOBER.to, { ...line, dueDate: "2026-10-12" }))).toBe("742");
  });

  test("a year charged in advance whose price begins within it falls due with the year", () => {
    const line: Feature = {
      id: 1,
      customerID: 7,
      serviceChargeInterval: "Calendar Annually",
      startDate: "2025-06-01",
      datedChanges: [{ date: "2026-12-31", serviceCharge: 365 }],
    };
    const book = { chargesFrom: "2026-01-01" };
    const january = { from: "2026-01-01", to: "2026-01-31" };
    const after = chargedUntil(january.to, line, book);
    expect(after.chargesMade?.map(({ value }) => value)).toEqual(["1"]);
    expect(fixedCharges([line], book, january).total.before).toBe("100");
    expect(fixedCharges([after], book, january).total.before).toBe("100");
  });

  test("a year in arrears of a customer whose fixed fee tariff has an error for the one-off of a year ago", () => {
    const book: BookData = {
      chargesFrom: OCTOBER.from,
      customers: [{ id: 7, currency: "EUR", fixedFeeTariff: "Fees" }],
      serviceChargeIntervals: [{ name: "Year after", every: 1, unit: "years", timing: "arrears" }],
    };
    const line: Feature = {
      id: 1,
      customerID: 7,
      startDate: "2025-10-15",
      serviceCharge: 365,
      serviceChargeInterval: "Year after",
    };
    expect(inOctober(line, book)).toBe("36500");
    expect(inOctober(chargedUntil(OCTOBER.to, line, book), book)).toBe("36500");
  });

  test("a connection, where the first price is dated in a later period", () => {
    const line: Feature = {
      id: 1,
      customerID: 7,
      startDate: "2026-10-05",
      connectionCharge: 40,
      datedChanges: [{ date: "2026-12-15", serviceCharge: 31 }],
    };
    expect(inOctober(line)).toBe("4000");
    expect(inOctober(chargedUntil("2026-12-31", line))).toBe("4000");
  });

  test.each(["2026-09-30", "2026-10-31", "2026-12-31"])(
    "instalments of a feature with a connection charge, charged up to %s",
    (until) => {
      const handset: Feature = {
        id: 1,
        customerID: 7,
        standardFeature: "Handset",
        connectionCharge: 10,
        startDate: "2026-06-20",
      };
      expect(inOctober(chargedUntil(until, handset))).toBe("1000");
    },
  );

  const phone = { id: 1, customerID: 7, startDate: "2026-06-20", serviceChargeInterval: "Monthly" };

  test.each<[what: string, fields: Partial<Feature>, pounds: string, pence: string]>([
    [
      "66.66 for four of six",
      { totalFeatureValue: 100, instalments: 6, totalValueCharged: "66.66" },
      "16.67",
      "1667",
    ],
    [
      "40 for four of a total that was 120",
      { totalFeatureValue: 132, instalments: 12, totalValueCharged: "40" },
      "15",
      "1500",
    ],
  ])("instalments make up for what was charged: %s", (_what, fields, pounds, pence) => {
    for (const dueDate of [undefined, "2026-10-20"]) {
      const handset: Feature = { ...phone, ...fields, ...(dueDate !== undefined && { dueDate }) };
      const book = openBook({ ...BOOK, chargesFrom: OCTOBER.from, features: [handset] });
      const { transactions } = charges(book, OCTOBER.from, OCTOBER.to);
      expect(transactions.map(({ transactionValue }) => transactionValue)).toEqual([pounds]);
      expect(inOctober(handset)).toBe(pence);
    }
  });

  test.each<[what: string, change: Partial<Feature>, pounds: readonly string[], pence: string]>([
    // 240 − 40, of which 160 are what 8 of 12 of two come to.
    ["another count", { featureCount: 2 }, ["200"], "20000"],
    ["a higher total", { totalFeatureValue: 132 }, ["92"], "9200"],
    // 40 were charged of what is 36 now.
    ["a lower total", { totalFeatureValue: 36 }, [], "0"],
  ])("what an end leaves makes up for %s", (_what, change, pounds, pence) => {
    const ended: Feature = { ...phone, totalFeatureValue: 120, instalments: 12, endDate: "2026-10-10" };
    const changed: Feature = { ...chargedUntil("2026-09-30", ended), ...change };
    expect(changed).toMatchObject({
      totalValueCharged: "40",
      totalValueRemaining: "80",
      dueDate: "2026-10-20",
    });
    const { transactions } = charges(openBook({ ...BOOK, features: [changed] }), OCTOBER.from, OCTOBER.to);
    expect(transactions.map(({ transactionValue }) => transactionValue)).toEqual(pounds);
    expect(inOctober(changed)).toBe(pence);
    // Behind the run that charged it, it is told from the total.
    const unchanged = { ...phone, totalFeatureValue: 120, instalments: 12, endDate: "2026-10-10" };
    expect(inOctober(chargedUntil(OCTOBER.to, unchanged))).toBe("8000");
  });

  test("where all instalments were charged before, an end leaves what a higher count makes of them", () => {
    const paid: Feature = {
      ...phone,
      totalFeatureValue: 40,
      instalments: 4,
      featureCount: 2,
      totalValueCharged: "40",
      totalValueRemaining: "0",
      dueDate: "2026-10-20",
      endDate: "2026-10-10",
    };
    const { transactions } = charges(openBook({ ...BOOK, features: [paid] }), OCTOBER.from, OCTOBER.to);
    expect(transactions.map(({ transactionValue }) => transactionValue)).toEqual(["40"]);
    expect(inOctober(paid)).toBe("4000");
  });

  test("an end that is taken back once what it left was charged leaves nothing to come, as in charging", () => {
    const handset: Feature = { ...phone, totalFeatureValue: 120, instalments: 12 };
    const ended = chargedUntil("2026-09-30", { ...handset, endDate: "2026-09-25" });
    expect(ended).toMatchObject({ totalValueCharged: "120", totalValueRemaining: "0" });
    const { endDate: _end, ...reinstated } = ended;
    const { transactions } = charges(
      openBook({ ...BOOK, features: [reinstated] }),
      OCTOBER.from,
      "2027-06-30",
    );
    expect(transactions).toEqual([]);
    expect(inOctober(reinstated)).toBe("0");
    const later = charged([reinstated], OCTOBER.from, OCTOBER.to)[0] as Feature;
    const november = { from: "2026-11-01", to: "2026-11-30" };
    expect(fixedCharges([later], {}, november).total.before).toBe("0");
  });

  test("the last instalment is told from the total where it was charged", () => {
    const fields = {
      totalFeatureValue: 100,
      instalments: 5,
      totalValueCharged: "100",
      dueDate: "2026-11-20",
    };
    expect(inOctober({ ...phone, ...fields })).toBe("2000");
  });

  test("a monthly charge that only the other book has, of a feature with a connection charge", () => {
    const template = { id: 1, name: "Connected", connectionCharge: 35 };
    const connected: Feature = { id: 1, customerID: 7, standardFeature: "Connected", startDate };
    const after = chargedUntil(OCTOBER.to, connected, { standardFeatures: [template] });
    const monthly = { standardFeatures: [{ ...template, serviceCharge: 3 }] };
    expect(inOctober(connected, monthly)).toBe("300");
    expect(inOctober(after, monthly)).toBe("300");
  });

  test("an error of a feature that was charged to its end", () => {
    const line: Feature = {
      id: 1,
      customerID: 7,
      standardFeature: "Line",
      startDate,
      endDate: "2026-10-10",
      serviceChargeInterval: "Fortnightly",
    };
    const book: BookData = { serviceChargeIntervals: [{ name: "Fortnightly", every: 2, unit: "weeks" }] };
    const after = chargedUntil(OCTOBER.to, line, book);
    expect(after.dueDate).toBe("2026-10-11");
    // In a book without the interval.
    for (const feature of [line, after]) {
      const { inError } = fixedCharges([feature]);
      expect(inError).toMatchObject([{ featureID: "1", before: { error: "unknown-interval" } }]);
    }
  });

  test("property: each side is what charges gives for a book whose charges begin with the period", () => {
    fc.assert(
      fc.property(anyChargesCase(6), ({ book, first: [from, to], second }) => {
        const opened = openBook(book as BookData);
        const currencies = new Map(
          (book.customers as Row[]).map(({ id, currency }) => [
            String(id),
            currency ?? opened.settings.currency,
          ]),
        );
        const expected = (data: Row): Record<string, bigint> => {
          const sums: Record<string, bigint> = {};
          for (const one of secondOpinion({ ...data, chargesFrom: from }, from, to).transactions) {
            const currency = String(currencies.get(String(one.customerID)) ?? opened.settings.currency);
            sums[currency] = (sums[currency] ?? 0n) + millionths(String(one.transactionValue));
          }
          return withoutZeros(sums);
        };
        const { currencyDecimals } = opened.settings;
        const previewed = (data: Row): Record<string, bigint> => {
          const one = openBook(data as BookData);
          const report = previewChange(one, one, [], { period: { from, to } });
          const sums = [report, ...(report.otherCurrencies ?? [])].map(
            ({ currency, fixedCharges: fixed }) => [
              currency,
              millionths(fixed?.total.before ?? "") / 10n ** BigInt(currencyDecimals),
            ],
          );
          return withoutZeros(Object.fromEntries(sums));
        };
        const fresh = withoutState(book);
        expect(previewed(fresh)).toEqual(expected(fresh));
        // What runs wrote into the book makes no difference, but for committed counts: those of later days under
        // `peak`, and those of earlier ones.
        for (const { chargesFrom, autos } of [
          { chargesFrom: from, autos: ["peak"] },
          { chargesFrom: null, autos: ["peak", "initial"] },
        ]) {
          const free = withoutCommitting(fresh, autos);
          const { features } = secondOpinion({ ...free, chargesFrom }, from, second[1]);
          expect(previewed(withStates(free, features))).toEqual(previewed(free));
        }
      }),
      runs(300),
    );
  });
});

function withoutZeros(sums: Readonly<Record<string, bigint>>): Record<string, bigint> {
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

/** A book without some ways of committing to a count. */
function withoutCommitting(book: Row, autos: readonly string[]): Row {
  return JSON.parse(JSON.stringify(book), (name, value) =>
    name === "featureCountCommittedAuto" && autos.includes(value) ? undefined : value,
  );
}

function millionths(text: string): bigint {
  const [whole = "0", places = ""] = text.replace("-", "").split(".");
  const units = BigInt(whole) * 1_000_000n + BigInt(places.padEnd(6, "0").slice(0, 6));
  return text.startsWith("-") ? -units : units;
}
