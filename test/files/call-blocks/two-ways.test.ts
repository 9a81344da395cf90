/** Whatever a call file holds: rated in blocks of columns it gives, byte for byte, what it gives call by call. */
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { type RunReport, UK_CDR_COLUMNS } from "../../../src/files/index.ts";
import { type BookData, openBook } from "../../../src/index.ts";
import { CALL_FIELDS } from "../../../src/model/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";
import { type Cells, row } from "../uk-cdr/rows.ts";
import { anyCsv, anyJsonLines, anyRepeatedCalls, anyUkCdr, DIALECTS, monthFile } from "./any-call-file.ts";
import { expectTwoWaysAlike, type How } from "./two-ways.ts";

const book = openBook(JSON.parse(monthFile("book.json").toString()) as BookData);

const anyHow: fc.Arbitrary<How> = fc.record({
  book: fc.constant(book),
  results: fc.constantFrom("jsonl", "csv"),
  duplicates: fc.constantFrom("report", "keep"),
  reclassify: fc.boolean(),
  blockBytes: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(20_000)),
  piece: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(20_000)),
});

/** Calls rated so far: files of which none can be rated would prove little. */
let rated = 0;
beforeEach(() => {
  rated = 0;
});

function count(report: unknown): void {
  // What could not be read at all has a message for a report.
  if (typeof report === "object") rated += (report as RunReport).rated;
}

describe("whatever the file holds, blocks give what single calls give", () => {
  test("CSV", async () => {
    await fc.assert(
      fc.asyncProperty(anyCsv, anyHow, async (bytes, how) => {
        count(await expectTwoWaysAlike(bytes, { format: "csv", name: "calls" }, how));
      }),
      runs(400),
    );
    expect(rated).toBeGreaterThan(atLeast(1_000));
  });

  test("JSON lines", async () => {
    await fc.assert(
      fc.asyncProperty(anyJsonLines, anyHow, async (bytes, how) => {
        count(await expectTwoWaysAlike(bytes, { format: "jsonl", name: "calls" }, how));
      }),
      runs(400),
    );
    expect(rated).toBeGreaterThan(atLeast(1_000));
  });

  test("JSON lines with every field of the calls beside their costs", async () => {
    const ofCalls = (...fields: string[]): string[] => fields.map((field) => `call.${field}`);
    const shown = ofCalls(...CALL_FIELDS, "extension", "note");
    const columns = fc.constantFrom(
      ["id", "cost", ...shown, "location"],
      ["id", ...ofCalls("target", "result.numberID", "result.note", "note", "cost", "call.target"), "cost"],
    );
    await fc.assert(
      fc.asyncProperty(anyJsonLines, anyHow, columns, async (bytes, how, chosen) => {
        const shows = { ...how, columns: chosen };
        count(await expectTwoWaysAlike(bytes, { format: "jsonl", name: "calls" }, shows));
      }),
      runs(400),
    );
    expect(rated).toBeGreaterThan(atLeast(1_000));
  });

  test("JSON numbers with exponents", async () => {
    const numbers = ["1e-7", "1.25E-3", "6e1", "-0.0", "-1e-9", "1e21", "0.12345678901234567890", "5e-324"];
    const lines = numbers.flatMap((number, index) =>
      ["costCDR", "duration", "note", "target"].map(
        (field) =>
          `{"id":"${field} ${index}","numberID":"1001","external":"01134960000","startDate":"2026-10-06T09:00:00","duration":60,"${field}":${number}}\n`,
      ),
    );
    for (const results of ["csv", "jsonl"] as const) {
      const columns = ["id", "cost", "error", "call.costCDR", "call.duration", "call.note", "call.target"];
      const how: How = {
        book,
        results,
        duplicates: "keep",
        reclassify: false,
        blockBytes: 20_000,
        piece: 60,
        columns,
      };
      count(await expectTwoWaysAlike(Buffer.from(lines.join("")), { format: "jsonl", name: "calls" }, how));
    }
  });

  test("UK standard CDRs of several dialects", async () => {
    await fc.assert(
      fc.asyncProperty(anyUkCdr, anyHow, async ({ bytes, dialect }, how) => {
        count(await expectTwoWaysAlike(bytes, { format: "uk-cdr", name: "calls", dialect }, how));
      }),
      runs(600),
    );
    expect(rated).toBeGreaterThan(atLeast(1_000));
  });

  test("calls that may have been read before, by each of their keys (R30)", async () => {
    await fc.assert(
      fc.asyncProperty(anyRepeatedCalls, anyHow, async ({ csv, jsonl }, how) => {
        const told = { ...how, duplicates: "report" } as const;
        const ofCsv = await expectTwoWaysAlike(csv, { format: "csv", name: "calls" }, told);
        const ofLines = await expectTwoWaysAlike(jsonl, { format: "jsonl", name: "calls" }, told);
        expect(ofLines).toEqual(ofCsv);
        count(ofCsv);
      }),
      runs(100),
    );
    expect(rated).toBeGreaterThan(atLeast(300));
  });

  test("broken bytes", async () => {
    const files = fc.oneof(
      anyCsv.map((bytes) => ({ bytes, format: "csv" as const, dialect: undefined })),
      anyJsonLines.map((bytes) => ({ bytes, format: "jsonl" as const, dialect: undefined })),
      anyUkCdr.map((own) => ({ ...own, format: "uk-cdr" as const })),
    );
    const breaks = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom(0x00, 0xff, 0x22, 0x0a, 0x0d, 0x5c, 0x20, 0x2c)),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    await fc.assert(
      fc.asyncProperty(files, breaks, anyHow, async ({ bytes, format, dialect }, places, how) => {
        const broken = Buffer.from(bytes);
        for (const [at, code] of places) if (broken.length > 0) broken[at % broken.length] = code;
        await expectTwoWaysAlike(broken, { format, name: "calls", dialect }, how);
      }),
      runs(400),
    );
  });
});

describe("stray quotes cost their own lines", { tags: "example" }, () => {
  const strayIn: [string, number, (line: number) => string][] = [
    ["the first line, which stays open to the end", 20_000, (line) => (line === 0 ? '1,"a' : "x")],
    ["every line", 4_000, (line) => `${line},"a`],
    ["every third line", 4_000, (line) => (line % 3 === 0 ? `${line},"a` : `${line},"b","c ""d"""`)],
  ];
  test.each(strayIn)("%s", async (_, length, lineAt) => {
    const lines = Array.from({ length }, (_line, at) => lineAt(at)).join("\n");
    const how: How = {
      book,
      results: "jsonl",
      duplicates: "keep",
      reclassify: false,
      blockBytes: 1 << 15,
      piece: 1 << 13,
    };
    for (const format of ["csv", "uk-cdr"] as const) {
      const header = format === "csv" ? "id,target,external" : UK_CDR_COLUMNS.join(",");
      const report = await expectTwoWaysAlike(
        Buffer.from(`${header}\n${lines}`),
        { format, name: "calls" },
        how,
      );
      expect(report).toMatchObject({ read: length, errors: length });
    }
  });
});

test("a header over several lines, in whatever pieces it comes", async () => {
  const how: Omit<How, "piece"> = {
    book,
    results: "jsonl",
    duplicates: "keep",
    reclassify: false,
    blockBytes: 1,
  };
  for (const text of ['id,"no\nte""\n",target\n1,2,3\n', 'id,"no\nte,target\n1,2,3\n', '"id\n"\n,target\n']) {
    for (let piece = 1; piece < text.length; piece++) {
      await expectTwoWaysAlike(Buffer.from(text), { format: "csv", name: "calls" }, { ...how, piece });
    }
  }
});

describe("the sample month", { tags: "example" }, () => {
  const how: How = {
    book,
    results: "csv",
    duplicates: "report",
    reclassify: false,
    blockBytes: 20_000,
    piece: 65_536,
  };

  test("with a carrier of its own on each of twelve thousand lines", async () => {
    const common = "01134960101,01134960696,2026-10-01,10:00:00,60,1.5";
    // Every third has an amount that goes by its record.
    const lines = Array.from(
      { length: 12_000 },
      (_, at) => `${at},Carrier ${at},${common}${at % 3 === 0 ? "12345678" : ""}`,
    );
    const header = "id,carrier,target,external,startDate,startTime,duration,costCDR";
    const report = (await expectTwoWaysAlike(
      Buffer.from([header, ...lines].join("\n")),
      { format: "csv", name: "calls" },
      how,
    )) as RunReport;
    expect(report.rated).toBe(12_000);
    expect(report.reconciliation.length).toBe(10_001);
    expect(report.reconciliation.at(-1)?.carrier).toBe("(others)");
  });

  test.each([
    ["csv", "calls-2026-10.csv"],
    ["jsonl", "calls-2026-10.jsonl"],
  ] as const)("as %s", async (format, name) => {
    for (const results of ["csv", "jsonl"] as const) {
      const report = await expectTwoWaysAlike(
        monthFile(name),
        { format, name: "calls" },
        { ...how, results },
      );
      expect(report).toMatchObject({ read: 3_000 });
    }
  });

  test("as UK standard CDRs, in each dialect", async () => {
    const bytes = monthFile("calls-2026-10.uk-cdr.csv");
    for (const dialect of DIALECTS) {
      const read = { format: "uk-cdr", name: "calls", dialect } as const;
      await expectTwoWaysAlike(bytes, read, how);
      await expectTwoWaysAlike(bytes, read, { ...how, columns: ["call.target", "call.startDate", "id"] });
    }
  });

  test("with columns of the calls whose cells are odd", async () => {
    const cells = [
      "+441134960696",
      "=1+1",
      "-5",
      "-a",
      "@a",
      '"a, ""b"""',
      '"""a"""',
      '""',
      "a ",
      " a",
      "*100",
    ];
    const more = [
      '"a\tb"',
      '"é, ""x"""',
      "xé",
      "\u00a0x",
      '"a\nb"',
      "a\u001fb",
      "1.50",
      "0",
      "_a",
      '"+a,b"',
      ",",
    ];
    const lines = [...cells, ...more].map(
      (cell, at) => `${at},${cell === "," ? "" : cell},01134960101,2026-10-01,60,${cell === "," ? "" : cell}`,
    );
    const bytes = Buffer.from(["id,external,target,startDate,duration,note", ...lines].join("\n"));
    const columns = ["call.external", "id", "call.note", "cost", "call.target"];
    for (const results of ["csv", "jsonl"] as const) {
      const read = { format: "csv", name: "calls" } as const;
      await expectTwoWaysAlike(bytes, read, { ...how, results, columns });
      await expectTwoWaysAlike(bytes, read, { ...how, results, columns: [...columns].reverse() });
    }
  });

  test("as UK standard CDRs with what is seldom: sums beyond every amount, a ring over the last of days", async () => {
    const calls: Cells[] = [
      { Salesprice: "9999999.99", "NGCS Access Charge": "0.01" },
      { Salesprice: "9999999.99", "NGCS Access Charge": "0.02" },
      { Salesprice: "9999999", "NGCS Service Charge": "5000000", "NGCS Access Charge": "-5000000" },
      { Salesprice: "1", "NGCS Service Charge": "0.00", "NGCS Access Charge": "2" },
      { "Call Date": "31/12/2099", "Call Time": "23:59:59", "Ring time": "1" },
      { "Call Date": "31/12/2099", "Call Time": "23:59:58", "Ring time": "1" },
      { "Ring time": "0000005" },
      { "Ring time": "172800" },
    ];
    const usual: Cells = {
      "Customer Identifier": "03069990701",
      "Telephone Number Dialled": "02920180676",
      "Call Date": "01/10/2026",
      "Call Time": "07:58:42",
      "Call Class": "IC",
      Duration: "30",
      Carrier: "Northway",
      Chargecode: "IN3",
    };
    const bytes = Buffer.from(
      [UK_CDR_COLUMNS.join(","), ...calls.map((cells) => row({ ...usual, ...cells }))].join("\n"),
    );
    for (const dialect of [...DIALECTS, { ngcsCharges: "beside" } as const]) {
      await expectTwoWaysAlike(bytes, { format: "uk-cdr", name: "calls", dialect }, how);
    }
  });
});
