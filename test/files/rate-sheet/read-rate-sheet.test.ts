/** Each feature of a mapping, and what becomes of each row. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FileError, readRateSheet, type SheetMapping } from "../../../src/files/index.ts";
import { runs } from "../../properties/runs.ts";

const COLUMNS = { prefix: "Prefix", cost: "Rate" } as const;

function lines(rows: string, mapping: SheetMapping = {}) {
  return readRateSheet(`Prefix,Rate\n${rows}`, { columns: COLUMNS, unit: "minor", ...mapping });
}

describe("prefixes", () => {
  test.each([
    ["+44 20", "4420"],
    ["004420", "4420"],
    ["447072xxxxx", "447072"],
    ["44-113", "44113"],
  ])("%s is %s", async (cell, prefix) => {
    expect((await lines(`${cell},1\n`)).lines).toEqual([{ prefix, cost: "1" }]);
  });

  test("several in a cell, national ones with their country code, and ranges", async () => {
    const sheet = await lines('"020; 0113-0115",1\n', {
      set: { countryCode: "44" },
      leadingZero: "drop",
      ranges: true,
    });
    expect(sheet.problems).toEqual([]);
    expect(sheet.lines.map(({ prefix }) => prefix)).toEqual(["4420", "44113", "44114", "44115"]);
  });

  test("two prefixes joined by a hyphen are not one long prefix where no ranges are said", async () => {
    for (const cell of ["4420-4429", "+4420 - +4429", "44 20-44 29"]) {
      const { lines: found, problems } = await lines(`${cell},1\n`);
      expect(found).toEqual([]);
      expect(problems.map(({ message }) => message)).toEqual([
        `"${cell}" looks like a range; say "ranges": true if it is, else leave the hyphen out`,
      ]);
    }
    const exchange = await lines("201-202,1\n", { set: { countryCode: "1" } });
    expect(exchange.lines.map(({ prefix }) => prefix)).toEqual(["1201202"]);
  });

  test("a range has no 0 in brackets behind its country code either (R21)", async () => {
    for (const cell of ["+44 (0)20-22", "+44 (0)20 – +44 (0)22", "0044(0)20-0044(0)22"]) {
      const sheet = await lines(`${cell},1\n`, { ranges: true });
      expect(sheet.lines.map(({ prefix }) => prefix)).toEqual(["4420", "4421", "4422"]);
    }
  });

  test("a pair of brackets that a separator takes apart is no prefix of what it leaves", async () => {
    for (const cell of ['"44(20,21)"', "44 (20/21)", "4420)"]) {
      const { lines: found, problems } = await lines(`${cell},1\n`);
      expect({ found, told: problems.length }).toEqual({ found: [], told: 1 });
    }
    const [problem] = (await lines('"44(20,21)",1\n')).problems;
    expect(problem?.message).toBe(
      '"44(20" has one bracket of a pair; write every prefix in full: 4420, 4421',
    );
  });

  test("country and area in columns of their own", async () => {
    const sheet = await readRateSheet("Country Code,Area Code,Rate\n44,20,0.01\n44,,0.02\n", "area-codes");
    expect(sheet.lines).toEqual([
      { prefix: "4420", cost: "1" },
      { prefix: "44", cost: "2" },
    ]);
  });
});

describe("amounts", () => {
  test.each([
    ["0.0125", { unit: "major" }, "1.25"],
    ["1.25", { unit: "minor" }, "1.25"],
    ['"0,0125"', { unit: "major", decimal: "," }, "1.25"],
    ['"0,0125"', { unit: "major", decimal: "either" }, "1.25"],
    ["0.0125", { unit: "major", decimal: "either" }, "1.25"],
    ["0.1", { unit: "minor", perSeconds: 1 }, "6"],
    ["£0.0125", { unit: "pounds", moneySign: "£" }, "1.25"],
  ] as const)("%s under %o is %s pence", async (cell, mapping, cost) => {
    expect((await lines(`44,${cell}\n`, mapping)).lines).toEqual([{ prefix: "44", cost }]);
  });

  test("one line for each period, with a connection charge of its own", async () => {
    const sheet = await readRateSheet(
      "Prefix,Day,Weekend,Day connection,Minimum,Step\n44,0.02,0.01,0.05,0.03,6\n",
      {
        columns: { prefix: 1, costMin: "Minimum", increment: "Step" },
        periods: [
          { tariffTime: "Daytime", columns: { cost: "Day", costConnection: "Day connection" } },
          { tariffTime: "Weekend", columns: { cost: "Weekend" } },
        ],
        unit: "major",
      },
    );
    const common = { prefix: "44", costMin: "3", roundSeconds: "6" };
    expect(sheet.lines).toEqual([
      { ...common, tariffTime: "Daytime", cost: "2", costConnection: "5" },
      { ...common, tariffTime: "Weekend", cost: "1" },
    ]);
  });
});

test("beside a blank cost a connection charge of 0 is no price, which would make calls free (R26)", async () => {
  const text = "Prefix,Rate,Connection\n44,,0.00\n45,,0.5\n46,0,0\n";
  const { problems } = await readRateSheet(text, "prefixes");
  expect(problems).toEqual([{ row: 2, column: "Rate", message: "has no price" }]);
  const bands =
    "Prefix,Peak,Off Peak,Weekend,Peak Connection,Off Peak Connection,Weekend Connection\n44,0.1,,0.1,0,0,0\n";
  const sheet = await readRateSheet(bands, "prefixes-three-bands");
  expect(sheet.problems).toEqual([{ row: 2, column: "Off Peak", message: "has no price for Evening" }]);
});

test("what a period sets goes before what the mapping sets for all rows, and a cell before both", async () => {
  const sheet = await readRateSheet("Prefix,Per,Day,Weekend\n44,,2,1\n45,perEvent,2,1\n", {
    columns: { prefix: 1, chargeType: "Per" },
    set: { chargeType: "perMinute", tariffTime: "Night" },
    periods: [
      { tariffTime: "Daytime", columns: { cost: "Day" } },
      { tariffTime: "Weekend", columns: { cost: "Weekend" }, set: { chargeType: "perCall" } },
    ],
    unit: "minor",
  });
  expect(sheet.problems).toEqual([]);
  expect(sheet.lines).toEqual([
    { prefix: "44", tariffTime: "Daytime", chargeType: "perMinute", cost: "2" },
    { prefix: "44", tariffTime: "Weekend", chargeType: "perCall", cost: "1" },
    { prefix: "45", tariffTime: "Daytime", chargeType: "perEvent", cost: "2" },
    { prefix: "45", tariffTime: "Weekend", chargeType: "perEvent", cost: "1" },
  ]);
});

test("an increment of a period replaces that of the row as a whole (R7)", async () => {
  const sheet = await readRateSheet(
    "Prefix,Step,Day,Day step,Least\n44,60/60,2,6,\n45,60/60,2,,\n46,60/60,2,30/6,\n47,60/60,2,6,10\n48,,2,6,\n",
    {
      columns: { prefix: 1, increment: "Step", durationMin: "Least" },
      set: { increment: "60/1" },
      periods: [{ tariffTime: "Daytime", columns: { cost: "Day", increment: "Day step" } }],
      unit: "minor",
    },
  );
  const day = { tariffTime: "Daytime", cost: "2" };
  expect(sheet.lines).toEqual([
    { prefix: "44", ...day, roundSeconds: "6" },
    { prefix: "45", ...day, durationMin: "60", roundSeconds: "60", roundSecondsFrom: "minimum" },
    { prefix: "46", ...day, durationMin: "30", roundSeconds: "6", roundSecondsFrom: "minimum" },
    { prefix: "47", ...day, durationMin: "10", roundSeconds: "6" },
    { prefix: "48", ...day, roundSeconds: "6" },
  ]);
});

describe("the sheet", () => {
  test("charge codes become charge bands, and lines for call types", async () => {
    const text = "Charge Code,Description,Peak,Off Peak,Weekend\nLDN,London,0.03,0.02,0.01\n";
    const sheet = await readRateSheet(text, { basedOn: "charge-codes-three-bands", carrier: "Northway" });
    expect(sheet.chargeBands).toEqual([{ callCarrier: "Northway", chargeBand: "LDN", tariffType: "London" }]);
    expect(sheet.lines).toEqual([
      { tariffType: "London", tariffTime: "Daytime", cost: "3" },
      { tariffType: "London", tariffTime: "Evening", cost: "2" },
      { tariffType: "London", tariffTime: "Weekend", cost: "1" },
    ]);
  });

  test("prefixes become destinations", async () => {
    const sheet = await readRateSheet("Prefix,Place,Rate\n4420,London,1\n", {
      columns: { ...COLUMNS, location: "Place" },
      set: { tariffType: "UK" },
      unit: "minor",
      destinations: true,
      carrier: "Northway",
    });
    expect(sheet.destinations).toEqual([
      { prefix: "4420", tariffType: "UK", location: "London", locationCarrier: "Northway" },
    ]);
  });

  test("without a header, another delimiter, rows to skip, latin1", async () => {
    const bytes = Buffer.from("Preisliste für Kunden\n44;1,5;Zürich\n", "latin1");
    const sheet = await readRateSheet(bytes, {
      columns: { prefix: 1, cost: 2, location: 3 },
      header: "no",
      delimiter: ";",
      decimal: ",",
      skipLines: 1,
      encoding: "latin1",
      unit: "minor",
    });
    expect(sheet.lines).toEqual([{ prefix: "44", cost: "1.5" }]);
    expect(sheet.notes).toEqual([{ row: 1, kind: "note", text: "Preisliste für Kunden" }]);
    expect(sheet.locations.get("44")).toBe("Zürich");
  });

  test("dates", async () => {
    const text = "Prefix,Rate,From\n44,1,01/12/2026\n44,2,31/02/2027\n";
    const sheet = await readRateSheet(text, {
      columns: { ...COLUMNS, startDate: "From" },
      dateFormat: "dd/mm/yyyy",
      unit: "minor",
    });
    expect(sheet.problems).toEqual([
      { row: 3, column: "From", message: '"31/02/2027" is not a date; write dd/mm/yyyy' },
    ]);
    const good = await readRateSheet(text.replace("31/02", "28/02"), {
      columns: { ...COLUMNS, startDate: "From" },
      dateFormat: "dd/mm/yyyy",
      unit: "minor",
    });
    expect(good.lines.map(({ startDate }) => startDate)).toEqual(["2026-12-01", "2027-02-28"]);
  });

  test("dates with the name of a month, in full or in its usual short form, and no other word", async () => {
    const named = (cells: readonly string[]) =>
      readRateSheet(`Prefix,Rate,From\n${cells.map((cell, at) => `44${at},1,${cell}\n`).join("")}`, {
        columns: { ...COLUMNS, startDate: "From" },
        dateFormat: "dd mmm yyyy",
        unit: "minor",
      });
    const good = await named(["1 Mar 2026", "01-MARCH-26", "30 sept 2026", "1/May/2026", "9 September 2026"]);
    expect(good.problems).toEqual([]);
    expect(good.lines.map(({ startDate }) => startDate)).toEqual([
      "2026-03-01",
      "2026-03-01",
      "2026-09-30",
      "2026-05-01",
      "2026-09-09",
    ]);
    const words = ["1 Marble 2026", "1 Mart 2026", "1 Decade 2026", "1 Septem 2026", "1 Foo 2026"];
    expect((await named(words)).problems.map(({ message }) => message)).toEqual(
      words.map((word) => `"${word}" is not a date; write dd mmm yyyy`),
    );
  });

  test("notes among the rows: words without a price, the header once more, a row that says the same", async () => {
    const sheet = await lines("All prices exclude VAT,\n44,1\nPrefix,Rate\n44,1\n");
    expect(sheet.problems).toEqual([]);
    expect(sheet.notes.map(({ row, kind }) => [row, kind])).toEqual([
      [2, "note"],
      [4, "note"],
      [5, "repeated"],
    ]);
    expect(sheet.lines).toHaveLength(1);
  });

  test("all problems at once, and then no lines", async () => {
    const sheet = await lines('44,\n0113,1\n447,"1,5"\n46,1\n46,2\n47,1,9\n48,"1\n');
    expect(sheet.lines).toEqual([]);
    expect(sheet.problems.map(({ row, column }) => [row, column])).toEqual([
      [2, "Rate"],
      [3, "Prefix"],
      [4, "Rate"],
      [6, "Prefix"],
      [7, undefined],
      [8, undefined],
    ]);
  });

  test("a column that is not there", async () => {
    const sheet = await readRateSheet("Prefix,Rates\n44,1\n", { columns: COLUMNS, unit: "minor" });
    expect(sheet.problems[0]?.message).toBe('the header has no "Rate"; did you mean "Rates"?');
  });

  test("a mapping that is wrong is a FileError with all of it", async () => {
    const mapping = { columns: { prefx: 1, cost: "Rate" }, unit: "penny" } as unknown as SheetMapping;
    await expect(readRateSheet("", mapping)).rejects.toThrow(FileError);
    await expect(readRateSheet("", mapping)).rejects.toThrow(/prefx[\s\S]*unit/);
  });
});

describe("anything at all", () => {
  const cell = fc.oneof(
    fc.constantFrom("44", "+4420", "7072xx", "1", "0.5", "0,5", "note", "", '"', "60/1", "1e9", "-1"),
    fc.string({ maxLength: 12 }),
  );
  const text = fc
    .array(fc.array(cell, { maxLength: 4 }), { maxLength: 12 })
    .map((rows) => `Prefix,Rate,Step\n${rows.map((row) => row.join(",")).join("\n")}`);
  const mapping: SheetMapping = { columns: { ...COLUMNS, increment: "Step" }, unit: "major" };

  test("every row is used, a note or a problem", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (sheetText) => {
        const sheet = await readRateSheet(sheetText, mapping);
        const bad = new Set(sheet.problems.flatMap(({ row }) => (row === undefined ? [] : [row])));
        const told = sheet.usedRows + sheet.notes.length + bad.size;
        // A row that contradicts an earlier one may have been used for its other prefixes.
        expect(told).toBeGreaterThanOrEqual(sheet.rows);
        if (sheet.problems.length > 0) expect(sheet.lines).toEqual([]);
        else expect(told).toBe(sheet.rows);
      }),
      runs(200),
    );
  });

  test("bytes never throw", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect((await readRateSheet(bytes, mapping)).problems.length).toBeGreaterThan(0);
      }),
      runs(100),
    );
  });
});
