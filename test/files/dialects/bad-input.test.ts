/** What files of other makers do wrong: each fault is a sentence with its line and column, and the rest goes on. */
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import {
  type CallDialect,
  type CallItem,
  describeProblem,
  FileError,
  openCallDialect,
  type ReadCallsOptions,
  readCalls,
} from "../../../src/files/index.ts";
import { openBook } from "../../../src/index.ts";
import { BOOK, Workplace } from "../../cli/command.ts";

/** A file of an exchange with a header, whose columns are found by name. */
const NAMED: CallDialect = {
  reads: "csv",
  zone: "local",
  currency: { column: "Currency" },
  passOver: [{ column: "Kind", in: ["internal"], why: "did not leave the exchange" }],
  direction: {
    inbound: [{ column: "Direction", in: ["I"] }],
    outbound: [{ column: "Direction", in: ["O"] }],
  },
  fields: {
    id: "Call ID",
    target: { in: "Called", out: "Caller" },
    external: { in: "Caller", out: "Called" },
    start: { column: "Started", time: "DD/MM/YYYY HH:mm:ss" },
    duration: "Seconds",
    costCDR: { column: "Cost", is: [{ money: "major" }] },
  },
};
const HEADER = "Call ID,Started,Kind,Direction,Caller,Called,Seconds,Cost,Currency";
const GOOD = "1,06/10/2026 09:15:11,trunk,O,02079460018,01632960001,91,0.0382,GBP";
const LAST = "9,07/10/2026 09:15:11,trunk,O,02079460018,01632960001,60,0.02,GBP";

interface Read {
  readonly calls: readonly unknown[];
  readonly problems: readonly string[];
  readonly passedOver: readonly string[];
  readonly warnings: readonly string[];
}

async function readLines(lines: readonly string[], options: Partial<ReadCallsOptions> = {}): Promise<Read> {
  const warnings: string[] = [];
  const read: ReadCallsOptions = {
    format: "dialect",
    name: "calls.csv",
    dialect: NAMED,
    onWarning: (warning) => warnings.push(describeProblem(warning)),
    ...options,
  };
  const items: CallItem[] = [];
  const source = Readable.from([Buffer.from(lines.join("\n"))]);
  for await (const item of readCalls(source, read)) items.push(item);
  return {
    calls: items.flatMap((item) => ("call" in item ? [item.call] : [])),
    problems: items.flatMap((item) => ("problem" in item ? [describeProblem(item.problem)] : [])),
    passedOver: items.flatMap((item) => ("passedOver" in item ? [`${item.line}: ${item.passedOver}`] : [])),
    warnings,
  };
}

/** What a row in the middle of others gives: its problem; the others are read. */
async function problemOf(row: string, options: Partial<ReadCallsOptions> = {}): Promise<string> {
  const { calls, problems, passedOver } = await readLines([HEADER, GOOD, row, LAST], options);
  expect(calls).toHaveLength(2);
  expect(passedOver).toEqual([]);
  expect(problems).toHaveLength(1);
  return problems[0] ?? "";
}

async function refusal(lines: readonly string[], options: Partial<ReadCallsOptions> = {}): Promise<string> {
  const refused = await readLines(lines, options).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FileError);
  return (refused as FileError).message;
}

test("a good file has no fault", async () => {
  const { calls, problems, passedOver, warnings } = await readLines([HEADER, GOOD, LAST]);
  expect(calls).toEqual([
    {
      Kind: "trunk",
      Direction: "O",
      Currency: "GBP",
      id: "1",
      target: "02079460018",
      external: "01632960001",
      startDate: "2026-10-06",
      startTime: "09:15:11",
      duration: "91",
      costCDR: "3.82",
      callTypeDirectionFlag: "out",
    },
    expect.objectContaining({ id: "9" }),
  ]);
  expect([problems, passedOver, warnings]).toEqual([[], [], []]);
});

describe("headers", () => {
  test("of another version that lacks a column are refused by line and names", async () => {
    const header = HEADER.replace("Started", "Start Time").replace("Seconds", "Second");
    expect(await refusal([header, GOOD])).toBe(
      'calls.csv:1: has no column "Started", and no column "Seconds"; did you mean "Second"?',
    );
  });

  test("with another delimiter, or in quotes as a whole, are told as that", async () => {
    const semicolons = [HEADER, GOOD].map((line) => line.replaceAll(",", ";"));
    expect(await refusal(semicolons)).toMatch(
      /^calls\.csv:1: has a header of one column, ".*"; a dialect with "csv": \{ "delimiter": ";" \} reads it where that separates the columns$/,
    );
    expect(await refusal([`"${HEADER}"`, `"${GOOD}"`])).toMatch(
      /^calls\.csv:1: has a header of one column, ".*"; quotes go around single cells, not around whole lines$/,
    );
  });

  test("of another version with columns more, and in another order, are read by name", async () => {
    const { calls, problems } = await readLines([
      "Currency,Cost,Trunk Group,seconds,CALLED,Caller,direction,kind,started,call_id",
      "GBP,0.0382,7,91,01632960001,02079460018,O,trunk,06/10/2026 09:15:11,1",
    ]);
    expect(problems).toEqual([]);
    expect(calls).toEqual([
      expect.objectContaining({
        id: "1",
        target: "02079460018",
        external: "01632960001",
        startDate: "2026-10-06",
        duration: "91",
        costCDR: "3.82",
        "Trunk Group": "7",
      }),
    ]);
  });

  test("with other columns in the middle of a file, as where files were put together, are refused by line", async () => {
    const other = HEADER.replace("Caller,Called", "Called,Caller");
    expect(await refusal([HEADER, GOOD, other, LAST])).toMatch(
      /^calls\.csv:3: is a header with other columns than the header in line 1: column 5 is "Called" here, and there it is "Caller"/,
    );
    expect((await readLines([HEADER, GOOD, HEADER, LAST])).calls).toHaveLength(2);
  });

  test("that are missing, and columns in another order without a header", async () => {
    expect(await refusal([GOOD, LAST])).toMatch(/^calls\.csv:1: has no column "Kind"/);
    // By order alone a cell is what stands in its place; that it cannot be there is told row by row.
    const dialect: CallDialect = { ...NAMED, csv: { header: "no" }, columns: HEADER.split(",") };
    const swapped = GOOD.split(",");
    const [id = "", started = ""] = swapped.splice(0, 2);
    const { calls, problems } = await readLines([GOOD, [started, id, ...swapped].join(","), HEADER, LAST], {
      dialect,
    });
    expect(calls).toHaveLength(2);
    expect(problems).toEqual([
      'calls.csv:2:2: has Started "1", which is not a time as "DD/MM/YYYY HH:mm:ss"',
      'calls.csv:3:9: is in the currency "Currency" and not in GBP; money is never converted',
    ]);
  });
});

describe("rows", () => {
  test("a comma inside an unquoted field", async () => {
    expect(await problemOf("2,06/10/2026 09:15:11,trunk,O,Smith, John,01632960001,91,0.01,GBP")).toBe(
      "calls.csv:3: has 10 cells where there are 9 columns",
    );
  });

  /** An exchange whose rows end with a note since a later release, and without quotes: `Smith, John` is two cells. */
  const WITH_NOTE: CallDialect = {
    ...NAMED,
    csv: { header: "no" },
    columns: ["Call ID", "Name", ...HEADER.split(",").slice(1), "Note"],
    optionalColumns: ["Note"],
  };

  test("a comma inside an unquoted field, where a row may lack its last cell", async () => {
    const named = (name: string, line = GOOD): string => line.replace(",", `,${name},`);
    const { calls, problems } = await readLines(
      [
        named("Smith"),
        named("Smith, John"),
        named('"Smith, John"'),
        named("Smith, J, jun"),
        named("Smith", `${LAST},late`),
        named("Smith", `${LAST.replace("07/10", "soon")},late`),
      ],
      { dialect: WITH_NOTE },
    );
    expect(calls).toHaveLength(3);
    expect(problems).toEqual([
      'calls.csv:2:10: is in the currency "0.0382" and not in GBP; money is never converted; without one "," the row is a call, so one may stand within a cell',
      "calls.csv:4: has 12 cells where there are 10 to 11 columns",
      'calls.csv:6:3: has Started "soon/2026 09:15:11", which is not a time as "DD/MM/YYYY HH:mm:ss"',
    ]);
    // What is moved into columns of no form is not caught: here the name stood behind all that has one.
    const behind: CallDialect = { ...WITH_NOTE, columns: [...HEADER.split(","), "Name", "Note"] };
    const silent = await readLines([`${GOOD},Smith, John`], { dialect: behind });
    expect(silent.calls).toEqual([expect.objectContaining({ id: "1", Name: "Smith", Note: "John" })]);
  });

  test("where a row may be several calls, the row without the comma has to be calls and no problem", async () => {
    const dialect: CallDialect = {
      reads: "csv",
      zone: "utc",
      csv: { header: "no" },
      columns: ["id", "name", "kind", "from", "to", "at", "seconds", "onward", "since", "note"],
      optionalColumns: ["note"],
      legs: [
        {
          name: "first",
          when: [{ column: "kind", in: ["call"] }],
          passOver: [{ column: "to", blank: true, why: "was not dialled" }],
          fields: { id: "id", target: "from", external: "to", start: { column: "at", time: "iso" } },
        },
        {
          name: "onward",
          when: [{ column: "kind", in: ["call", "queue"] }],
          fields: { target: "from", external: "onward", start: { column: "since", time: "iso" } },
        },
      ],
    };
    const day = "2026-10-06T09:15:11";
    const { problems } = await readLines(
      [
        `1,Smith, John,call,020,,${day},60,0770,${day}`,
        `2,Smith, John,call,020,0161,${day},60,0770,soon`,
        `3,Smith,call,queue,0161,soon,60,0770,${day},`,
      ],
      { dialect },
    );
    const hint = 'without one "," the row is a call, so one may stand within a cell';
    expect(problems).toEqual([
      `calls.csv:1:3: is none of the kinds of its dialect's legs: kind is "John"; ${hint}`,
      `calls.csv:2:3: is none of the kinds of its dialect's legs: kind is "John"`,
      'calls.csv:3:6: has at "soon", which is not a time as "iso"',
    ]);
  });

  test("the column that is wrong is its cell, of several that are joined the first, of fixed widths its character", async () => {
    const columnOf = async (row: string, options: Partial<ReadCallsOptions>): Promise<string> => {
      const { problems } = await readLines([row], options);
      return problems.join();
    };
    const between: CallDialect = {
      reads: "csv",
      csv: { header: "no" },
      columns: ["from", "begun", "ended", "day", "clock"],
      zone: "utc",
      fields: {
        target: "from",
        start: { column: ["day", "clock"], join: " ", time: "YYYY-MM-DD HH:mm:ss" },
        duration: { between: ["begun", "ended"], time: "YYYY-MM-DD HH:mm:ss" },
      },
    };
    expect(await columnOf("020,2026-10-06 09:00:00,10,2026-10-06,09:00:00", { dialect: between })).toMatch(
      /^calls\.csv:1:3: has begun "2026-10-06 09:00:00" and ended "10", of which one is not a time/,
    );
    expect(await columnOf("020,,,2026-10-06,9", { dialect: between })).toMatch(
      /^calls\.csv:1:4: has day and clock "2026-10-06 9", which is not a time/,
    );
    const fixed: CallDialect = {
      reads: "fixed",
      columns: [
        { name: "from", from: 1, to: 11 },
        { name: "started", from: 13, to: 31 },
      ],
      zone: "utc",
      fields: { target: "from", start: { column: "started", time: "YYYY-MM-DD HH:mm:ss" } },
    };
    expect(await columnOf("02079460018 soon", { dialect: fixed })).toMatch(
      /^calls\.csv:1:13: has started "soon"/,
    );
    const json: CallDialect = {
      reads: "jsonl",
      zone: "utc",
      fields: { target: "from", start: { column: "at", time: "YYYY-MM-DD HH:mm:ss" } },
    };
    expect(await columnOf('{"from":"020","at":"soon"}', { dialect: json })).toMatch(
      /^calls\.csv:1: has at "soon"/,
    );
  });

  test("a cell too few", async () => {
    expect(await problemOf("2,06/10/2026 09:15:11,trunk,O")).toBe(
      "calls.csv:3: has 4 cells where there are 9 columns",
    );
  });

  test("an unknown word for the direction", async () => {
    expect(await problemOf(GOOD.replace(",O,", ",Outgoing,"))).toBe(
      'calls.csv:3:4: has an unknown direction: Direction is "Outgoing"',
    );
  });

  test.each([
    ["10/25/2026 09:15:11", "; day and month may stand the other way round"],
    ["2026-10-06 09:15:11", ""],
    ["31/02/2026 09:15:11", ""],
    ["06/10/2026", ""],
  ])("a date in another order: %s", async (time, hint) => {
    expect(await problemOf(GOOD.replace("06/10/2026 09:15:11", time))).toBe(
      `calls.csv:3:2: has Started "${time}", which is not a time as "DD/MM/YYYY HH:mm:ss"${hint}`,
    );
  });

  test("a currency that is not the book's", async () => {
    expect(await problemOf(GOOD.replace("GBP", "USD"))).toBe(
      'calls.csv:3:9: is in the currency "USD" and not in GBP; money is never converted',
    );
    const book = openBook({ ...BOOK, currency: "EUR", callDirections: [] });
    expect((await readLines([HEADER, GOOD], { book })).problems).toEqual([
      'calls.csv:2:9: is in the currency "GBP" and not in EUR; money is never converted',
    ]);
  });

  test("seconds where hours, minutes and seconds were promised", async () => {
    const dialect: CallDialect = {
      ...NAMED,
      fields: { ...NAMED.fields, duration: { column: "Seconds", is: [{ duration: "h:mm:ss" }] } },
    };
    const { calls, problems } = await readLines([HEADER, GOOD, LAST.replace(",60,", ",0:01:00,")], {
      dialect,
    });
    expect(calls).toEqual([expect.objectContaining({ duration: "60" })]);
    expect(problems).toEqual(['calls.csv:2:7: has Seconds "91", which is not written h:mm:ss']);
  });

  test("a number without its decimal comma", async () => {
    const dialect: CallDialect = {
      ...NAMED,
      fields: { ...NAMED.fields, costCDR: { column: "Cost", is: [{ decimal: "," }, { money: "major" }] } },
    };
    const good = GOOD.replace("0.0382", '"0,0382"');
    const { calls, problems } = await readLines([HEADER, good, LAST.replace("0.02", "1.234")], { dialect });
    expect(calls).toEqual([expect.objectContaining({ costCDR: "3.82" })]);
    expect(problems).toEqual([
      'calls.csv:3:8: has Cost "1.234", which is written with a decimal point where a decimal comma was promised',
    ]);
  });
});

test("numbers of JSON are read without an exponent, and refused where they have lost digits", async () => {
  const dialect: CallDialect = {
    reads: "jsonl",
    zone: "utc",
    fields: {
      id: "id",
      target: "from",
      external: "to",
      costCDR: { column: "charge", is: [{ money: "major" }] },
    },
  };
  const lines = [
    '{"id":7,"from":"020","charge":1e-7}',
    '{"id":12345678901234567890,"from":"020","charge":1}',
    '{"id":"8","from":"020","charge":-1e400}',
  ];
  const { calls, problems } = await readLines(lines, { dialect });
  expect(calls).toEqual([{ id: "7", target: "020", costCDR: "0.00001" }]);
  expect(problems).toEqual([
    "calls.csv:2: has a number at id with more digits than are kept; write it as text",
    "calls.csv:3: has a number at charge that is too large",
  ]);
});

test("a path of JSON that ends at a list or an object is a problem, because its field would be blank", async () => {
  const fields = { id: "ref", target: { column: ["from", "from/number"] }, external: "to" } as const;
  const lines = [
    '{"ref":"1","from":{"number":"020"},"to":[],"note":{"x":1}}',
    '{"ref":{"id":"2"},"from":"020","to":{}}',
    '{"ref":"3","from":"020","to":["021","022"]}',
  ];
  const { calls, problems } = await readLines(lines, { dialect: { reads: "jsonl", fields } });
  expect(calls).toEqual([{ id: "1", target: "020" }]);
  expect(problems).toEqual([
    "calls.csv:2: has an object at ref; name the path of what is meant within it",
    "calls.csv:3: has a list at to; name the path of what is meant within it",
  ]);
});

test("seconds where minutes were promised: a median call of over an hour is warned of once", async () => {
  const dialect: CallDialect = {
    ...NAMED,
    fields: { ...NAMED.fields, duration: { column: "Seconds", is: [{ duration: "min" }] } },
  };
  // Those that were not answered tell nothing.
  const unanswered = LAST.replace(",60,", ",0,");
  const short = LAST.replace(",60,", ",6,");
  const { calls, warnings } = await readLines([HEADER, unanswered, GOOD, GOOD, short, unanswered], {
    dialect,
  });
  expect(calls).toHaveLength(5);
  expect(warnings).toEqual([
    "calls.csv:3: the median call lasts over an hour: 2 of 3 answered calls do, and this is the first; durations are seconds",
  ]);
});

describe("what no file says", () => {
  test("a zone that does not exist", async () => {
    expect(await refusal([HEADER, GOOD], { zone: "Europe/Lundon" })).toMatch(/"Europe\/Lundon"/);
    const dialect: CallDialect = { ...NAMED, zone: "Europe/Lundon" };
    expect(() => openCallDialect(dialect)).toThrow(/zone.*"Europe\/Lundon"/);
  });

  test("a zone that must be chosen, and is not", async () => {
    const dialect: CallDialect = { ...NAMED, zone: null, needs: { zone: "The exchange does not say it." } };
    expect(await refusal([HEADER, GOOD], { dialect })).toMatch(/The exchange does not say it\. .*--zone/);
  });
});

test("a command reads on, tells each fault and counts every row", async () => {
  const rows = [
    GOOD,
    GOOD.replace("1,", "2,").replace("trunk", "internal"),
    GOOD.replace("1,", "3,").replace(",O,", ",X,"),
    GOOD.replace("1,", "4,").replace("06/10", "10/25"),
    GOOD.replace("1,", "5,").replace("GBP", "USD"),
    GOOD.replace("1,", "6,").replace(",91,", ",1:31,"),
    LAST,
  ];
  const place = await Workplace.with({
    "book.json": BOOK,
    "exchange.json": NAMED,
    "calls.csv": [HEADER, ...rows].join("\n"),
  });
  const line = "rate --book @book.json --calls @calls.csv --calls-format @exchange.json --out @rated.jsonl";
  const { err, code } = await place.run(line);
  expect(code).toBe(3);
  expect(err).toContain("6 calls read: 2 rated + 4 in error + 0 ignored");
  expect(err).toContain("1 row passed over: did not leave the exchange 1\n");
  const results = (await place.read("rated.jsonl")).trimEnd().split("\n");
  expect(results.map((result) => JSON.parse(result)).map(({ cost, message }) => message ?? cost)).toEqual([
    "3.82",
    'Line 4, column 4, could not be read: has an unknown direction: Direction is "X".',
    'Line 5, column 2, could not be read: has Started "10/25/2026 09:15:11", which is not a time as "DD/MM/YYYY HH:mm:ss"; day and month may stand the other way round.',
    'Line 6, column 9, could not be read: is in the currency "USD" and not in GBP; money is never converted.',
    'duration: "1:31" is not an amount; write digits such as 1.25.',
    "3.2",
  ]);
});

test("a command names a zone that does not exist, and warns of durations in another unit", async () => {
  const place = await Workplace.with({
    "book.json": BOOK,
    "exchange.json": {
      ...NAMED,
      fields: { ...NAMED.fields, duration: { column: "Seconds", is: [{ duration: "min" }] } },
    },
    "calls.csv": [HEADER, GOOD, LAST].join("\n"),
  });
  const line = "rate --book @book.json --calls @calls.csv --calls-format @exchange.json --out @rated.jsonl";
  const refused = await place.run(`${line} --zone Europe/Lundon`);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('"Europe/Lundon" is not a time zone; did you mean Europe/London?');
  expect(await place.files()).not.toContain("rated.jsonl");
  const { code, err } = await place.run(line.replace("@calls.csv", "@longer.csv"));
  expect([code, err]).toEqual([1, expect.stringContaining("longer.csv")]);
  await place.write("longer.csv", [HEADER, GOOD, LAST.replace(",60,", ",61,")].join("\n"));
  const warned = await place.run(line.replace("@calls.csv", "@longer.csv"));
  expect(warned.code).toBe(0);
  expect(warned.err.match(/the median call lasts over an hour: 2 of 2 answered calls do/g)).toHaveLength(1);
});

test("rows read are calls, rows passed over and problems", async () => {
  const rows = [
    GOOD,
    GOOD.replace("trunk", "Internal"),
    GOOD.replace(",O,", ",,"),
    "",
    GOOD.replace("GBP", "USD"),
    GOOD.replace("trunk", "internal"),
    'x"y',
    '"open',
  ];
  const { calls, passedOver, problems } = await readLines([HEADER, ...rows]);
  expect(passedOver).toEqual(["3: did not leave the exchange", "7: did not leave the exchange"]);
  // A blank line is no row.
  expect(calls.length + passedOver.length + problems.length).toBe(rows.length - 1);
});
