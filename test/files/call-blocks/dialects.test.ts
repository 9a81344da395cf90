/** Files of dialects: read from their bytes they give, byte for byte, what their records give. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FOREIGN_FORMATS, fixtureFiles } from "../../../fixtures/generator/index.mjs";
import type { CallBlock, Cells } from "../../../src/files/call-blocks/index.ts";
import { type CallDialect, openCallDialect } from "../../../src/files/dialects/index.ts";
import type { ReadCallsOptions, RunReport } from "../../../src/files/index.ts";
import { type BookData, openBook, RESULT_FIELDS } from "../../../src/index.ts";
import type { KernelForm } from "../../../src/kernel/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";
import {
  anyDialect,
  BOOK_NUMBERS,
  COLUMNS,
  choicesOf,
  rowsOf,
  WordCounts,
} from "../../second-opinion/dialect/any-dialect.ts";
import { monthFile } from "./any-call-file.ts";
import { scanned } from "./scanned.ts";
import { expectTwoWaysAlike, type How } from "./two-ways.ts";

/** The book of the month, with the numbers and directions of random dialects. */
function monthBook(): BookData {
  const data = JSON.parse(monthFile("book.json").toString()) as {
    -readonly [Key in keyof BookData]: BookData[Key];
  };
  const [first] = data.numbers ?? [];
  data.numbers = [
    ...(data.numbers ?? []),
    ...BOOK_NUMBERS.map((number) => ({ ...first, id: number, number, CDRNumber: undefined })),
  ] as never;
  data.callDirections = [
    ...(data.callDirections ?? []),
    { name: "in", direction: "inbound" },
    { name: "out", direction: "outbound" },
  ];
  const recorded = ["out", "trunk-1", "NULL"].map((name) => ({ name, recorded: false }));
  data.callRecordings = [...(data.callRecordings ?? []), ...recorded];
  return data;
}

const book = openBook(monthBook());

/** The month as another program would write it. */
function foreignMonth(format: string, calls: number): Buffer {
  const { extension } = FOREIGN_FORMATS[format] as { extension: string };
  const files = fixtureFiles({ calls, formats: [format] });
  const file = files.find(({ name }) => name.endsWith(extension));
  if (file === undefined) throw new Error(`the fixtures have no ${extension}`);
  return Buffer.from([...file.text()].join(""));
}

describe.each(Object.entries(FOREIGN_FORMATS))("%s", { tags: "example" }, (format, { dialect, choices }) => {
  const bytes = foreignMonth(format, 400);
  const read: ReadCallsOptions = { format: "dialect", name: "calls", dialect, ...choices, book };
  const how: How = {
    book,
    results: "csv",
    duplicates: "report",
    reclassify: false,
    blockBytes: 20_000,
    piece: 65_536,
  };

  test("gives what its records give", async () => {
    const report = (await expectTwoWaysAlike(bytes, read, how)) as RunReport;
    expect(report.rated).toBeGreaterThan(10);
    await expectTwoWaysAlike(bytes, read, { ...how, results: "jsonl", piece: 1_000 });
  });

  test("shows the fields of its calls", async () => {
    const columns = ["id", "cost", ...SHOWN.map((field) => `call.${field}`)];
    await expectTwoWaysAlike(bytes, read, { ...how, columns });
    await expectTwoWaysAlike(bytes, read, { ...how, columns, results: "jsonl" });
  });

  test("is read from its bytes", async () => {
    const { rows, careful } = await scanned(bytes, read);
    expect(careful.length).toBeLessThan(rows / 20);
  });

  test("has the same columns in both forms of the kernel", async () => {
    const columnsOf = async (form: KernelForm): Promise<readonly string[]> => {
      const rows: string[] = [];
      await scanned(bytes, read, (block) => rows.push(...rowsOfBlock(block)), form);
      return rows;
    };
    const rows = await columnsOf("webassembly");
    expect(rows.length).toBeGreaterThan(50);
    expect(await columnsOf("javascript")).toEqual(rows);
  });
});

/** What the columns of a block hold, a text a row. */
function rowsOfBlock(block: CallBlock): readonly string[] {
  const text = ({ bytes, start, end }: Cells, row: number): string =>
    Buffer.from(bytes.buffer).toString("utf8", start[row], end[row]);
  return Array.from({ length: block.length }, (_, row) => {
    const codes = [block.target, block.carrier, block.chargeBand, block.tariffType, block.directionFlag];
    const names = codes.map((column) => block.names[column[row] as number]);
    const start = [block.startDay[row], block.startMillisecond[row], block.startOffset[row]];
    const texts = [block.id, block.external, block.location].map((cells) => text(cells, row));
    const costs = block.costCDR.map((column) => column[row]);
    const said = [block.byRecord[row], ...names, ...start, block.duration[row], ...texts, ...costs];
    return block.byRecord[row] === 1 ? "by its record" : JSON.stringify(said);
  });
}

const SHOWN = [
  ...["id", "target", "external", "startDate", "startTime", "duration", "carrier", "callTypeDirectionFlag"],
  ...[
    "extension",
    "callGroup",
    "location",
    "costCDR",
    "clid",
    "Call Type",
    "disposition",
    "network",
    "accountcode",
  ],
];

describe("cells that are fields as they stand", () => {
  const cells = {
    ...{ number: "1", from: "020 7946 0000", to: "33123456789", at: "2026-10-01T10:00:00", seconds: "60" },
    ...{ carrier: "Northway", price: "0.0125", sent: "5", where: "Paris", band: "A" },
  };
  const dialect: CallDialect = {
    ...{ reads: "csv", csv: { header: "yes" }, zone: "local", blank: ["NULL", "\\N"] },
    fields: {
      ...{ id: "number", target: "from", external: "to", duration: "seconds", carrier: "carrier" },
      ...{ location: "where", chargeBand: "band", start: { column: "at", time: "iso" } },
      costCDR: { column: "price", is: [{ money: "major" }, { zero: "blank" }] },
      bytes: { column: "sent", is: [{ zero: "blank" }] },
    },
  };
  const said = [
    ...["", " ", "NULL", " NULL ", "NULLS", "\\N", '""', ' " x "', '"a ""b"""', '"a, b"', "é", "\u00a0x"],
    ...[
      "0",
      "0.000000",
      "-0.00",
      ".5",
      "+1",
      " 7 ",
      "00.10",
      "1234567890123456",
      "0.123456789",
      "-1.5",
      "1e3",
    ],
  ];
  const rows = Object.keys(cells).flatMap((column) =>
    said.map((cell) => Object.values({ ...cells, [column]: cell }).join(",")),
  );
  const bytes = Buffer.from([Object.keys(cells).join(","), ...rows, ""].join("\n"));
  const read: ReadCallsOptions = { format: "dialect", name: "calls", dialect, book };

  test.each([
    undefined,
    ["id", "cost", ...SHOWN.map((field) => `call.${field}`), "call.bytes", "call.chargeBand"],
  ])("are what their records say, whatever stands in them, with the columns %j", async (columns) => {
    for (const results of ["csv", "jsonl"] as const) {
      const how: How = {
        book,
        results,
        duplicates: "keep",
        reclassify: false,
        blockBytes: 20_000,
        piece: 65_536,
      };
      await expectTwoWaysAlike(bytes, read, columns === undefined ? how : { ...how, columns });
    }
  });

  test("are read from their bytes where they say nothing, or have blanks around them", async () => {
    const { careful } = await scanned(bytes, read);
    expect(careful.length).toBeLessThan(rows.length / 3);
  });
});

test.each(["h:mm:ss", "s", "ms", "us", "ns", "min", "hhmmss"] as const)(
  "durations in %s are what their records say, however they are written",
  async (duration) => {
    const said = [
      ...["0", "7", "60", "060", "66000", "66500", "1000001", "999999999", "1000000000", "31622400001"],
      ...["66000000000", "1", "999", "123456789012", "1234567890123456", "-5", "+5", "5.", ".5", "66.500"],
      ...["66.5004", "1e3", "00:01:06", "0:01:06", "99:59:59", "100:00:00", "00:60:00", "00:01:06.25"],
      ...["00.01.06", "aa:bb:cc", "000106", "106", "", "NULL", " 66 ", '"66"', "6é"],
    ];
    const dialect: CallDialect = {
      ...{ reads: "csv", csv: { header: "yes" }, zone: "local", blank: ["NULL"] },
      fields: {
        ...{ id: "number", target: "from", external: "to", start: { column: "at", time: "iso" } },
        duration: { column: "took", is: [{ duration }] },
      },
    };
    const rows = said.map((took, row) => `${row},02079460000,33123456789,2026-10-01T10:00:00,${took}\n`);
    const bytes = Buffer.from(`number,from,to,at,took\n${rows.join("")}${rows.join("")}`);
    const how = { book, duplicates: "keep", reclassify: false, blockBytes: 20_000, piece: 65_536 } as const;
    const read: ReadCallsOptions = { format: "dialect", name: "calls", dialect, book };
    await expectTwoWaysAlike(bytes, read, { ...how, results: "csv" });
    await expectTwoWaysAlike(bytes, read, {
      ...how,
      results: "jsonl",
      columns: ["id", "cost", "chargedDuration"],
    });
  },
);

test("usage that is a sum of cells is what its record says, and within the bounds of its field", async () => {
  const said = ["", "0", "30", "60", "1.5", "999999", "500000000", "1000000000", "999999999999999", "x"];
  const usage = (name: string) => ({ column: [`${name} 1`, `${name} 2`], sum: true }) as const;
  const dialect: CallDialect = {
    ...{ reads: "csv", csv: { header: "yes" }, zone: "local" },
    fields: {
      ...{ id: "number", target: "from", external: "to", start: { column: "at", time: "iso" } },
      ...{ duration: usage("took"), bytes: usage("sent"), events: usage("done") },
    },
  };
  const names = ["took", "sent", "done"];
  const rows = names.flatMap((_, filled) =>
    said.flatMap((first) =>
      said.map((second) => names.map((_name, at) => (at === filled ? `${first},${second}` : ",")).join()),
    ),
  );
  const header = `number,from,to,at,${names.map((name) => `${name} 1,${name} 2`).join()}`;
  const calls = rows.map((row, at) => `${at},${BOOK_NUMBERS[0]},447700900123,2026-10-01T10:00:00,${row}\n`);
  const bytes = Buffer.from(`${header}\n${calls.join("")}`);
  const read: ReadCallsOptions = { format: "dialect", name: "calls", dialect, book };
  const how = { book, duplicates: "keep", reclassify: false, blockBytes: 20_000, piece: 65_536 } as const;
  const report = await expectTwoWaysAlike(bytes, read, { ...how, results: "csv" });
  expect((report as RunReport).rated).toBeGreaterThan(20);
  const durations: number[] = [];
  await scanned(bytes, read, (block) => durations.push(...block.duration.subarray(0, block.length)));
  expect(durations.slice(said.length * 3, said.length * 3 + 4)).toEqual([60_000, 60_000, 90_000, 120_000]);
});

test("a ring over a change of the clock is added as the record has it, and read from its bytes", async () => {
  const started = [
    "24/10/2026 23:59:59",
    "25/10/2026 01:59:59",
    "25/10/2026 00:30:00",
    "29/03/2026 00:59:59",
  ];
  const rows = started.flatMap((start) =>
    [0, 9, 3_600, 86_400, 90_000].map(
      (ring) => `02079460000,33123456789,${start.replace(" ", ",")},60,${ring}\n`,
    ),
  );
  const bytes = Buffer.from(`from,to,day,clock,took,ring\n${rows.join("")}`);
  const date = { column: "day", is: [{ date: "dd/mm/yyyy" }] } as const;
  const dialect: CallDialect = {
    ...{ reads: "csv", csv: { header: "yes" }, zone: "local" },
    fields: {
      ...{ target: "from", external: "to", duration: "took" },
      start: { date, clock: { column: "clock", is: ["clock"] }, plus: "ring" },
    },
  };
  const read: ReadCallsOptions = { format: "dialect", name: "calls", dialect, book };
  const how = { book, duplicates: "keep", reclassify: false, blockBytes: 20_000, piece: 65_536 } as const;
  await expectTwoWaysAlike(bytes, read, { ...how, results: "csv" });
  expect((await scanned(bytes, read)).careful).toEqual([]);
});

test("what texts stand for is found out anew where a file has more of them than are remembered", async () => {
  const dialect: CallDialect = {
    ...{ reads: "csv", csv: { header: "yes" }, zone: "local" },
    fields: {
      ...{ target: "from", external: "to", start: { column: "at", time: "iso" } },
      duration: { column: "took", is: [{ duration: "min" }] },
      chargeBand: { column: "band", is: [{ table: { A: "one", B: "two" }, otherwise: "blank" }] },
    },
    set: { carrier: "Northway" },
  };
  const took = (row: number): number => (row % 4 === 0 ? 1_000 * (row % 7) : 5_000 + row);
  const rows = Array.from(
    { length: 200_000 },
    (_, row) => `02079460000,33123456789,2026-10-01T10:00:00,${took(row)},${"ABC"[row % 3]}\n`,
  );
  const bytes = `from,to,at,took,band\n${rows.join("")}`;
  const tables = new Set<unknown>();
  const wrong: string[] = [];
  let seen = 0;
  const { careful } = await scanned(bytes, { format: "dialect", dialect, book }, (block) => {
    tables.add(block.names);
    for (let row = 0; row < block.length; row++, seen++) {
      const band = block.names[block.chargeBand[row] as number];
      const carrier = block.names[block.carrier[row] as number];
      const said = [block.duration[row], band, carrier].join();
      if (said !== [60_000 * took(seen), ["one", "two", ""][seen % 3], "Northway"].join()) wrong.push(said);
    }
  });
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(seen).toBe(200_000);
  expect(careful).toEqual([]);
  expect(tables.size).toBeGreaterThan(1);
});

/** A dialect, what is chosen for it, and a file of its rows. */
interface AnyFile {
  readonly read: ReadCallsOptions;
  readonly bytes: Buffer;
}

/** The dialect and the choices that it takes; undefined where it cannot be opened. */
function chosen(dialect: CallDialect, choices: Partial<ReadCallsOptions>): ReadCallsOptions | undefined {
  for (const { zone, ...others } of [choices, { ...choices, zone: undefined }]) {
    const { year, carrier } = others;
    for (const own of [{ zone, year, carrier }, { zone, carrier }, { zone }, {}]) {
      const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
      try {
        openCallDialect(dialect, { ...given, book });
        return { format: "dialect", name: "calls", dialect, ...given, book };
      } catch {
        // The next may do.
      }
    }
  }
  return undefined;
}

const quotes = fc.constantFrom<(cell: string, at: number) => boolean>(
  () => false,
  () => false,
  () => true,
  (cell) => cell.startsWith(" "),
  (_, at) => at % 3 === 0,
);

/** A dialect of which most rows can be rated; `withUsage` leaves the duration as it is. */
function sensible({ fields, ...dialect }: CallDialect, withUsage = false): CallDialect {
  const { passOver: _, legs: _legs, currency: _currency, ...others } = dialect;
  const { events: _events, duration = "Secs", ...plain } = fields ?? {};
  return {
    ...others,
    direction: { inbound: [{ column: "Kind", in: ["in"] }], otherwise: "out" },
    fields: {
      ...plain,
      target: { in: "Called", out: "Caller" },
      external: { in: "Caller", out: "Called" },
      duration: withUsage ? duration : "Secs",
      costCDR: "Price",
    },
  };
}

const anyFile: fc.Arbitrary<AnyFile> = fc
  .oneof(
    { weight: 1, arbitrary: anyDialect },
    { weight: 3, arbitrary: anyDialect.map((dialect) => sensible(dialect)) },
    { weight: 2, arbitrary: anyDialect.map((dialect) => sensible(dialect, true)) },
  )
  .chain((dialect) =>
    fc.record({
      dialect: fc.constant(dialect),
      rows: fc.array(rowsOf(dialect), { minLength: 1, maxLength: 5 }),
      choices: choicesOf,
      isQuoted: quotes,
      end: fc.constantFrom("\n", "\r\n"),
      delimiter: fc.constantFrom<"," | ";" | "|">(",", ";", "|"),
    }),
  )
  .map(({ dialect, rows, choices, isQuoted, end, delimiter }) => {
    const whole: CallDialect = { ...dialect, csv: { delimiter } };
    const line = (cells: readonly string[]): string =>
      cells
        .map((cell, at) =>
          isQuoted(cell, at) || cell.includes(delimiter) || /["\n]/.test(cell)
            ? `"${cell.replaceAll('"', '""')}"`
            : cell,
        )
        .join(delimiter);
    return {
      read: chosen(whole, choices) ?? { format: "dialect", name: "calls", dialect: whole, book },
      bytes: Buffer.from([COLUMNS, ...rows.flat()].map(line).join(end)),
    };
  });

const anyHow: fc.Arbitrary<How> = fc.record({
  book: fc.constant(book),
  results: fc.constantFrom("jsonl", "csv"),
  duplicates: fc.constantFrom("report", "keep"),
  reclassify: fc.boolean(),
  columns: fc.constantFrom<readonly string[]>(
    RESULT_FIELDS,
    ["id", "cost", "costCarrier", ...SHOWN.map((field) => `call.${field}`)],
    // Columns that are carried along under the file's names, and some that it does not have.
    [
      "id",
      ...COLUMNS.map((column) => `call.${column}`),
      ...COLUMNS.map((column) => `call.${column.toLowerCase()}`),
      "call.none such",
    ],
  ),
  blockBytes: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(20_000)),
  piece: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(20_000)),
});

describe("whatever dialect describes a file, and whatever the file holds", () => {
  test("blocks give what single calls give", async () => {
    let rated = 0;
    const words = new WordCounts();
    await fc.assert(
      fc.asyncProperty(anyFile, anyHow, async ({ read, bytes }, how) => {
        words.add(read.dialect as CallDialect);
        const report = await expectTwoWaysAlike(bytes, read, how);
        if (typeof report === "object") rated += (report as RunReport).rated;
      }),
      runs(750),
    );
    expect(rated).toBeGreaterThan(atLeast(100));
    expect(words.rarer(atLeast(10))).toEqual([]);
  });

  test("also of broken bytes, in files as programs write them", async () => {
    const files = Object.entries(FOREIGN_FORMATS).map(
      ([format, { dialect, choices }]): AnyFile => ({
        bytes: foreignMonth(format, 40),
        read: { format: "dialect", name: "calls", dialect, ...choices, book },
      }),
    );
    const breaks = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom(0x00, 0xff, 0x22, 0x0a, 0x0d, 0x5c, 0x20, 0x2c, 0x39, 0x7b, 0x41)),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), breaks, anyHow, async ({ read, bytes }, places, how) => {
        const broken = Buffer.from(bytes);
        for (const [at, code] of places) broken[at % broken.length] = code;
        await expectTwoWaysAlike(broken, read, how);
      }),
      runs(250),
    );
  });
});
