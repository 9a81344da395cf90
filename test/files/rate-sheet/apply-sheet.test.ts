/** A sheet in a book: what it replaces, what it ends, what it leaves; and which sheets are not to be believed. */
import { describe, expect, test } from "vitest";
import {
  applySheet,
  compareRates,
  implausibleJumps,
  readRateSheet,
  type SheetMapping,
} from "../../../src/files/index.ts";
import { type BookData, openBook, quote, type RateLine } from "../../../src/index.ts";

const RATES: readonly RateLine[] = [
  { tariffTime: "Weekend", cost: "0.5" },
  { prefix: "49", cost: "2" },
  { prefix: "33", cost: "3" },
];

function book(rates: readonly RateLine[] = RATES): BookData {
  return {
    ratingPeriods: [{ name: "Weekend", weekdays: "Saturday,Sunday" }],
    callTypes: [{ name: "Germany", tariffClass: "international" }],
    destinations: [{ prefix: "49", tariffType: "Germany" }],
    tariffs: [{ id: 1, name: "A-Z", tariffClass: "international", baseCost: 9, rates }],
  };
}

function rates(data: BookData): readonly RateLine[] {
  return data.tariffs?.[0]?.rates ?? [];
}

describe("without dates", () => {
  test("the sheet is the whole list of prefixes; other lines stay, and the book given is unchanged", async () => {
    const data = book();
    const before = structuredClone(data);
    const sheet = await readRateSheet("Prefix,Rate\n49,0.025\n34,0.04\n", "prefixes");
    const applied = applySheet(data, "A-Z", sheet);
    expect(rates(applied.data)).toEqual([
      { tariffTime: "Weekend", cost: "0.5" },
      { prefix: "49", cost: "2.5" },
      { prefix: "34", cost: "4" },
    ]);
    expect(data).toEqual(before);
    expect(applySheet(applied.data, "A-Z", sheet).data).toEqual(applied.data);
    expect(
      quote(openBook(applied.data), {
        tariff: "A-Z",
        to: "0049 30 1234",
        duration: 60,
        at: "2026-10-01T10:00:00",
      }),
    ).toMatchObject({ outcome: "rated", cost: "2.5" });
  });
});

test("a destination keeps its location where the sheet says none", async () => {
  const destinations = [
    { prefix: "49", tariffType: "Germany", location: "Germany" },
    { prefix: "33", tariffType: "France", location: "France" },
    { prefix: 34, tariffType: "Germany", location: "Spain" },
  ];
  const data = { ...book(), destinations };
  const text = "Prefix,Rate,Destination\n49,0.025,\n33,0.03,\n34,0.04,Iberia\n";
  const mapping: SheetMapping = { basedOn: "prefixes", destinations: true, set: { tariffType: "Germany" } };
  const applied = applySheet(data, "A-Z", await readRateSheet(text, mapping));
  expect(applied.data.destinations).toEqual([
    { prefix: "49", tariffType: "Germany", location: "Germany" },
    { prefix: "33", tariffType: "Germany", location: "France" },
    { prefix: "34", tariffType: "Germany", location: "Iberia" },
  ]);
  expect(applied.destinations).toEqual({ added: 0, changed: 2 });
});

describe("with dates", () => {
  const text = "Prefix,Rate,Effective Date\n49,0.025,2026-12-01\n49,0.03,2027-03-01\n";

  test("what is in force ends the day before, and what is not named stays", async () => {
    const sheet = await readRateSheet(text, "prefixes");
    const applied = applySheet(book(), "A-Z", sheet);
    expect(rates(applied.data)).toEqual([
      { tariffTime: "Weekend", cost: "0.5" },
      { prefix: "49", cost: "2", endDate: "2026-11-30" },
      { prefix: "33", cost: "3" },
      { prefix: "49", startDate: "2026-12-01", cost: "2.5" },
      { prefix: "49", startDate: "2027-03-01", cost: "3" },
    ]);
    expect(applied).toMatchObject({ ended: 1, untouched: 1 });
    expect(rates(applySheet(applied.data, "A-Z", sheet).data)).toEqual(rates(applied.data));
  });
});

test("a price that was announced for a later date than the sheet's, and is not in it, is told", async () => {
  const old: readonly RateLine[] = [
    { prefix: "49", cost: "2" },
    { prefix: "49", cost: "9", startDate: "2027-01-01" },
  ];
  const withdrawn = async (rows: string) => {
    const sheet = await readRateSheet(`Prefix,Rate,Effective Date\n${rows}\n`, "prefixes");
    const applied = applySheet(book(old), "A-Z", sheet);
    return { withdrawn: applied.withdrawn, dates: dates(applied.data).map(([, from]) => from) };
  };
  expect(await withdrawn("49,0.02,2026-11-15")).toEqual({ withdrawn: 1, dates: [undefined] });
  expect(await withdrawn("49,0.03,2026-11-15\n49,0.08,2027-01-01")).toEqual({
    withdrawn: 0,
    dates: [undefined, "2026-11-15", "2027-01-01"],
  });
  expect(await withdrawn("49,0.03,2027-02-01")).toEqual({
    withdrawn: 0,
    dates: [undefined, "2027-01-01", "2027-02-01"],
  });
});

function dates(data: BookData): readonly (readonly unknown[])[] {
  return rates(data).map(({ prefix, startDate, endDate, cost }) => [prefix, startDate, endDate, cost]);
}

describe("a sheet of changes that drops a prefix and lists it", () => {
  const mapping: SheetMapping = {
    basedOn: "prefixes",
    columns: { prefix: "Prefix", cost: "Rate", startDate: "From" },
    unit: "pence",
    sheetIs: "changes",
    rows: { drop: [{ column: "Flag", values: ["D"] }] },
  };

  test.each([
    [
      "later: the price ends before the drop",
      "49,,D,2026-11-01\n49,3,N,2026-12-01",
      [
        ["49", undefined, "2026-10-31", "2"],
        ["49", "2026-12-01", undefined, "3"],
      ],
    ],
    [
      "later at the same price: it does not go on",
      "49,2,N,2026-12-01\n49,,D,2026-11-01",
      [
        ["49", undefined, "2026-10-31", "2"],
        ["49", "2026-12-01", undefined, "2"],
      ],
    ],
    [
      "from the same day",
      "49,,D,2026-12-01\n49,3,N,2026-12-01",
      [
        ["49", undefined, "2026-11-30", "2"],
        ["49", "2026-12-01", undefined, "3"],
      ],
    ],
    [
      "earlier: the new price ends before the drop",
      "49,3,N,2026-11-01\n49,,D,2026-12-01",
      [
        ["49", undefined, "2026-10-31", "2"],
        ["49", "2026-11-01", "2026-11-30", "3"],
      ],
    ],
    [
      "between two drops",
      "49,,D,2027-02-01\n49,3,N,2026-12-01\n49,,D,2026-11-01",
      [
        ["49", undefined, "2026-10-31", "2"],
        ["49", "2026-12-01", "2027-01-31", "3"],
      ],
    ],
    [
      "with a drop that has no date: a new price",
      "49,,D,\n49,3,N,2026-12-01",
      [
        ["49", undefined, "2026-11-30", "2"],
        ["49", "2026-12-01", undefined, "3"],
      ],
    ],
  ])("%s", async (_when, rows, expected) => {
    const sheet = await readRateSheet(`Prefix,Rate,Flag,From\n${rows}\n`, mapping);
    const { data } = applySheet(book([{ prefix: "49", cost: "2" }]), "A-Z", sheet);
    expect(dates(data)).toEqual(expected);
    expect(dates(applySheet(data, "A-Z", sheet).data)).toEqual(expected);
  });
});

describe("a whole list that drops a prefix", () => {
  const mapping: SheetMapping = {
    basedOn: "prefixes",
    rows: { drop: [{ column: "Flag", values: ["Deleted"] }] },
  };

  test.each([
    [
      "with dates: its price ends the day before",
      "49,0.03,2026-11-01,Current\n33,0.03,2026-12-01,Deleted",
      "2026-11-30",
    ],
    [
      "without other dates: its price ends no sooner",
      "49,0.03,,Current\n33,0.03,2026-12-01,Deleted",
      "2026-11-30",
    ],
  ])("%s", async (_when, rows, endDate) => {
    const sheet = await readRateSheet(`Prefix,Rate,Effective Date,Flag\n${rows}\n`, mapping);
    const { data } = applySheet(book(), "A-Z", sheet);
    expect(dates(data)).toContainEqual(["33", undefined, endDate, "3"]);
    expect(dates(applySheet(data, "A-Z", sheet).data)).toEqual(dates(data));
  });

  test("without a date: its lines are gone", async () => {
    const rows = "49,0.03,2026-11-01,Current\n33,0.03,,Deleted\n";
    const sheet = await readRateSheet(`Prefix,Rate,Effective Date,Flag\n${rows}`, mapping);
    const { data } = applySheet(book(), "A-Z", sheet);
    expect(dates(data).map(([prefix]) => prefix)).toEqual([undefined, "49", "49"]);
  });
});

describe("the date of a row that drops a prefix", () => {
  const mapping: SheetMapping = {
    basedOn: "prefixes",
    rows: { drop: [{ column: "Flag", values: ["Deleted"] }] },
  };
  const read = (rows: string, own: SheetMapping = {}) =>
    readRateSheet(`Prefix,Rate,Effective Date,End Date,Flag\n49,0.02,,,\n33,0.03,${rows},Deleted\n`, {
      ...mapping,
      ...own,
    });

  test.each([
    ["is what the mapping sets where no cell says it", ",", { set: { startDate: "2026-12-01" } }],
    ["is the day after its last date", ",30/11/2026", {}],
    ["is its first date where its last one is open", "01/12/2026,31/12/9999", {}],
  ])("%s", async (_what, rows, own) => {
    const { data } = applySheet(book(), "A-Z", await read(rows, own));
    expect(dates(data)).toContainEqual(["33", undefined, "2026-11-30", "3"]);
  });

  test("is not guessed where it has two", async () => {
    expect((await read("01/11/2026,30/11/2026")).problems).toEqual([
      {
        row: 3,
        column: "End Date",
        message:
          '"30/11/2026" stands beside a first date, and a row that is dropped has one date; map one of them for it',
      },
    ]);
  });
});

describe("rating periods in rows of their own", () => {
  const old: readonly RateLine[] = [
    { prefix: "49", cost: "1" },
    { prefix: "33", tariffTime: "Weekend", cost: "2" },
    { prefix: "33", cost: "3" },
  ];
  const columns = { tariffTime: "Period" } as const;
  const applied = async (rows: string, sheetIs: "changes" | "whole") => {
    const sheet = await readRateSheet(`Prefix,Period,Rate,Effective Date\n${rows}\n`, {
      basedOn: "prefixes",
      unit: "pence",
      columns,
      sheetIs,
    });
    return dates(applySheet(book(old), "A-Z", sheet).data);
  };

  test("a sheet of changes leaves the prices of periods that it does not name", async () => {
    expect(await applied("49,Weekend,4,01/12/2026\n33,Weekend,5,01/12/2026", "changes")).toEqual([
      ["49", undefined, undefined, "1"],
      ["33", undefined, "2026-11-30", "2"],
      ["33", undefined, undefined, "3"],
      ["49", "2026-12-01", undefined, "4"],
      ["33", "2026-12-01", undefined, "5"],
    ]);
  });

  test("a price for any period ends those of single ones", async () => {
    expect(await applied("33,,5,01/12/2026", "changes")).toEqual([
      ["49", undefined, undefined, "1"],
      ["33", undefined, "2026-11-30", "2"],
      ["33", undefined, "2026-11-30", "3"],
      ["33", "2026-12-01", undefined, "5"],
    ]);
  });

  test.each(["5", "2"])("also where a period has its own price from a later date, of %s", async (later) => {
    expect(await applied(`33,,4,01/12/2026\n33,Weekend,${later},01/02/2027`, "changes")).toEqual([
      ["49", undefined, undefined, "1"],
      ["33", undefined, "2026-11-30", "2"],
      ["33", undefined, "2026-11-30", "3"],
      ["33", "2026-12-01", undefined, "4"],
      ["33", "2027-02-01", undefined, later],
    ]);
  });

  test("of a prefix in a whole list what it does not name ends", async () => {
    expect(await applied("33,Weekend,5,01/12/2026", "whole")).toEqual([
      ["49", undefined, undefined, "1"],
      ["33", undefined, "2026-11-30", "2"],
      ["33", undefined, "2026-11-30", "3"],
      ["33", "2026-12-01", undefined, "5"],
    ]);
  });
});

describe("from a date of the import's own", () => {
  const from = { from: "2026-12-01" };

  test("the whole list: a price goes on, changes or ends the day before", async () => {
    const sheet = await readRateSheet("Prefix,Rate\n49,0.02\n34,0.04\n", "prefixes");
    const { data, ended, untouched, comparison } = applySheet(book(), "A-Z", sheet, from);
    expect(dates(data)).toEqual([
      [undefined, undefined, undefined, "0.5"],
      ["49", undefined, undefined, "2"],
      ["33", undefined, "2026-11-30", "3"],
      ["34", "2026-12-01", undefined, "4"],
    ]);
    expect({ ended, untouched }).toEqual({ ended: 1, untouched: 0 });
    expect(comparison).toMatchObject({ new: [{ prefix: "34" }], gone: [{ prefix: "33" }], unchanged: 1 });
    const again = applySheet(data, "A-Z", sheet, from);
    expect(again.data).toEqual(data);
  });

  test("a sheet of changes leaves what it does not name", async () => {
    const changes = { basedOn: "prefixes", sheetIs: "changes" } as const;
    const sheet = await readRateSheet("Prefix,Rate\n49,0.03\n", changes);
    const { data, untouched } = applySheet(book(), "A-Z", sheet, from);
    expect(dates(data)).toEqual([
      [undefined, undefined, undefined, "0.5"],
      ["49", undefined, "2026-11-30", "2"],
      ["33", undefined, undefined, "3"],
      ["49", "2026-12-01", undefined, "3"],
    ]);
    expect(untouched).toBe(1);
  });

  test("a row's own date wins, and 31 November is none", async () => {
    const sheet = await readRateSheet("Prefix,Rate,Effective Date\n49,0.03,2027-01-15\n", "prefixes");
    const { data } = applySheet(book([{ prefix: "49", cost: 2 }]), "A-Z", sheet, from);
    expect(dates(data)).toEqual([
      ["49", undefined, "2027-01-14", 2],
      ["49", "2027-01-15", undefined, "3"],
    ]);
    const refused = applySheet(book(), "A-Z", sheet, { from: "2026-11-31" });
    expect(refused.problems.map(({ message }) => message)).toEqual([
      '"2026-11-31" is not a date; write YYYY-MM-DD',
    ]);
  });
});

test("what does not fit the book is a problem, and the book stays as it is", async () => {
  const data = book();
  const sheet = await readRateSheet("Charge Code,Description,Peak,Off Peak,Weekend\nX,Jermany,1,1,1\n", {
    basedOn: "charge-codes-three-bands",
    newCallTypes: "no",
    currency: "EUR",
  });
  const applied = applySheet(data, "A-Z", sheet);
  expect(applied.data).toBe(data);
  expect(applied.problems.map(({ row, message }) => [row, message])).toEqual([
    [2, expect.stringContaining('did you mean "Germany"?')],
    [undefined, "the sheet is in EUR and the tariff in GBP; money is never converted"],
  ]);
});

describe("prices in a tariff of markups", () => {
  const text = "Prefix,Rate\n49,1.25\n";
  const parent = {
    id: 2,
    name: "Marked up",
    tariffClass: "international",
    baseType: "markup",
    baseCost: 20,
  } as const;
  const tariffs: readonly (readonly [of: string, tariffs: NonNullable<BookData["tariffs"]>])[] = [
    ["its base", [{ ...parent, name: "A-Z" }]],
    ["its parent's base", [{ id: 1, name: "A-Z", tariffClass: "international", parentTariff: 2 }, parent]],
    [
      "a base line",
      [
        {
          id: 1,
          name: "A-Z",
          tariffClass: "international",
          rates: [{ base: true, chargeType: "markup", cost: 20 }],
        },
      ],
    ],
  ];

  test.each(tariffs)("are refused where %s is one, and taken as what the mapping says", async (_of, list) => {
    const data: BookData = { ...book(), tariffs: list };
    const applied = applySheet(data, "A-Z", await readRateSheet(text, "prefixes"));
    expect(applied.problems).toEqual([
      { row: 2, column: undefined, message: expect.stringContaining("the price would be a percentage") },
    ]);
    for (const [chargeType, cost] of [
      ["perMinute", "125"],
      ["markup", "1.25"],
    ] as const) {
      const sheet = await readRateSheet(text, { basedOn: "prefixes", set: { chargeType } });
      const { problems, data: imported } = applySheet(data, "A-Z", sheet);
      expect(problems).toEqual([]);
      expect(rates(imported).at(-1)).toEqual({ prefix: "49", chargeType, cost });
    }
  });

  describe("by a parent's line", () => {
    const child = { id: 1, name: "A-Z", tariffClass: "international", parentTariff: 2 } as const;
    type Lines = NonNullable<NonNullable<BookData["tariffs"]>[number]["rates"]>;
    const applied = async (parentLines: Lines, own: object = {}, from?: string) => {
      const prices = { id: 2, name: "Above", tariffClass: "international", rates: parentLines } as const;
      const data: BookData = { ...book(), tariffs: [{ ...child, ...own }, prices] };
      const sheet = await readRateSheet("Prefix,Rate\n33,1.1\n4930,1.25\n", "prefixes");
      return applySheet(data, "A-Z", sheet, { from }).problems;
    };
    const markup = { chargeType: "markup", cost: 20 } as const;

    test.each<readonly [Lines[number], string, number]>([
      [{ prefix: "49", ...markup }, "for 49", 3],
      [{ prefix: "493", tariffType: "Germany", ...markup }, 'for 493, "Germany"', 3],
      [{ prefix: "49305", ...markup }, "for 49305", 3],
      [markup, "for all calls", 2],
    ])("are refused where %j is met", async (line, shown, row) => {
      const why = `the price would be a percentage, because the line ${shown} of its parent "Above" is markup;`;
      expect(await applied([line])).toEqual([
        { row, column: undefined, message: expect.stringContaining(why) },
      ]);
    });

    test("are taken where no call of the sheet meets it", async () => {
      expect(await applied([{ prefix: "48", ...markup }])).toEqual([]);
      expect(await applied([{ prefix: "49", endDate: "2026-10-31", ...markup }], {}, "2026-11-01")).toEqual(
        [],
      );
      // A parent's line of prices goes before the base.
      const ofPrices = { chargeType: "perMinute", cost: 3 } as const;
      expect(await applied([ofPrices], { baseType: "markup" })).toEqual([]);
    });
  });

  test("are prices where a nearer base says so", async () => {
    const child = {
      id: 1,
      name: "A-Z",
      tariffClass: "international",
      baseType: "perCall",
      parentTariff: 2,
    } as const;
    const data: BookData = { ...book(), tariffs: [child, parent] };
    expect(applySheet(data, "A-Z", await readRateSheet(text, "prefixes")).problems).toEqual([]);
  });
});

describe("destinations that are added", () => {
  const inbound: NonNullable<BookData["destinations"]> = [
    { prefix: "", tariffType: "Germany", direction: "inbound" },
    { prefix: "33", tariffType: "Germany", direction: "inbound" },
  ];
  const data: BookData = { ...book(), destinations: [...(book().destinations ?? []), ...inbound] };
  const text = "Prefix,Rate\n49,0.02\n33,0.03\n";

  test("those of inbound calls lead to no outbound line", async () => {
    const sheet = await readRateSheet(text, "prefixes");
    expect(applySheet(data, "A-Z", sheet).warnings).toEqual([expect.stringContaining("has 1 line for 33")]);
    const applied = applySheet(data, "A-Z", sheet, { addDestinations: "Germany" });
    expect(applied.addedDestinations).toEqual([{ prefix: "33", tariffType: "Germany" }]);
    expect(applied.warnings).toEqual([]);
  });

  test("a destination without a prefix leads to every line of a sheet of inbound calls", async () => {
    const sheet = await readRateSheet(text, { basedOn: "prefixes", direction: "inbound" });
    const applied = applySheet(data, "A-Z", sheet, { addDestinations: "Germany" });
    expect([applied.warnings, applied.addedDestinations]).toEqual([[], []]);
  });
});

describe("jumps", () => {
  const old = Array.from({ length: 100 }, (_, index): RateLine => ({ prefix: `4${index}`, cost: 2 }));
  const with_ = (count: number, cost: string): RateLine[] =>
    old.map((line, index) => (index < count ? { ...line, cost } : line));
  const isRefused = (before: readonly RateLine[], after: readonly RateLine[]): boolean =>
    implausibleJumps(compareRates(before, after)).reasons.length > 0;

  test.each([
    ["one price a hundred times as high", 1, "200", true],
    ["one price just below that", 1, "199.99", false],
    ["five of a hundred, six times as high", 5, "12", true],
    ["two of a hundred, six times as high", 2, "12", false],
    ["all of them, three times as high", 100, "6", false],
    ["five of a hundred become free", 5, "0", true],
  ])("%s", (_what, count, cost, expected) => {
    expect(isRefused(old, with_(count, cost))).toBe(expected);
    expect(isRefused(with_(count, cost), old)).toBe(expected);
  });

  /** Each line three times, from one date after the other. */
  const dated = (lines: readonly RateLine[]): RateLine[] =>
    lines.flatMap((line) =>
      ["2026-01-01", "2026-02-01", "2026-03-01"].map((startDate) => ({ ...line, startDate })),
    );

  test("the dates of a price count once: in a list that is cut short, in its past, and among jumps", () => {
    const gone = (before: readonly RateLine[], after: readonly RateLine[]) =>
      implausibleJumps(compareRates(before, after)).reasons;
    expect(gone(old, dated(old.slice(60)))).toEqual(["60 of 100 prices are gone"]);
    expect(gone([...old.slice(0, 60), ...dated(old.slice(60))], old.slice(0, 60))).toEqual([]);
    expect(gone(old, dated(with_(2, "12")))).toEqual([]);
    expect(gone(old, dated(with_(3, "12")))).toEqual([
      "3 of 100 prices change by a factor of more than 5, to or from 0 included",
    ]);
    expect(gone(old, dated(with_(1, "200")))).toEqual(["1 price changes by a factor of 100 or more"]);
  });
});
