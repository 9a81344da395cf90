/** R23: rating periods, the split rule and the clock changes, with numbers worked out by hand. */
import { describe, expect, test } from "vitest";
import { bookOf, type Row, record, refused } from "./one-tariff.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const DAY = { name: "Day", weekdays: WEEKDAYS, from: "07:00", to: "19:00" };
/** 6 p a minute by day, 3 p otherwise. */
const TWO_PRICES = [{ tariffTime: "Day", cost: 6 }, { cost: 3 }];
/** A Monday. */
const MONDAY = "2026-03-02";

function split(tariff: Row, more: Row = {}) {
  return bookOf({ periodRule: "split", rates: TWO_PRICES, ...tariff }, { ratingPeriods: [DAY], ...more });
}

describe("R23 the period of the start", () => {
  const periods = [
    { name: "Weekend", weekdays: "Saturday,Sunday" },
    { name: "Night", weekdays: WEEKDAYS, from: "19:00", to: "07:00" },
    { name: "Lunch", from: "12:00", to: "13:00" },
    { name: "Night", from: "13:00", to: "13:30" },
    { name: "Day", from: "00:00", to: "24:00" },
  ];
  const book = bookOf(
    { baseCost: 1 },
    {
      ratingPeriods: periods,
      holidays: [{ date: "2026-04-03" }, { date: "2026-04-04", countsAs: "Monday" }],
    },
  );

  test.for<[date: string, time: string, period: string]>([
    ["2026-03-02", "06:59:59.999", "Night"],
    ["2026-03-02", "07:00", "Day"],
    ["2026-03-02", "12:00", "Lunch"],
    ["2026-03-02", "12:59:59.999", "Lunch"],
    ["2026-03-02", "13:00", "Night"],
    ["2026-03-02", "18:59:59.999", "Day"],
    ["2026-03-02", "19:00", "Night"],
    // Monday to Friday 19:00–07:00 covers Monday 00:00–07:00 and not Saturday 00:00–07:00.
    ["2026-03-02", "00:00", "Night"],
    ["2026-03-06", "23:59:59.999", "Night"],
    ["2026-03-07", "00:00", "Weekend"],
    ["2026-03-08", "23:59:59.999", "Weekend"],
    // A holiday counts as its weekday, by default a Sunday.
    ["2026-04-03", "10:00", "Weekend"],
    ["2026-04-04", "10:00", "Day"],
    ["2026-04-04", "20:00", "Night"],
  ])("%s %s is %s", ([startDate, startTime, period]) => {
    expect(record(book, { duration: 60, startDate, startTime }).tariffTime).toBe(period);
  });

  test("no entry covers it: default", () => {
    const gaps = bookOf({ baseCost: 1 }, { ratingPeriods: [DAY] });
    expect(record(gaps, { duration: 60, startTime: "19:00" }).tariffTime).toBe("default");
  });

  test("local time is that of the book's zone, not of the record's offset or the host", () => {
    const london = bookOf({ baseCost: 1 }, { ratingPeriods: [DAY] });
    expect(record(london, { duration: 60, startTime: "2026-07-06T18:00:00Z" }).tariffTime).toBe("default");
    expect(record(london, { duration: 60, startTime: "2026-07-06T17:59:59Z" }).tariffTime).toBe("Day");
    const lordHowe = bookOf({ baseCost: 1 }, { ratingPeriods: [DAY], timeZone: "Australia/Lord_Howe" });
    // Half past ten hours ahead in July: 20:30Z on Sunday is 07:00 on Monday.
    expect(record(lordHowe, { duration: 60, startTime: "2026-07-05T20:30:00Z" }).tariffTime).toBe("Day");
    expect(record(lordHowe, { duration: 60, startTime: "2026-07-05T20:29:59Z" }).tariffTime).toBe("default");
  });

  test("dates of the book are compared with the local start date", () => {
    const dated = bookOf({
      rates: [
        { cost: 1, endDate: "2026-06-30" },
        { cost: 2, startDate: "2026-07-01" },
      ],
    });
    expect(record(dated, { duration: 60, startTime: "2026-06-30T22:59:59Z" }).cost).toBe("1");
    expect(record(dated, { duration: 60, startTime: "2026-06-30T23:00:00Z" }).cost).toBe("2");
  });

  test("start: the whole call takes the period of its start", () => {
    const start = split({ periodRule: "start" });
    expect(record(start, { startDate: MONDAY, startTime: "18:59:00", duration: 120 }).cost).toBe("12");
  });

  test("a record's own period is kept, also one the book does not name; reclassify drops it (R22)", () => {
    const book = split({});
    const evening = { startDate: MONDAY, startTime: "20:00", duration: 60 };
    expect(record(book, { ...evening, tariffTime: "Day" })).toMatchObject({ cost: "6", tariffTime: "Day" });
    expect(record(book, { ...evening, tariffTime: "Moon" })).toMatchObject({ cost: "3", tariffTime: "Moon" });
  });

  test("singleRate ignores periods: lines with a tariffTime never match, nothing is split", () => {
    const single = split({ singleRate: true });
    expect(record(single, { startDate: MONDAY, startTime: "18:59:00", duration: 120 })).toMatchObject({
      cost: "6",
      tariffTime: "Day",
    });
  });
});

describe("R23 split", () => {
  const before19 = { startDate: MONDAY, startTime: "18:59:00" };

  test.for<[what: string, tariff: Row, duration: number | string, cost: string]>([
    // A minute by day, a minute by night.
    ["piece by piece", {}, 120, "9"],
    ["all in one piece", {}, 60, "6"],
    ["a thousandth of a second over", { baseRoundPence: "0.0001" }, "60.001", "6.0001"],
    // S is 120 although 90 seconds were used.
    ["along start … start + S", { baseRoundSeconds: 60 }, 90, "9"],
    // 30 s for 1 p, then 30 s at 6 and 60 s at 3.
    ["after the initial block", { baseInitialDuration: 30, baseInitialCost: 1 }, 120, "7"],
    ["all within the initial block", { baseInitialDuration: 600, baseInitialCost: 1 }, 120, "1"],
    ["the minimum is of the whole charge", { baseCostMin: 10 }, 120, "10"],
    ["the cap is of the whole charge", { baseCostMax: 8 }, 120, "8"],
    // A minute to 19:00, twelve hours by night, then to 18:59 by day.
    ["over days", {}, 24 * 3600, String((1 + 719) * 6 + 720 * 3)],
  ])("%s", ([, tariff, duration, cost]) => {
    expect(record(split(tariff), { ...before19, duration }).cost).toBe(cost);
  });

  test("everything but the cost comes from the starting period's rate", () => {
    const book = split({
      rates: [
        { tariffTime: "Day", cost: 6, costConnection: 2, accessCharge: 1 },
        { cost: 3, costConnection: 50, costMin: 100, roundSeconds: 3600, accessCharge: 500 },
      ],
    });
    expect(record(book, { ...before19, duration: 120 })).toMatchObject({
      costBasic: "11",
      costAccessCharge: "2",
      tariffTime: "Day",
      chargedDuration: 120,
    });
  });

  test("the book's rule holds where the tariff has none of its own", () => {
    const book = bookOf({ rates: TWO_PRICES }, { ratingPeriods: [DAY], periodRule: "split" });
    expect(record(book, { ...before19, duration: 120 }).cost).toBe("9");
    const own = bookOf(
      { rates: TWO_PRICES, periodRule: "start" },
      { ratingPeriods: [DAY], periodRule: "split" },
    );
    expect(record(own, { ...before19, duration: 120 }).cost).toBe("12");
  });

  test("a period without a rate or a price per minute is no-rate, without R27", () => {
    const fallbacks = {
      numbers: [
        {
          id: 1007,
          customerID: 7,
          number: "1",
          nationalTariff: "Test",
          nationalMarkup: 10,
          fallbackMarkup: 10,
        },
      ],
    };
    const call = { ...before19, duration: 120, costCDR: 5 };
    const [day] = TWO_PRICES;
    expect(refused(split({ rates: [day] }, fallbacks), call)).toBe("no-rate");
    expect(refused(split({ rates: [day, { costConnection: 5 }] }, fallbacks), call)).toBe("no-rate");
    expect(refused(split({ rates: [day, { chargeType: "perCall", cost: 5 }] }, fallbacks), call)).toBe(
      "no-rate",
    );
    // Within the first period nothing is missing.
    expect(record(split({ rates: [day] }, fallbacks), { ...call, duration: 60 }).cost).toBe("6");
  });

  test("a starting period without a cost is no-rate too, with rating periods and without any", () => {
    const connection = { rates: [{ costConnection: 5 }] };
    expect(refused(split(connection), { ...before19, duration: 60 })).toBe("no-rate");
    const none = bookOf({ ...connection, periodRule: "split" });
    expect(refused(none, { duration: 60 })).toBe("no-rate");
    expect(record(bookOf(connection), { duration: 60 }).cost).toBe("5");
    // The initial block needs no cost, as long as the call stays in it.
    const block = bookOf({ periodRule: "split", rates: [{ initialDuration: 60, initialCost: 5 }] });
    expect(record(block, { duration: 60 }).cost).toBe("5");
    expect(refused(block, { duration: 61 })).toBe("no-rate");
  });

  test("a starting rate that is not perMinute and a record's own period are never split", () => {
    const perCall = split({ rates: [{ tariffTime: "Day", chargeType: "perCall", cost: 9 }] });
    expect(record(perCall, { ...before19, duration: 120 }).cost).toBe("9");
    expect(record(split({}), { ...before19, duration: 120, tariffTime: "Day" }).cost).toBe("12");
  });

  test("the wholesale tariff has its own period rule (R29)", () => {
    const book = bookOf(
      {},
      {
        ratingPeriods: [DAY],
        tariffs: [
          { id: 1, name: "Test", tariffClass: "national", rates: TWO_PRICES },
          {
            id: 2,
            name: "W",
            tariffClass: "national",
            retail: "wholesale",
            forCarriers: "*",
            periodRule: "split",
            rates: TWO_PRICES,
          },
        ],
      },
    );
    expect(record(book, { ...before19, duration: 120 })).toMatchObject({ cost: "12", costCarrier: "9" });
  });
});

describe("R23 clock changes", () => {
  const early = (to: string, more: Row = {}) =>
    bookOf(
      { periodRule: "split", rates: [{ tariffTime: "Early", cost: 6 }, { cost: 3 }] },
      { ratingPeriods: [{ name: "Early", from: "00:00", to }], ...more },
    );

  test("in spring an hour of the clock's face is not charged", () => {
    // 00:30 GMT, two hours: half an hour to 01:00, which is 02:00 BST, half an hour to 02:30, then an hour.
    const call = { startDate: "2026-03-29", startTime: "00:30:00", duration: 7_200 };
    expect(record(early("02:30"), call).cost).toBe(String(60 * 6 + 60 * 3));
  });

  test("in autumn the hour that is repeated is charged twice", () => {
    // 00:30 BST, three hours: 01:30 BST after one, 01:00 GMT after one and a half, 01:30 GMT after two.
    const call = { startDate: "2026-10-25", startTime: "00:30:00", duration: 10_800 };
    expect(record(early("01:30"), call).cost).toBe(String(90 * 6 + 90 * 3));
  });

  test("Lord Howe's half hours", () => {
    // 2026-04-05, 02:00 (+11) goes back to 01:30 (+10:30). From 01:00, two hours: an hour to 02:00, half an hour
    // from 01:30 to 02:00 again, half an hour more.
    const book = early("02:00", { timeZone: "Australia/Lord_Howe" });
    const call = { startDate: "2026-04-05", startTime: "01:00:00", duration: 7_200 };
    expect(record(book, call).cost).toBe(String(90 * 6 + 30 * 3));
  });

  test.for<[rule: string, cost: string]>([
    // 01:15 BST: 15 minutes to 01:30, half an hour to 02:00, then 01:00 GMT and 15 minutes more.
    ["earlier", String(30 * 6 + 30 * 3)],
    // 01:15 GMT: 15 minutes to 01:30, then 45.
    ["later", String(15 * 6 + 45 * 3)],
  ])("a time that autumn repeats, %s", ([ambiguousTime, cost]) => {
    const call = { startDate: "2026-10-25", startTime: "01:15:00", duration: 3_600 };
    expect(record(early("01:30", { ambiguousTime }), call).cost).toBe(cost);
  });

  test.for<[rule: string, period: string]>([
    ["earlier", "Early"],
    ["later", "default"],
  ])("a time that spring skips, %s", ([ambiguousTime, period]) => {
    // 01:30 is 00:30 GMT with the offset after the change, 02:30 BST with the one before it.
    const call = { startDate: "2026-03-29", startTime: "01:30:00", duration: 60 };
    expect(record(early("02:00", { ambiguousTime }), call).tariffTime).toBe(period);
  });

  test("reject", () => {
    const book = early("02:00", { ambiguousTime: "reject" });
    for (const startDate of ["2026-03-29", "2026-10-25"]) {
      expect(refused(book, { startDate, startTime: "01:30", duration: 60 })).toBe(
        "malformed-record startTime",
      );
      expect(refused(book, { startDate: `${startDate} 01:30`, startTime: "", duration: 60 })).toBe(
        "malformed-record startDate",
      );
      // With an offset nothing is ambiguous.
      expect(record(book, { startDate, startTime: "01:30Z", duration: 60 }).chargedDuration).toBe(60);
      expect(record(book, { startDate, startTime: "00:59:59.999", duration: 60 }).tariffTime).toBe("Early");
      expect(record(book, { startDate, startTime: "02:00", duration: 60 }).tariffTime).toBe("default");
    }
  });

  test("a time moved to another date counts on that date", () => {
    // Havana went from 00:00 to 01:00 on 2026-03-08; 00:30 is 23:30 the day before.
    const book = bookOf(
      {
        rates: [
          { cost: 1, endDate: "2026-03-07" },
          { cost: 2, startDate: "2026-03-08" },
        ],
      },
      { timeZone: "America/Havana" },
    );
    expect(record(book, { startDate: "2026-03-08", startTime: "00:30", duration: 60 }).cost).toBe("1");
  });
});
