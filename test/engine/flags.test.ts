/**
 * R3 and R11: what the flags of a call mean, in one table that every way of rating is held to: a single call, columns,
 * CSV, JSON lines, UK standard CDRs, a book that was shared and one that was revised.
 */
import { describe, expect, test } from "vitest";
import { type ReadCallsOptions, rateFile, readCallColumns } from "../../src/files/index.ts";
import {
  type BookData,
  type CallRecord,
  checkBook,
  columnsFromRecords,
  openBook,
  openShared,
  quote,
  type ResultRecord,
  rateCall,
  rateColumns,
  reviseBook,
  shareBook,
  toRecord,
} from "../../src/index.ts";
import { pieces } from "../files/bytes.ts";
import { createSecondOpinion } from "../second-opinion/index.ts";

const DATA: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  callOrigins: [
    { name: "Handy", origin: "mobile" },
    { name: "Box", origin: "payphone" },
    { name: "landline", origin: "none" },
  ],
  callRecordings: [
    { name: "Kept", recorded: true },
    { name: "2", recorded: "no" },
  ],
  customers: [{ id: 7 }],
  numbers: [
    { id: 1, customerID: 7, number: "020 7946 0018", nationalTariff: "Test" },
    {
      id: 2,
      customerID: 7,
      number: "020 7946 0019",
      nationalTariff: "Test",
      useCallTypeOriginationTypeFlag: "Ignore",
    },
  ],
  tariffs: [
    {
      id: 1,
      name: "Test",
      tariffClass: "national",
      baseCost: 0,
      baseSurchargeMobileOriginationConnection: 5,
      baseSurchargePayphoneOriginationConnection: 30,
      baseSurchargeCallRecordingConnection: 1,
    },
  ],
};

const CALL = { target: "020 7946 0018", tariffType: "UK", startDate: "2026-10-01", duration: 60 };

/** What a call with these flags costs in pence, or the field at fault. */
const CASES: readonly [origin: string, recording: string | number | boolean, cost: string][] = [
  ["mobile", "", "5"],
  ["Mobile", "", "5"],
  ["MOBILE", "", "5"],
  ["Payphone", "", "30"],
  ["handy", "", "5"],
  ["BOX", "", "30"],
  ["Landline", "", "0"],
  ["moble", "", "0"],
  ["", true, "1"],
  ["", 1, "1"],
  ["", "Yes", "1"],
  ["", "on", "1"],
  ["", "Recorded", "1"],
  ["", "KEPT", "1"],
  ["mobile", "kept", "6"],
  ["", false, "0"],
  ["", 0, "0"],
  ["", "Off", "0"],
  ["", "Not recorded", "0"],
  ["", 2, "0"],
  ["", "NONE", "0"],
  ["", "perhaps", "malformed-record callTypeRecordingFlag"],
  ["mobile", 3, "malformed-record callTypeRecordingFlag"],
  ["", " yes", "malformed-record callTypeRecordingFlag"],
];

const CALLS: readonly CallRecord[] = CASES.map(([origin, recording], at) => ({
  ...CALL,
  id: at + 1,
  callTypeOriginationTypeFlag: origin,
  callTypeRecordingFlag: recording,
}));
const COSTS = CASES.map(([, , cost]) => cost);

function said(result: ResultRecord): string {
  if ("cost" in result) return String(result.cost);
  return "error" in result ? `${result.error} ${result.field}` : "ignored";
}

describe("what flags of calls mean", () => {
  const book = openBook(DATA);

  test("R11, R3 a call rated by itself", () => {
    expect(CALLS.map((call) => said(toRecord(rateCall(book, call))))).toEqual(COSTS);
  });

  test("R11, R3 the second opinion", () => {
    const second = createSecondOpinion(DATA as Readonly<Record<string, unknown>>);
    expect(CALLS.map((call) => said(second.rateCall({ ...call }) as unknown as ResultRecord))).toEqual(COSTS);
  });

  test("R11, R3 columns, of a shared and of a revised book as well", () => {
    const { callOrigins, callRecordings, ...without } = DATA;
    const revised = reviseBook(openBook(without), {
      upsert: { callOrigins: callOrigins ?? [], callRecordings: callRecordings ?? [] },
    });
    for (const opened of [book, openShared(structuredClone(shareBook(book))), revised]) {
      const rated = rateColumns(opened, columnsFromRecords(CALLS));
      expect(CALLS.map((_, row) => said(rated.recordAt(row)))).toEqual(COSTS);
      expect([...rated.retail[0]].length).toBe(CALLS.length);
      // Rows that are rated keep the plain way.
      const left = CALLS.flatMap((_, row) => (rated.fromRecord[row] === 1 ? [COSTS[row]] : []));
      expect(new Set(left)).toEqual(new Set(["malformed-record callTypeRecordingFlag"]));
    }
  });

  const columns = ["id", "target", "tariffType", "startDate", "duration"] as const;
  const flags = ["callTypeOriginationTypeFlag", "callTypeRecordingFlag"] as const;
  const csv = [
    [...columns, ...flags].join(","),
    ...CALLS.map((call) => [...columns, ...flags].map((field) => String(call[field])).join(",")),
  ].join("\n");
  const jsonl = CALLS.map((call) => JSON.stringify(call)).join("\n");
  const header = "Call Cause,Customer Identifier,Call Date,Duration,Recording,RecordID,Currency,Description";
  const cdr = [
    header,
    ...CALLS.map(
      ({ id, callTypeOriginationTypeFlag: origin, callTypeRecordingFlag: recording }) =>
        // The dialect trims cells, so a flag with a space before it is that flag.
        `${origin},02079460018,01/10/2026,60,${recording === " yes" ? "?" : recording},${id},GBP,`,
    ),
  ].join("\n");
  const dialect = {
    header: "yes",
    fields: { "Call Cause": "callTypeOriginationTypeFlag" },
    set: { tariffType: "UK" },
  } as const;

  test.each([
    ["csv", csv, {}],
    ["jsonl", jsonl, {}],
    ["uk-cdr", cdr, { dialect }],
  ] as const)("R11, R3 a file of the format %s", async (format, text, more) => {
    const read: ReadCallsOptions = { format, name: "calls", ...more };
    const bytes = Buffer.from(text);
    const lines: string[] = [];
    const output = {
      name: "memory",
      write: () => undefined,
      writeBytes: async (own: Uint8Array) => {
        lines.push(Buffer.from(own).toString());
      },
      flush: async () => {},
      complete: async () => {},
      finish: async () => {},
      discard: async () => {},
    };
    await rateFile({
      book,
      input: { source: pieces(bytes), size: bytes.length },
      read,
      results: { output, format: "jsonl" },
      threads: 1,
    });
    const results = lines.join("").trim().split("\n");
    expect(results.map((line) => said(JSON.parse(line) as ResultRecord))).toEqual(COSTS);
    for await (const own of readCallColumns(pieces(bytes), read)) {
      expect(own.byRecord.subarray(0, own.length).every((flag) => flag === 0)).toBe(true);
    }
  });

  test("R21 a number whose flag says to ignore the origin", () => {
    const call = { ...CALL, target: "020 7946 0019", callTypeOriginationTypeFlag: "Mobile" };
    expect(said(toRecord(rateCall(book, call)))).toBe("0");
    expect(said(rateColumns(book, columnsFromRecords([call])).recordAt(0))).toBe("0");
  });

  test("the message says what to do", () => {
    const result = rateCall(book, { ...CALL, callTypeRecordingFlag: "perhaps" });
    expect(result).toMatchObject({
      message:
        'callTypeRecordingFlag: "perhaps" says neither yes nor no; list it in the book\'s callRecordings.',
    });
  });

  test("a quote knows them, too", () => {
    const asked = { tariff: 1, callType: "UK", at: "2026-10-01", duration: 60 };
    expect(quote(book, { ...asked, origination: "Handy" })).toMatchObject({ cost: "5" });
    expect(quote(book, { ...asked, recorded: "perhaps" as never })).toMatchObject({ field: "recorded" });
  });
});

describe("R3 a book's own words", () => {
  test("goes before those that every book knows", () => {
    const book = openBook({
      ...DATA,
      callOrigins: [{ name: "Mobile", origin: "none" }],
      callRecordings: [{ name: "recorded", recorded: 0 }],
    });
    const call = { ...CALL, callTypeOriginationTypeFlag: "mobile", callTypeRecordingFlag: "Recorded" };
    expect(said(toRecord(rateCall(book, call)))).toBe("0");
    expect(said(rateColumns(book, columnsFromRecords([call])).recordAt(0))).toBe("0");
  });

  test("names are unique in any case, and no entry turns a flag round", () => {
    const { problems } = checkBook({
      callOrigins: [
        { name: "Handy", origin: "mobile" },
        { name: "HANDY", origin: "none" },
        { name: "x", origin: "fixed" },
      ],
      callRecordings: [
        { name: "yes", recorded: false },
        { name: "Y", recorded: true },
        { name: "kept", recorded: "maybe" },
      ],
    });
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'callOrigins[2].origin: "fixed" is not one of mobile, payphone, none',
      'callRecordings[0].name: "yes" is a flag already and means true; remove this entry',
      'callRecordings[2].recorded: "maybe" says neither yes nor no; write true or false',
      'callOrigins[1].name: "HANDY" is already the name of callOrigins[0], upper and lower case alike; rename one of them',
    ]);
  });
});
