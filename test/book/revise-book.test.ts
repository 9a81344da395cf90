/** R20: a revised book equals opening the changed data afresh, whatever was shared on the way. */
import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { formatCivilDate } from "../../src/calendar/index.ts";
import {
  type BookData,
  BookError,
  type BookRevision,
  type CallRecord,
  type OpenedBook,
  openBook,
  rateCall,
  reviseBook,
  toRecord,
} from "../../src/index.ts";
import { RateLines } from "../../src/model/index.ts";

const folder = new URL("../../fixtures/reseller/", import.meta.url);
const data = JSON.parse(readFileSync(new URL("book.json", folder), "utf8")) as BookData;
const calls = readFileSync(new URL("calls-2026-10.jsonl", folder), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as CallRecord)
  // A third of the month: every kind of call is in it many times over.
  .filter((_, at) => at % 3 === 0);
const book = openBook(data);

function results(opened: OpenedBook): string {
  return calls.map((call) => JSON.stringify(toRecord(rateCall(opened, call)))).join("\n");
}

/** Revises the sample book and compares it with the same change made in the data. */
function expectSame(revision: BookRevision, changed: BookData): void {
  const revised = reviseBook(book, revision);
  const afresh = openBook(changed);
  expect(revised.warnings).toEqual(afresh.warnings);
  expect(revised.settings).toEqual(afresh.settings);
  expect(results(revised)).toBe(results(afresh));
}

const tariffs = data.tariffs ?? [];
const numbers = data.numbers ?? [];

describe("R20 reviseBook equals opening afresh", () => {
  test.for(tariffs.map((tariff, at) => [at, tariff.name] as const))(
    "R25 tariff %i, %s, with a new base cost and new prefixes",
    ([at]) => {
      const tariff = tariffs[at];
      if (tariff === undefined) throw new Error("no such tariff");
      const changed = {
        ...tariff,
        baseCostConnection: "3.25",
        rates: [
          ...(tariff.rates ?? []),
          { prefix: "4420794600", cost: "3" },
          { prefix: "44113496", cost: "2.5" },
        ],
      };
      const revised = { ...data, tariffs: tariffs.map((own) => (own === tariff ? changed : own)) };
      expectSame({ upsert: { tariffs: [changed] } }, revised);
    },
  );

  test("R21 a number added and a number changed", () => {
    const [first, ...others] = numbers;
    if (first === undefined) throw new Error("no numbers");
    const changed = { ...first, fallbackMarkup: 55 };
    const added = { ...first, id: "990001", number: "01632 960999", CDRNumber: null };
    expectSame({ upsert: { numbers: [changed, added] } }, { ...data, numbers: [changed, ...others, added] });
  });

  test("R24 a customer's default changed and a feature removed", () => {
    const customers = data.customers ?? [];
    const features = data.features ?? [];
    const changed = { ...customers[0], defaultNationalTariff: null } as (typeof customers)[number];
    const gone = features.at(-1);
    if (gone === undefined) throw new Error("no features");
    expectSame(
      { upsert: { customers: [changed] }, remove: { features: [gone.id] } },
      { ...data, customers: [changed, ...customers.slice(1)], features: features.slice(0, -1) },
    );
  });

  test("R22 a destination added, which opens the book afresh", () => {
    const destination = { prefix: "4420794601", tariffType: "UK National", location: "A test exchange" };
    const destinations = [...(data.destinations ?? []), destination];
    expectSame({ upsert: { destinations: [destination] } }, { ...data, destinations });
  });

  test("R3, R22 a short code replaced and removed, its flag written in other words", () => {
    const written = { prefix: "1181", tariffType: "UK National", short: true };
    const before = reviseBook(book, { upsert: { destinations: [written] } });
    const spelt = { ...written, short: "yes", location: "Enquiries" };
    const after = reviseBook(before, { upsert: { destinations: [spelt] } as never });
    expect(after.source?.data.destinations).toEqual([...(data.destinations ?? []), spelt]);
    const gone = reviseBook(after, { remove: { destinations: [{ prefix: "1181", short: 1 }] } });
    expect(gone.source?.data.destinations).toEqual(data.destinations);
  });

  test("R4 a setting changed", () => {
    expectSame({ settings: { costDecimals: 6, currency: "GBP" } }, { ...data, costDecimals: 6 });
  });

  test("R25 a tariff on its own becomes a parent", () => {
    const parent = tariffs.find(
      (own) => own.parentTariff === undefined && own.tariffClass === "international",
    );
    if (parent === undefined) throw new Error("no international tariff");
    const child = {
      ...parent,
      id: "990002",
      name: "A child",
      parentTariff: parent.id,
      rates: [],
      forCarriers: null,
    };
    const first = numbers[0];
    if (first === undefined) throw new Error("no numbers");
    const changed = { ...first, internationalTariff: "A child" };
    const other = { ...data, tariffs: [...tariffs, child], numbers: [changed, ...numbers.slice(1)] };
    expectSame({ upsert: { tariffs: [child], numbers: [changed] } }, other);
  });
});

describe("reviseBook leaves the opened book alone", () => {
  test("R20 the old book answers as before, and shares what did not change", () => {
    const before = results(book);
    const tariff = tariffs[0];
    if (tariff === undefined) throw new Error("no tariffs");
    const revised = reviseBook(book, { upsert: { tariffs: [{ ...tariff, baseCost: "88" }] } });
    expect(results(book)).toBe(before);
    expect(revised.tables.callTypes).toBe(book.tables.callTypes);
    expect(revised.tables.zone).toBe(book.tables.zone);
    const shared = [...revised.tables.tariffs].filter(([id, own]) => book.tables.tariffs.get(id) === own);
    expect(shared.length).toBeGreaterThan(tariffs.length / 2);
  });

  test("R20 a problem is thrown with its path, and a record to remove must be there", () => {
    const number = { id: "990003", customerID: "no such customer", number: "01632 960998" };
    expect(() => reviseBook(book, { upsert: { numbers: [number] } })).toThrow(BookError);
    expect(() => reviseBook(book, { upsert: { numbers: [number] } })).toThrow(/numbers\[60\]\.customerID/);
    expect(() => reviseBook(book, { remove: { numbers: ["nowhere"] } })).toThrow(RangeError);
    // A list among the settings would take the place of the book's.
    const settings = { holidays: [] } as BookRevision["settings"] & object;
    expect(() => reviseBook(book, { settings })).toThrow(/settings\.holidays: is a list/);
  });
});

describe("R20 a record that a revision names twice", () => {
  const national = { tariffClass: "national", baseCost: 1 } as const;
  const opened = openBook({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    holidays: [{ date: "2026-12-25" }],
  });
  const problemsOf = (revision: object): unknown => {
    try {
      return reviseBook(opened, revision as BookRevision);
    } catch (error) {
      return (error as BookError).problems;
    }
  };

  test("is refused with both places, all at once, instead of the last being taken", () => {
    const upsert = {
      tariffs: [
        { id: 1, name: "A", ...national },
        { id: 2, name: "B", ...national },
        { id: "1", name: "C", ...national },
      ],
      callTypes: [
        { name: "Mobile", tariffClass: "mobile" },
        { name: "Mobile", tariffClass: "national" },
      ],
      destinations: [
        { prefix: "44", tariffType: "UK", direction: "outbound" },
        { prefix: "44", tariffType: "UK", short: "no" },
        { prefix: "44", tariffType: "UK", direction: "inbound" },
      ],
    };
    const remove = { holidays: ["2026-12-25", { date: "2026-12-25" }] };
    expect(problemsOf({ upsert, remove })).toEqual([
      {
        path: "remove.holidays[1]",
        message: "is the same record as remove.holidays[0]; leave one of them out",
      },
      {
        path: "upsert.callTypes[1].name",
        message:
          "Mobile is already the name of upsert.callTypes[0]; leave one of them out, or give one another name",
      },
      {
        path: "upsert.destinations[1].prefix",
        message:
          "44 is already the prefix of upsert.destinations[0], and locationCarrier, direction, short are the same; leave one of them out, or give one another prefix",
      },
      {
        path: "upsert.tariffs[2].id",
        message: "1 is already the id of upsert.tariffs[0]; leave one of them out, or give one another id",
      },
    ]);
  });

  test("may be a rating period, or removed and added anew as the last of its list", () => {
    const periods = [
      { name: "Evening", from: "18:00", to: "24:00" },
      { name: "Evening", from: "00:00", to: "06:00" },
    ];
    const revised = reviseBook(opened, {
      upsert: { ratingPeriods: periods, holidays: [{ date: "2026-01-01" }, { date: "2026-12-25" }] },
      remove: { holidays: ["2026-12-25"] },
    });
    expect(revised.source?.data.ratingPeriods).toEqual(periods);
    expect(revised.source?.data.holidays?.map(({ date }) => date)).toEqual(["2026-01-01", "2026-12-25"]);
  });

  test("is told for what it lacks where it has no key", () => {
    const tariffs = [
      { name: "A", ...national },
      { name: "B", ...national },
    ];
    expect(JSON.stringify(problemsOf({ upsert: { tariffs } }))).toContain("tariffs[0].id");
  });
});

describe("R20 a revised book has the warnings of tariffs that the revision leaves alone", () => {
  const national = { tariffClass: "national", baseCost: 1 } as const;
  const bare = {
    ...national,
    id: 1,
    name: "Bare",
    baseRoundSeconds: 60,
    rates: [{ base: true, startDate: "2026-04-01", cost: 2 }],
  };
  const unreached = { ...national, id: 2, name: "Unreached", rates: [{ prefix: "33", cost: 1 }] };
  const bounded = {
    ...national,
    id: 3,
    name: "Bounded",
    baseCostMax: 3,
    rates: Array.from({ length: 60 }, (_, at) => ({ prefix: `44${at}`, costMin: 5 })),
  };
  const number = { id: 1, customerID: 7, number: "020 7946 0018" };
  const small = {
    callTypes: [{ name: "UK", tariffClass: "national" as const }],
    destinations: [{ prefix: "44", tariffType: "UK" }],
    tariffs: [bare, unreached, bounded, { ...bounded, id: 4, name: "Bounded too" }],
    customers: [{ id: 7 }],
    numbers: [number],
  };

  test("those of base lines, of prefixes and of bounds, in their order, also after a second revision", () => {
    const moved = { ...number, number: "020 7946 0019" };
    const first = reviseBook(openBook(small), { upsert: { numbers: [moved] } });
    const afresh = openBook({ ...small, numbers: [moved] });
    expect(afresh.warnings.map(({ path }) => path)).toEqual([
      ...[...Array(100).keys()].map((at) => `tariffs[${at < 60 ? 2 : 3}].rates[${at % 60}].costMin`),
      "tariffs",
      "tariffs[0].rates[0]",
      "tariffs[1].rates",
    ]);
    expect(first.warnings).toEqual(afresh.warnings);
    const [, ...others] = small.tariffs;
    expect(reviseBook(first, { remove: { tariffs: [1] } }).warnings).toEqual(
      openBook({ ...small, tariffs: others }).warnings,
    );
  });

  test("without a look at their lines", () => {
    const opened = openBook(small);
    const looks = vi.spyOn(RateLines.prototype, "where");
    try {
      reviseBook(opened, { upsert: { numbers: [number] } });
      expect((looks.mock.contexts as RateLines[]).filter(({ length }) => length > 0)).toEqual([]);
    } finally {
      looks.mockRestore();
    }
  });

  test("and not those of a tariff that has changed or is gone", () => {
    const opened = openBook(small);
    const better = { ...bare, rates: [] };
    const tariffs = [better, unreached];
    expect(
      reviseBook(opened, { upsert: { tariffs: [better] }, remove: { tariffs: [3, 4] } }).warnings,
    ).toEqual(openBook({ ...small, tariffs }).warnings);
  });

  test("that there are too many lines to compare, as long as there are", () => {
    const rates = Array.from({ length: 1_500 }, (_, at) => ({
      prefix: "44",
      startDate: formatCivilDate(10_000 + at),
      costMin: 1,
    }));
    const dated = { base: true, startDate: "2026-04-01", cost: 2, costMax: 3 };
    const many = { ...bounded, rates: [dated, ...rates] };
    const data = { ...small, tariffs: [many, bare] };
    const opened = openBook(data);
    expect(opened.warnings[0]?.message).toMatch(/^has too many lines to compare/);
    const revised = reviseBook(opened, { upsert: { numbers: [number] } });
    expect(revised.warnings).toEqual(opened.warnings);
    expect(reviseBook(revised, { remove: { tariffs: [3] } }).warnings).toEqual(
      openBook({ ...small, tariffs: [bare] }).warnings,
    );
  });
});

describe("R20 reviseBook keeps the checked records of each list apart", () => {
  const small: BookData = { customers: [{ id: 7 }] };

  test("one object in two lists is checked for each of them", () => {
    const both = { id: 1, customerID: 7, description: "Line rental" };
    const opened = openBook({ ...small, services: [both], features: [both] });
    const revised = reviseBook(opened, { upsert: { customers: [{ id: 8 }] } });
    expect(revised.source?.records.services).toEqual(opened.source?.records.services);
    expect(revised.source?.records.features).toEqual(opened.source?.records.features);
  });
});
