/**
 * R60 and R79 at their limits: names like any other, histories and ranges as long as may be, days at the ends of the
 * calendar, records that throw. Nothing throws but a book that cannot be read; every feature is charged, not due or in error.
 */
import { describe, expect, test } from "vitest";
import {
  type BookData,
  BookError,
  type Charged,
  charges,
  type Feature,
  invoices,
  openBook,
  sumAmounts,
} from "../../src/index.ts";
import { hostileProxy, revokedProxy, THROWING_AMOUNT, withThrowingField } from "../model/hostile.ts";

const DAILY = { name: "Daily", every: 1, unit: "days" } as const;

function bookOf(feature: Partial<Feature>, book: BookData = {}): BookData {
  return {
    customers: [{ id: 1 }],
    serviceChargeIntervals: [DAILY],
    ...book,
    features: [{ id: 12, customerID: 1, ...feature }],
  };
}

/** The book with what a run gave laid over, as it comes back from a server's store. */
function stored(book: BookData, { features }: Charged, more: Partial<Feature> = {}): BookData {
  const states = new Map(
    (JSON.parse(JSON.stringify(features)) as Charged["features"]).map((state) => [state.id, state]),
  );
  const next = (book.features ?? []).map((own) => ({
    ...own,
    ...states.get(String(own.id)),
    ...more,
    id: own.id,
  }));
  return { ...book, features: next as readonly Feature[] };
}

const run = (book: BookData, from: string, to: string): Charged => charges(openBook(book), from, to);
const values = ({ transactions }: Charged): string[] => transactions.map((own) => own.transactionValue);
const codes = ({ errors }: Charged): string[] => errors.map(({ error, field }) => `${error} ${field}`);

describe("R2, R60 names like any other", () => {
  const NAME = "__proto__";
  const book: BookData = {
    customers: [{ id: NAME }],
    numbers: [{ id: "constructor", customerID: NAME, number: "020 7946 0001" }],
    serviceChargeIntervals: [{ name: NAME, every: 1, unit: "months", timing: "arrears" }],
    featureDiscountSchemes: [{ name: NAME, recurringType: "percent", recurringValue: 50 }],
    featureTypes: [{ id: NAME, featureTypeName: NAME, serviceTransactionType: "toString" }],
    transactionTypes: [{ id: NAME, transactionTypeName: "toString", defaultTransactionCarrier: NAME }],
    standardFeatures: [{ id: NAME, name: NAME, featureType: NAME, initialFeatureDiscountScheme: NAME }],
    fixedFeeTariffs: [
      {
        id: NAME,
        name: NAME,
        rates: [{ featureTypeIDs: [NAME], chargeKind: "recurring", fixedFeeValue: 30 }],
      },
      {
        id: "valueOf",
        name: NAME,
        retail: "wholesale",
        wholesaleForCarrierIDs: [NAME],
        rates: [{ fixedFeeValue: 8 }],
      },
    ],
    features: [
      {
        id: NAME,
        numberID: "constructor",
        standardFeature: NAME,
        fixedFeeTariff: NAME,
        serviceChargeInterval: NAME,
        startDate: "2026-06-01",
      },
    ],
  };

  test("are found in every list, and the state goes by them", () => {
    const june = run(book, "2026-06-01", "2026-07-31");
    expect(june).toMatchObject({
      transactions: [
        {
          customerID: NAME,
          featureID: NAME,
          transactionDate: "2026-07-01",
          transactionValue: "15",
          transactionValueCarrier: "8",
        },
      ],
      features: [{ id: NAME, dueDate: "2026-07-01" }],
      errors: [],
    });
    expect(run(stored(book, june), "2026-06-01", "2026-07-31").transactions).toEqual([]);
    expect(Object.prototype).not.toHaveProperty("dueDate");
  });

  test("that the book lacks are told, though every object has them", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(
        codes(
          run(
            bookOf({ startDate: "2026-06-01", serviceCharge: 1, serviceChargeInterval: name }),
            "2026-06-01",
            "2026-06-30",
          ),
        ),
      ).toEqual(["unknown-interval serviceChargeInterval"]);
      expect(
        codes(
          run(
            bookOf({ startDate: "2026-06-01", serviceCharge: 1, ongoingFeatureDiscountScheme: name }),
            "2026-06-01",
            "2026-06-30",
          ),
        ),
      ).toEqual(["unknown-scheme ongoingFeatureDiscountScheme"]);
    }
  });

  test("are no keys of a record: such a book does not open", () => {
    const changes = JSON.parse(
      '[{ "date": "2026-06-01", "featureCount": 2, "__proto__": { "serviceCharge": 1 } }]',
    );
    expect(() => openBook(bookOf({ startDate: "2026-06-01", datedChanges: changes }))).toThrow(BookError);
  });
});

describe("R60 as much as may be", () => {
  const day = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);
  const FIRST = Date.parse("1999-01-01") / 86_400_000;
  const changes = Array.from({ length: 10_000 }, (_, at) => ({
    date: day(FIRST + at),
    featureCount: (at % 7) + 1,
    serviceCharge: `${at % 100}.${String(at % 97).padStart(2, "0")}`,
  }));

  test("10,000 dated changes are charged day by day, one more is no book", () => {
    const feature: Partial<Feature> = {
      startDate: "1999-01-01",
      datedChanges: changes,
      serviceChargeInterval: "Daily",
      dueDate: "2024-01-01",
    };
    const charged = run(bookOf(feature), "2024-01-01", "2026-05-18");
    const wanted = changes
      .filter(({ date }) => date >= "2024-01-01" && date <= "2026-05-18")
      .map((own) => sumAmounts(Array.from({ length: own.featureCount }, () => own.serviceCharge)));
    expect(values(charged)).toEqual(wanted);
    const more = [...changes, { date: "2030-01-01", featureCount: 1 }];
    expect(() => openBook(bookOf({ datedChanges: more }))).toThrow(/features\[0\]\.datedChanges/);
  });

  test("10,000 dated changes within what is charged are one correction a period, and sum to the share", () => {
    const book = bookOf({ startDate: "1999-01-01", serviceCharge: 31, featureCount: 1 });
    const first = run(book, "1999-01-01", "2009-01-01");
    const again = run(stored(book, first, { datedChanges: changes }), "2009-01-02", "2009-01-02");
    expect(new Set(again.transactions.map((own) => own.transactionSource))).toEqual(new Set(["correction"]));
    const january = [...first.transactions, ...again.transactions].filter(
      (own) => own.transactionStartDate < "1999-02-01",
    );
    const share =
      changes.slice(0, 31).reduce((sum, own) => sum + own.featureCount * Number(own.serviceCharge), 0) / 31;
    expect(sumAmounts(january.map((own) => own.transactionValue))).toBe(
      String(Math.round(share * 100) / 100),
    );
  });

  test("R63, R69 years of days under a peak that fell behind are looked through once, not for each new charge", () => {
    const feature: Partial<Feature> = {
      startDate: "2015-01-01",
      serviceCharge: 3,
      featureCount: 10,
      featureCountCommittedAuto: "peak",
      serviceChargeInterval: "Daily",
    };
    const first = run(bookOf(feature), "2015-01-01", "2021-10-31");
    // The count of every charged day is another one, and what is billed for it is not.
    const fallen = [{ date: "2015-01-01", featureCount: 5 }];
    const next = run(stored(bookOf(feature), first, { datedChanges: fallen }), "2021-11-01", "2028-08-31");
    expect(first.transactions).toHaveLength(2_496);
    expect(next.transactions).toHaveLength(2_496);
    expect(new Set(values(next))).toEqual(new Set(["30"]));
  });

  test("5,000 transactions and records, and not one more", () => {
    const feature: Partial<Feature> = {
      startDate: "2012-01-01",
      serviceCharge: "0.10",
      serviceChargeInterval: "Daily",
    };
    const most = run(bookOf(feature), "2016-01-01", "2025-09-08");
    expect(most.transactions).toHaveLength(5_000);
    expect(most.features[0]?.chargesMade).toHaveLength(5_000);
    // 3,660 days, and a day too many.
    expect(codes(run(bookOf(feature), "2015-09-03", "2025-09-09"))).toEqual(["too-many-charges dueDate"]);
    const left = stored(bookOf(feature), most);
    const next = run(left, "2025-09-09", "2025-09-09");
    expect([values(next), next.features, codes(next)]).toEqual([[], [], ["too-many-charges chargesMade"]]);
    // What is recorded is put right all the same.
    const ended = run(stored(bookOf(feature), most, { endDate: "2025-09-01" }), "2025-09-09", "2025-09-09");
    expect(values(ended)).toEqual(Array.from({ length: 7 }, () => "-0.1"));
    expect(() => openBook(left)).not.toThrow();
  });

  test("a range of 3,660 days, and no more", () => {
    const book = openBook(bookOf({ startDate: "2026-01-01", serviceCharge: 1 }));
    expect(() => charges(book, "2016-01-01", "2026-01-08")).toThrow(RangeError);
    expect(values(charges(book, "2016-01-01", "2026-01-07"))).toEqual(["1"]);
  });
});

describe("R65 the ends of the calendar", () => {
  const MONTHLY = { serviceChargeInterval: "Monthly" };
  test.each([
    ["the last month", { startDate: "9999-11-15" }, "9999-11-01", ["5.33", "10"]],
    [
      "the last month, of periods of its own",
      { startDate: "9999-11-15", ...MONTHLY },
      "9999-11-01",
      ["10", "10"],
    ],
    ["the last day", { startDate: "9999-12-30", serviceChargeInterval: "Daily" }, "9999-11-01", ["10", "10"]],
    ["an end on the last day", { startDate: "9999-12-01", endDate: "9999-12-31" }, "9999-12-01", ["10"]],
    ["instalments beyond it", { startDate: "9999-12-01", instalments: 3 }, "9999-12-01", ["10"]],
  ] as const)("%s is charged, and the state can be read again", (_, feature, from, wanted) => {
    const book = bookOf({ serviceCharge: 10, ...feature });
    const charged = run(book, from, "9999-12-31");
    expect([values(charged), codes(charged)]).toEqual([wanted, []]);
    const again = run(stored(book, charged), from, "9999-12-31");
    expect([again.transactions, codes(again)]).toEqual([[], []]);
  });

  test("the first year is charged as any other, and from then to now are too many", () => {
    const book = bookOf({ serviceCharge: 10, startDate: "0001-01-31", ...MONTHLY });
    const charged = run(book, "0001-01-01", "0001-12-31");
    expect(charged.transactions.map((own) => own.transactionDate).slice(0, 3)).toEqual([
      "0001-01-31",
      "0001-02-28",
      "0001-03-31",
    ]);
    expect(codes(run(book, "2026-01-01", "2026-01-31"))).toEqual(["too-many-charges dueDate"]);
  });
});

describe("R2 records that throw when they are read", () => {
  const feature = { id: 12, customerID: 1, startDate: "2026-06-01", serviceCharge: 30 };
  const part = {
    startDate: "2026-06-01",
    endDate: "2026-06-30",
    count: 1,
    billed: 1,
    price: 30,
    net: 30,
    carrier: null,
  };
  const made = {
    source: "recurring",
    periodStart: "2026-06-01",
    periodEnd: "2026-06-30",
    fixed: false,
    value: 30,
    valueCarrier: null,
    parts: [part],
  };
  test.each([
    ["a Proxy for a feature", hostileProxy()],
    ["a getter of its price", withThrowingField(feature, "serviceCharge")],
    ["a getter of its state", withThrowingField({ ...feature, chargesMade: [] }, "chargesMade")],
    ["an amount that throws", { ...feature, serviceCharge: THROWING_AMOUNT }],
    ["a Proxy for changes", { ...feature, datedChanges: revokedProxy() }],
    ["a Proxy for a change", { ...feature, datedChanges: [hostileProxy()] }],
    [
      "a getter in a change",
      { ...feature, datedChanges: [withThrowingField({ date: "2026-06-01", featureCount: 1 }, "date")] },
    ],
    ["a Proxy for a record of what was charged", { ...feature, chargesMade: [revokedProxy()] }],
    ["a getter in such a record", { ...feature, chargesMade: [withThrowingField(made, "value")] }],
    ["a getter of its source", { ...feature, chargesMade: [withThrowingField(made, "source")] }],
    ["a Proxy for its parts", { ...feature, chargesMade: [{ ...made, parts: hostileProxy() }] }],
    [
      "a getter in a part",
      { ...feature, chargesMade: [{ ...made, parts: [withThrowingField(part, "net")] }] },
    ],
  ])("%s is a problem of the book", (_, own) => {
    expect(() => openBook({ customers: [{ id: 1 }], features: [own] } as never)).toThrow(BookError);
  });

  test("a state that fits is read again as it was, also with its numbers as text", () => {
    const book = openBook({
      customers: [{ id: 1 }],
      features: [{ ...feature, dueDate: "2026-07-01", chargesMade: [made] }],
    } as never);
    expect(charges(book, "2026-06-01", "2026-06-30")).toMatchObject({
      transactions: [],
      features: [],
      errors: [],
    });
  });
});

test("R67, R75, R78: what was charged at fractions of a penny is in error, and bills of the others are made", () => {
  const book: BookData = {
    customers: [{ id: 1 }, { id: 2 }],
    features: [
      {
        id: 1,
        customerID: 1,
        startDate: "2026-01-01",
        instalments: 3,
        totalFeatureValue: 100,
        totalValueCharged: "66.665",
      },
      { id: 2, customerID: 2, startDate: "2026-06-01", serviceCharge: 5 },
    ],
  };
  const opened = openBook(book);
  const [from, to] = ["2026-06-01", "2026-06-30"];
  const charged = charges(opened, from, to);
  expect(codes(charged)).toEqual(["malformed-feature totalValueCharged"]);
  expect(invoices(opened, { charged, rated: [], from, to }).invoices.map((own) => own.total)).toEqual(["5"]);
});

test("R75 instalments that go on from a total of fewer places than the currency come to an end", () => {
  const started = { startDate: "2023-09-17", dueDate: "2023-06-01", serviceChargeInterval: "Monthly" };
  const feature = { id: 90, customerID: 7, ...started, serviceCharge: 1_000_000, instalments: 36 };
  const book = openBook({ customers: [{ id: 7 }], features: [{ ...feature, totalValueCharged: "26.1" }] });
  const { transactions, features } = charges(book, "2026-01-01", "2026-12-31");
  expect(transactions).toHaveLength(36);
  expect(transactions[0]?.transactionValue).toBe("999973.9");
  expect(features[0]?.totalValueCharged).toBe("36000000");
});
