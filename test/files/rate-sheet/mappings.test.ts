/** What a mapping can say of whole rows: codes, conditions, names, units; and what is wrong with a mapping. */
import { describe, expect, test } from "vitest";
import { MAPPING_PRESETS, readRateSheet, type SheetMapping } from "../../../src/files/index.ts";
import { openMapping } from "../../../src/files/rate-sheet/open-mapping.ts";

const PREFIX_RATE = { columns: { prefix: "Prefix", cost: "Rate" }, unit: "minor" } as const;

/** The problems of a sheet as `row column: message`. */
async function problemsOf(text: string, mapping: SheetMapping): Promise<string[]> {
  const { problems, lines } = await readRateSheet(text, mapping);
  if (problems.length > 0) expect(lines).toEqual([]);
  return problems.map(({ row, column, message }) => `${row} ${column}: ${message}`);
}

describe("rows by a code", () => {
  const mapping: SheetMapping = {
    columns: { prefix: "Number", costMax: "Max" },
    set: { countryCode: "44" },
    leadingZero: "drop",
    blank: ["-1"],
    unit: "minor",
    variants: {
      column: "Method",
      codes: {
        minute: {
          set: { initialDuration: 60 },
          columns: { initialCost: "First" },
          periods: [
            { tariffTime: "Daytime", columns: { cost: "Day" } },
            { tariffTime: "Evening", columns: { cost: "Night" } },
          ],
        },
        call: { set: { chargeType: "perCall" }, columns: { cost: "First" } },
        half: { columns: { cost: "Day" }, perSeconds: 30, set: { roundSeconds: 30 } },
        percent: { set: { chargeType: "markup" }, columns: { cost: "Day" } },
        "not applied": { note: true },
      },
    },
  };
  const header = "Name,Number,Method,First,Day,Night,Max\n";

  test("each code reads the columns in its own way", async () => {
    const { lines, notes, problems } = await readRateSheet(
      `${header}A,0844xxxx,minute,7,5,3,-1\nB,118500,call,60,0,0,-1\nC,09,half,,4.5,,20\nD,0870,not applied,0,0,0,-1\n`,
      mapping,
    );
    expect(problems).toEqual([]);
    expect(lines).toEqual([
      { prefix: "44844", tariffTime: "Daytime", initialDuration: "60", initialCost: "7", cost: "5" },
      { prefix: "44844", tariffTime: "Evening", initialDuration: "60", initialCost: "7", cost: "3" },
      { prefix: "44118500", chargeType: "perCall", cost: "60" },
      { prefix: "449", roundSeconds: "30", cost: "9", costMax: "20" },
    ]);
    expect(notes).toEqual([{ row: 5, kind: "note", text: "D | 0870 | not applied | 0 | 0 | 0 | -1" }]);
  });

  test("a percentage is no money", async () => {
    const { lines } = await readRateSheet(`${header}A,09,percent,,12.5,,\n`, { ...mapping, unit: "major" });
    expect(lines).toEqual([{ prefix: "449", chargeType: "markup", cost: "12.5" }]);
  });

  test("an amount with a currency sign is no percentage", async () => {
    const money = { ...mapping, moneySign: "£" };
    expect(await problemsOf(`${header}A,09,percent,,£12.5,,\nB,08,percent,,12.5,,\n`, money)).toEqual([
      '2 Day: "£12.5" is money, and under the charge type markup a percentage is wanted',
    ]);
  });

  test("null takes away what is read and set for other codes", async () => {
    const whole: SheetMapping = {
      unit: "minor",
      columns: { prefix: "Number", cost: "Minute", costConnection: "Call" },
      set: { roundSeconds: 60, initialDuration: null },
      variants: {
        column: "Method",
        codes: {
          both: {},
          first: {
            columns: { costConnection: null, initialCost: "Call" },
            set: { roundSeconds: null, initialDuration: 60 },
          },
        },
      },
    };
    const { lines } = await readRateSheet(
      "Number,Method,Minute,Call\n4490,both,75,250\n4491,first,449,898\n",
      whole,
    );
    expect(lines).toEqual([
      { prefix: "4490", roundSeconds: "60", cost: "75", costConnection: "250" },
      { prefix: "4491", initialDuration: "60", cost: "449", initialCost: "898" },
    ]);
    const codes = { first: { columns: { cost: null, costConnection: null } } };
    expect(() => openMapping({ ...whole, variants: { column: "Method", codes } })).toThrow(
      /variants.codes\["first"\]: columns: no column is a price/,
    );
  });

  test("a code that is not listed, and a period without its price, are problems", async () => {
    expect(await problemsOf(`${header}A,0844,7,7,5,3,\nB,0845,minute,7,5,,\n`, mapping)).toEqual([
      '2 Method: "7" is not a code of the mapping\'s variants: minute, call, half, percent, not applied',
      "3 Night: has no price for Evening",
    ]);
  });
});

describe("rows by what a column says", () => {
  const text = "List,Prefix,Rate,Flag\nA,44,1,\nB,45,2,\nA,46,3,DELETE\nA,47,,info\n";
  const mapping: SheetMapping = {
    ...PREFIX_RATE,
    rows: {
      only: [{ column: "List", values: ["a"] }],
      drop: [{ column: "Flag", values: ["delete"] }],
      notes: [{ column: "Flag", values: ["info"] }],
    },
  };

  test("none is lost", async () => {
    const { lines, deletions, notes, rows, usedRows } = await readRateSheet(text, mapping);
    expect(lines).toEqual([{ prefix: "44", cost: "1" }]);
    expect(deletions).toEqual([{ key: "46", startDate: undefined }]);
    expect(notes.map(({ row, kind }) => [row, kind])).toEqual([
      [3, "passed over"],
      [5, "note"],
    ]);
    expect(rows).toBe(usedRows + notes.length);
  });
});

describe("columns that no mapping reads", () => {
  test("are told by name where a row of prices has a value in them", async () => {
    const text =
      "Prefix,Rate,Tax,Empty,,Note,Prefix Name,Flag\n44,1,0.2,,x,,,new\n45,1,,n/a,,,,\nGermany,,,,,heading,,\n";
    const mapping = {
      ...PREFIX_RATE,
      blank: ["n/a"],
      rows: { notes: [{ column: "Flag", values: ["info"] }] },
    };
    const { unreadColumns, problems } = await readRateSheet(text, mapping);
    expect(problems).toEqual([]);
    expect(unreadColumns).toEqual(["Tax", "column 5"]);
  });

  test("are not told where the mapping ignores them", async () => {
    const text = "Prefix,Rate,Tax,Remark\n44,1,0.2,x\n";
    const ignoring = async (...ignoredColumns: (string | number)[]) => {
      const { unreadColumns, problems } = await readRateSheet(text, { ...PREFIX_RATE, ignoredColumns });
      return [unreadColumns, problems.map(({ row, message }) => `${row}: ${message}`)];
    };
    expect(await ignoring("remark")).toEqual([["Tax"], []]);
    expect(await ignoring("Remark", 3)).toEqual([[], []]);
    const one = { ...PREFIX_RATE, ignoredColumns: "Remark" };
    expect((await readRateSheet(text, one)).unreadColumns).toEqual(["Tax"]);
    // A sheet may lack them.
    expect(await ignoring("Remarks", "Tax", 9)).toEqual([["Remark"], []]);
    expect((await ignoring("Remark", "Rate"))[1]).toEqual([
      '1: ignoredColumns: the mapping reads "Rate"; leave it out of ignoredColumns, or write null for it under columns',
    ]);
    expect(() =>
      openMapping({ ...PREFIX_RATE, header: "no", columns: { prefix: 1, cost: 2 }, ignoredColumns: ["Tax"] }),
    ).toThrow(/names the column "Tax" of a sheet without a header; write its number/);
    expect(() => openMapping({ ...PREFIX_RATE, ignoredColumn: ["Tax"] } as never)).toThrow(
      /did you mean ignoredColumns/,
    );
  });

  test("have numbers in a sheet without a header", async () => {
    const mapping = { columns: { prefix: 1, cost: 2 }, unit: "minor", header: "no" } as const;
    expect((await readRateSheet("44,1,0.5\n45,1,,7\n", mapping)).unreadColumns).toEqual([
      "column 3",
      "column 4",
    ]);
  });
});

describe("call types", () => {
  const header = "Type,Price,Per,Step\n";
  const mapping: SheetMapping = {
    columns: { tariffType: "Type", cost: "Price", chargeType: "Per", increment: "Step" },
    values: {
      tariffType: { "Text message": "SMS" },
      chargeType: { min: "perMinute", unit: "perEvent", GB: "perGigabyte" },
    },
    unit: "pence",
  };

  test("a price list by call type, with names of the sheet's own", async () => {
    const { lines, callTypes, notes } = await readRateSheet(
      `${header}Abroad\nUK mobile,7.5,min,60/1\nText message,12,unit,\nData,400,GB,\n`,
      mapping,
    );
    const increment = { durationMin: "60", roundSeconds: "1", roundSecondsFrom: "minimum" };
    expect(lines).toEqual([
      { tariffType: "UK mobile", chargeType: "perMinute", ...increment, cost: "7.5" },
      { tariffType: "SMS", chargeType: "perEvent", cost: "12" },
      { tariffType: "Data", chargeType: "perGigabyte", cost: "400" },
    ]);
    expect(callTypes).toEqual(["UK mobile", "SMS", "Data"]);
    expect(notes).toEqual([{ row: 2, kind: "note", text: "Abroad" }]);
  });

  test("what is missing or unknown", async () => {
    expect(await problemsOf(`${header},7.5,min,\nData,4,pint,\nVoicemail,,min,\n`, mapping)).toEqual([
      "2 Type: has no call type",
      '3 Per: "pint" is not a charge type; name it under values.chargeType',
      "4 Price: has no price",
    ]);
  });

  test("names that look like code or a formula are only names", async () => {
    const { lines, callTypes, problems } = await readRateSheet(
      `${header}__proto__,1,min,\nconstructor,2,min,\n=cmd|' /C calc'!A0,3,min,\n`,
      mapping,
    );
    expect(problems).toEqual([]);
    expect(callTypes).toEqual(["__proto__", "constructor", "=cmd|' /C calc'!A0"]);
    expect(lines.map(({ tariffType }) => tariffType)).toEqual(callTypes);
    expect(({} as Record<string, unknown>).cost).toBeUndefined();
  });
});

describe("contradictions", () => {
  test("one prefix with two prices, or two call types", async () => {
    const mapping: SheetMapping = {
      columns: { prefix: "P", cost: "R", tariffType: "T", tariffTime: "B" },
      unit: "minor",
      destinations: true,
    };
    const text = "P,R,T,B\n44,1,UK,Day\n44,2,UK,Night\n44;45,1,UK,Day\n44,3,UK,Day\n45,1,Denmark,Night\n";
    expect(await problemsOf(text, mapping)).toEqual([
      '5 P: "44" stands in row 2 with another price (cost 1; here 3)',
      '6 P: "45" stands in row 4 with another call type ("UK"; here "Denmark")',
    ]);
  });

  test("one charge code with two call types", async () => {
    const text = "Code,Description,Peak,Off Peak,Weekend\nX,A,1,1,1\nX,B,1,1,1\n";
    expect(await problemsOf(text, { basedOn: "charge-codes-three-bands" })).toEqual([
      '3 undefined: the charge code "X" stands in row 2 with another call type ("A"; here "B")',
    ]);
  });
});

describe("the book's bounds", () => {
  test("too many decimals, too much, a minimum above the maximum, a long duration, dates in disorder", async () => {
    const mapping: SheetMapping = {
      columns: { prefix: 1, cost: 2, costMin: 3, costMax: 4, durationMin: 5, endDate: 6, startDate: 7 },
      unit: "major",
    };
    const rows = [
      "44,0.123456789,,,,,",
      "45,10000.01,,,,,",
      "46,1,2,1,,,",
      "47,1,,,99999999,,",
      "48,1,,,,2026-01-01,2026-02-01",
    ];
    expect(await problemsOf(`Prefix,Rate,Min,Max,Seconds,To,From\n${rows.join("\n")}\n`, mapping)).toEqual([
      '2 Rate: "0.123456789" (12.3456789 in the minor unit) has more than 6 decimal places',
      '3 Rate: "10000.01" (1000001 in the minor unit) is more than 1000000',
      "4 Max: costMax is less than costMin",
      expect.stringMatching(/^5 Seconds: "99999999" is outside/),
      expect.stringMatching(/^6 To: endDate /),
    ]);
  });

  test("another currency", async () => {
    const columns = { ...PREFIX_RATE.columns, currency: "Cur" };
    const mapping: SheetMapping = { ...PREFIX_RATE, columns, currency: "GBP" };
    expect(await problemsOf("Prefix,Rate,Cur\n44,1,GBP\n45,1,USD\n", mapping)).toEqual([
      '3 Cur: "USD" is another currency; GBP is wanted',
    ]);
  });
});

describe("the file", () => {
  test.for([
    ["", /no row with a price/],
    ["Prefix,Rate\n", /no row with a price/],
    ["Prefix,Rate,Rate\n44,1,1\n", /columns 2 and 3 are both named "Rate"/],
    ["Prefix,Rate\n44,0,5\n", /has 3 cells where the header names 2 columns/],
    ['Prefix,Rate\n44,"1\n', /never closed/],
  ] as const)("%j", async ([text, message]) => {
    expect((await problemsOf(text, PREFIX_RATE)).join()).toMatch(message);
  });

  test("in another encoding", async () => {
    const bytes = Buffer.from("Prefix,Rate\n44,1\nAérien,\n", "latin1");
    const read = await readRateSheet(bytes, PREFIX_RATE);
    expect(read.problems).toEqual([
      { row: 3, column: undefined, message: 'is not UTF-8 text; name its "encoding", such as windows-1252' },
    ]);
    expect((await readRateSheet(bytes, { ...PREFIX_RATE, encoding: "latin1" })).problems).toEqual([]);
    const wide = Buffer.from("\ufeffPrefix\tRate\n44\t1\n", "utf16le");
    expect((await readRateSheet(wide, PREFIX_RATE)).problems[0]?.message).toMatch(/UTF-16/);
    const mapping: SheetMapping = { ...PREFIX_RATE, encoding: "utf-16le", delimiter: "\t" };
    expect((await readRateSheet(wide, mapping)).lines).toEqual([{ prefix: "44", cost: "1" }]);
  });

  test("half a character of UTF-16 is a problem with its row", async () => {
    const wide = (text: string) =>
      Buffer.from(`\ufeffPrefix,Rate,Name\n44,1,${text}\n45,2,Zürich 😀\n`, "utf16le");
    const columns = { ...PREFIX_RATE.columns, location: "Name" };
    const mapping: SheetMapping = { ...PREFIX_RATE, columns, encoding: "utf-16le" };
    const whole = await readRateSheet(wide("Leeds"), mapping);
    expect(whole.problems).toEqual([]);
    expect(whole.locations.get("45")).toBe("Zürich 😀");
    for (const [bytes, row] of [
      [wide("Le\ud83ds"), 2],
      [wide("Leeds").subarray(0, -3), 3],
    ] as const) {
      const { problems, lines } = await readRateSheet(bytes, mapping);
      expect(problems).toEqual([{ row, column: undefined, message: "is not UTF-16 text" }]);
      expect(lines).toEqual([]);
    }
  });

  test("of a header that cannot be read that alone is told, and not that each column is missing", async () => {
    const bytes = Buffer.from("Prefix,Rate,Währung\n44,1,GBP\n", "latin1");
    expect((await readRateSheet(bytes, PREFIX_RATE)).problems).toEqual([
      { row: 1, column: undefined, message: 'is not UTF-8 text; name its "encoding", such as windows-1252' },
    ]);
    expect(await problemsOf('Prefix,"Ra"te\n44,1\n', PREFIX_RATE)).toHaveLength(1);
  });

  test("whose lines end with carriage returns alone is told so", async () => {
    const end = ", and carriage returns that end no line; lines end with line feeds";
    const lines = async (sheet: string): Promise<unknown> =>
      (await readRateSheet(sheet, "prefixes", "a.csv")).problems.map(({ message }) => message);
    expect(await lines("Prefix,Rate,Increment\r441,0.01,1\r442,0.02,1\r")).toEqual([
      `the sheet has no row with a price${end}`,
    ]);
    expect(await lines("Prefix,Rate\r441,0.01\r")).toEqual([
      expect.stringMatching(new RegExp(`^the header has no "Rate" .*${end}$`)),
    ]);
    // A name of two lines, as some spreadsheets write it, is no fault.
    expect(await lines('Prefix,Rate,"Per\rnote"\n441,0.01,\n')).toEqual([]);
  });

  test("with a currency sign before prices is told which setting reads it", async () => {
    const read = async (mapping: SheetMapping | string): Promise<unknown> => {
      const { lines, problems } = await readRateSheet("Prefix,Rate\n441,£0.10\n", mapping, "a.csv");
      return [lines.map(({ cost }) => cost), problems.map(({ message }) => message)];
    };
    expect(await read("prefixes")).toEqual([
      [],
      ['"£0.10" has a currency sign; say "moneySign": "£" if its prices have it'],
    ]);
    expect(await read({ basedOn: "prefixes", moneySign: "£" })).toEqual([["10"], []]);
  });

  test("with another delimiter than the mapping's is told so, once", async () => {
    const sheet = await readRateSheet("Prefix;Rate\n44;1\n", PREFIX_RATE);
    expect(sheet.problems.map(({ row, message }) => `${row}: ${message}`)).toEqual([
      '1: the header is one column, "Prefix;Rate"; write "delimiter": ";" in the mapping where that separates the columns',
    ]);
    const right = await readRateSheet("Prefix;Rate\n44;1\n", { ...PREFIX_RATE, delimiter: ";" });
    expect(right.lines).toMatchObject([{ prefix: "44" }]);
  });

  test.each(['{"tariffs": [], "numbers": []}\n', '[\n{"prefix": "44"}]\n'])(
    "that is JSON is told so, once: %j",
    async (text) => {
      const sheet = await readRateSheet(text, PREFIX_RATE);
      expect(sheet.problems.map(({ message }) => message)).toEqual(["is JSON; a rate sheet is CSV"]);
    },
  );

  test.each(["windows-1252", "latin1"] as const)(
    "in %s, of which every Node makes the same text",
    async (encoding) => {
      // The 27 characters that these bytes are in windows-1252, and the five that they are not.
      const text = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0é";
      const bytes = [...Array.from({ length: 32 }, (_, at) => 0x80 + at), 0xa0, 0xe9];
      const latin1 = (ascii: string): Buffer => Buffer.from(ascii, "latin1");
      const sheet = Buffer.concat([
        latin1("Prefix,Rate,Name\n44,\x801.50,Orl\xe9ans \x96 d\x92Or\n45,1,a"),
        Uint8Array.from(bytes),
        latin1("b\n"),
      ]);
      const mapping: SheetMapping = {
        ...PREFIX_RATE,
        columns: { ...PREFIX_RATE.columns, location: "Name" },
        destinations: true,
        set: { tariffType: "Mobile" },
        moneySign: "€",
        encoding,
      };
      const { problems, lines, destinations } = await readRateSheet(sheet, mapping);
      expect(problems).toEqual([]);
      expect(lines.map(({ cost }) => cost)).toEqual(["1.5", "1"]);
      expect(destinations.map(({ location }) => location)).toEqual(["Orléans – d’Or", `a${text}b`]);
    },
  );

  test("a stream that breaks off is the caller's error", async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("Prefix,Rate\n");
      throw new Error("the line went dead");
    }
    await expect(readRateSheet(source(), PREFIX_RATE)).rejects.toThrow("the line went dead");
  });
});

describe("a mapping that cannot be meant", () => {
  const base = { columns: { prefix: 1, cost: 2 }, unit: "minor" };
  const wrong: readonly (readonly [mapping: object, message: RegExp])[] = [
    [{ columns: { prefix: 1, cost: 2 } }, /unit is required/],
    [{ columns: { prefix: 1 }, unit: "minor" }, /no column is a price/],
    [{ columns: { cost: 1 }, unit: "minor" }, /tariffType is required/],
    [{ columns: { cost: 1 }, unit: "minor", linesBy: "prefix" }, /prefix is required/],
    [{ columns: { areaCode: 1, cost: 2 }, unit: "minor" }, /areaCode needs a countryCode/],
    [{ ...base, destinations: true }, /destinations needs tariffType/],
    [{ ...base, columns: { prefix: 1, cost: 2, chargeBand: 3 } }, /chargeBand needs tariffType/],
    [{ ...base, columns: { prefix: "P", cost: 2 }, header: "no" }, /"P" of a sheet without a header/],
    [{ ...base, columns: { prefix: 0, cost: 2 } }, /columns.prefix 0 is not a column/],
    [{ ...base, perSeconds: 7 }, /perSeconds 7 is not a part of a minute/],
    [{ ...base, set: { costMin: "1,5" } }, /set.costMin .*write 1.5/],
    [{ ...base, set: { increment: "x" } }, /set.increment/],
    [{ ...base, rows: { only: [{ column: 1 }] } }, /values is required/],
    [
      { ...base, columns: { prefix: 1, cost: 2, tariffTime: 3 }, periods: [{ tariffTime: "Day" }] },
      /tariffTime is a column, and there are periods/,
    ],
    [{ ...base, periods: [{ tariffTime: "D" }, { tariffTime: "D" }] }, /"D" stands twice/],
    [
      { ...base, variants: { column: 2, codes: { a: { columns: { csot: 3 } } } } },
      /variants.codes.a.columns.csot .*did you mean cost\?/,
    ],
    [{ ...base, values: { chargeType: { m: "perMinit" } } }, /perMinute\?/],
    [{ basedOn: "prefixs" }, /did you mean prefixes\?/],
    [JSON.parse('{"__proto__":{"unit":"minor"},"columns":{"prefix":1,"cost":2}}'), /__proto__/],
  ];
  test.for(wrong)("%j", ([mapping, message]) => {
    expect(() => openMapping(mapping as SheetMapping)).toThrow(message);
  });

  test("presets read a connection fee, a minimum and a least duration", async () => {
    const header = "Prefix,Rate,Connection Fee,Minimum Cost,Minimum Duration\n";
    const { lines, unreadColumns } = await readRateSheet(`${header}49,0.02,0.01,0.05,30\n`, "prefixes");
    const values = { costConnection: "1", costMin: "5", durationMin: "30" };
    expect(lines).toEqual([{ prefix: "49", cost: "2", ...values }]);
    expect(unreadColumns).toEqual([]);
    const bands =
      "Prefix,Peak,Off Peak,Weekend,Connection Fee,Weekend Connection\n49,0.02,0.02,0.02,0.01,0\n";
    const { lines: three } = await readRateSheet(bands, "prefixes-three-bands");
    expect(three.map(({ costConnection }) => costConnection)).toEqual(["1", "1", "0"]);
  });

  test("every preset opens, and can be adjusted", () => {
    for (const [name, preset] of MAPPING_PRESETS) {
      expect(() => openMapping(preset), name).not.toThrow();
      expect(openMapping({ basedOn: name, unit: "pence" }).unit).toBe("pence");
    }
    const opened = openMapping({ basedOn: "prefixes", columns: { cost: "Tarif", increment: null } });
    expect(opened.base.columns.cost).toEqual(["Tarif"]);
    expect(opened.base.columns.increment).toBeUndefined();
    expect(opened.base.columns.prefix).toContain("Prefix");
  });
});
