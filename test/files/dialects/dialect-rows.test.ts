import { describe, expect, test } from "vitest";
import { DialectRows, type RowOutcome } from "../../../src/files/dialects/index.ts";
import {
  type CallDialect,
  type DialectChoices,
  FileError,
  openCallDialect,
  readCallColumns,
  readCalls,
} from "../../../src/files/index.ts";
import { openBook } from "../../../src/index.ts";
import { pieces } from "../bytes.ts";

const BOOK = openBook({
  currency: "GBP",
  callDirections: [{ name: "in", direction: "inbound" }],
  numbers: [{ id: 1, number: "01632 960001", customerID: 1 }],
  customers: [{ id: 1 }],
});

const COLUMNS = ["ID", "From", "To", "When", "Ring", "Seconds", "State", "Price", "Currency", "Note"];

const PLAIN: CallDialect = {
  reads: "csv",
  zone: "utc",
  blank: ["NULL"],
  fields: {
    id: "ID",
    target: "From",
    external: "To",
    start: { column: "When", time: "YYYY-MM-DD HH:mm:ss" },
    duration: "Seconds",
  },
};

const ROW = [
  "7",
  "01632960001",
  "02079460018",
  "2026-10-06 09:00:00",
  "5",
  "61",
  "OK",
  "0.25",
  "GBP",
  "hello",
];

/** What a row gives by a dialect on top of the plain one; `cells` are changed in the plain row. */
function outcomes(
  dialect: Partial<CallDialect> = {},
  cells: Record<string, string> = {},
  choices: DialectChoices = {},
): readonly RowOutcome[] {
  const fields = { ...PLAIN.fields, ...dialect.fields };
  const opened = openCallDialect({ ...PLAIN, ...dialect, fields }, choices);
  const row = ROW.map((cell, index) => cells[COLUMNS[index] ?? ""] ?? cell);
  return new DialectRows(opened, COLUMNS).read(row);
}

function callOf(...args: Parameters<typeof outcomes>): Record<string, unknown> {
  const [outcome] = outcomes(...args);
  if (outcome === undefined || !("call" in outcome)) throw new Error(JSON.stringify(outcome));
  return outcome.call as Record<string, unknown>;
}

function reasonOf(...args: Parameters<typeof outcomes>): unknown {
  const [outcome] = outcomes(...args);
  return outcome !== undefined && "reason" in outcome ? outcome : undefined;
}

describe("a row is a call", () => {
  test("of its fields, with what became none carried along", () => {
    expect(callOf()).toEqual({
      id: "7",
      target: "01632960001",
      external: "02079460018",
      startDate: "2026-10-06T09:00:00Z",
      duration: "61",
      Ring: "5",
      State: "OK",
      Price: "0.25",
      Currency: "GBP",
      Note: "hello",
    });
  });

  test("on the wall where times are the book's", () => {
    expect(callOf({ zone: "local" })).toMatchObject({ startDate: "2026-10-06", startTime: "09:00:00" });
    expect(callOf({}, {}, { zone: "America/Chicago" }).startDate).toBe("2026-10-06T14:00:00Z");
  });

  test("that began later than is written", () => {
    const start = { column: "When", time: "YYYY-MM-DD HH:mm:ss", plus: "Seconds", minus: "Ring" };
    expect(callOf({ fields: { start } }).startDate).toBe("2026-10-06T09:00:56Z");
    expect(callOf({ fields: { start } }, { Ring: "0:01:01", Seconds: "" }).startDate).toBe(
      "2026-10-06T08:58:59Z",
    );
    expect(reasonOf({ fields: { start } }, { Ring: "soon" })).toEqual({
      reason: 'has no time of answer: Ring is "soon"; write seconds or h:mm:ss',
      column: "Ring",
    });
  });

  test("of the first column that says something, or of all of them", () => {
    const id = { column: ["Note", "State", "ID"], none: ["-"] };
    expect(callOf({ fields: { id } }, { Note: "-", State: "NULL" }).id).toBe("7");
    expect(callOf({ fields: { id: { ...id, join: "/" } } }, { Note: "-" }).id).toBe("OK/7");
    expect(callOf({ fields: { id: { ...id, join: "" } } }).id).toBe("helloOK7");
    expect(callOf({ fields: { id } }, { Note: "", State: "", ID: " " })).not.toHaveProperty("id");
  });

  test("with an amount that is the sum of several, of which none is lost", () => {
    const money = [{ money: "major" }] as const;
    const costCDR = { column: "Price", is: money, add: [{ column: "Note", is: money }] };
    const costOf = (cells: Record<string, string>) => callOf({ fields: { costCDR } }, cells).costCDR;
    expect(costOf({ Note: "-0.1" })).toBe("15");
    expect(costOf({ Note: "" })).toBe("25");
    for (const odd of ["0,1", "+0.1", "£0.1"]) expect(costOf({ Note: odd })).toBe(odd);
  });

  test("of constants and of the seconds between two times", () => {
    const between = { between: ["When", "Note"], time: "YYYY-MM-DD HH:mm:ss" } as const;
    const fields = { duration: between, carrier: { constant: "Northway" } };
    expect(callOf({ fields }, { Note: "2026-10-06 09:01:01" })).toMatchObject({
      carrier: "Northway",
      duration: "61",
    });
    expect(callOf({ fields }, { Note: "" })).not.toHaveProperty("duration");
    expect(reasonOf({ fields }, { Note: "06/10/2026" })).toMatchObject({ column: "Note" });
  });

  test("whose values are taken by direction", () => {
    const dialect: Partial<CallDialect> = {
      direction: { inbound: [{ column: "State", in: ["i*"] }], outbound: [{ column: "State", in: ["OK"] }] },
      fields: { target: { in: "To", out: "From" }, extension: { in: "Note" } },
    };
    expect(callOf(dialect)).toMatchObject({ target: "01632960001", callTypeDirectionFlag: "out" });
    expect(callOf(dialect)).not.toHaveProperty("extension");
    expect(callOf(dialect, { State: " Inbound " })).toMatchObject({
      target: "02079460018",
      callTypeDirectionFlag: "in",
      extension: "hello",
    });
    expect(reasonOf(dialect, { State: "sideways" })).toEqual({
      reason: 'has an unknown direction: State is "sideways"',
      column: "State",
    });
    const names = { in: "inbound", out: null };
    const named = { ...dialect, direction: { ...dialect.direction, otherwise: "in", names } } as const;
    expect(callOf(named, { State: "sideways" }).callTypeDirectionFlag).toBe("inbound");
    expect(callOf(named)).not.toHaveProperty("callTypeDirectionFlag");
  });

  test("whose direction the book's numbers tell", () => {
    const dialect: Partial<CallDialect> = {
      direction: { byNumber: ["From", "To"] },
      fields: { target: { in: "To", out: "From" }, external: { in: "From", out: "To" } },
    };
    const flag = (From: string, To: string): unknown =>
      callOf(dialect, { From, To }, { book: BOOK }).callTypeDirectionFlag;
    expect(flag("+441632960001", "02079460018")).toBe("out");
    expect(flag("02079460018", "+44 1632 960001")).toBe("in");
    expect(flag("01632960001", "01632960001")).toBe("out");
    expect(flag("02079460018", "02079460019")).toBe("out");
    expect(callOf(dialect, { From: "02079460018", To: "01632960001" }, { book: BOOK }).target).toBe(
      "01632960001",
    );
  });

  test("of duration 0 where nobody answered", () => {
    const unanswered = [
      {
        all: [
          { column: "State", notIn: ["OK"] },
          { column: "Note", blank: false },
        ],
      },
    ];
    expect(callOf({ unanswered }).duration).toBe("61");
    expect(callOf({ unanswered }, { State: "BUSY" }).duration).toBe("0");
    expect(callOf({ unanswered }, { State: "BUSY", Note: "NULL" }).duration).toBe("61");
  });

  test("with what the dialect and the run set where the row says nothing", () => {
    const set = { carrier: "Northway", callTypeRecordingFlag: true };
    const fields = { callTypeRecordingFlag: "Note" };
    expect(callOf({ set, fields })).toMatchObject({ carrier: "Northway", callTypeRecordingFlag: "hello" });
    expect(callOf({ set, fields }, { Note: "" }, { carrier: "Southway" })).toMatchObject({
      carrier: "Southway",
      callTypeRecordingFlag: "true",
    });
  });
});

describe("a row is no call", () => {
  test("where the dialect passes it over, for the first reason that fits", () => {
    const passOver = [
      { column: "State", in: ["busy"], why: "first" },
      {
        all: [
          { column: "Note", in: ["*"] },
          { column: "ID", in: ["7"] },
        ],
        why: "second",
      },
    ];
    expect(outcomes({ passOver })).toEqual([{ passedOver: "second" }]);
    expect(outcomes({ passOver }, { State: "BUSY" })).toEqual([{ passedOver: "first" }]);
  });

  test("where it is in another currency than the book", () => {
    const currency = { column: "Currency" };
    expect(callOf({ currency })).toMatchObject({ Currency: "GBP" });
    expect(callOf({ currency }, { Currency: "" })).not.toHaveProperty("Currency");
    expect(reasonOf({ currency }, { Currency: "USD" })).toEqual({
      reason: 'is in the currency "USD" and not in GBP; money is never converted',
      column: "Currency",
    });
  });

  test("where a code is in no table, or a time cannot be read", () => {
    const tariffType = { column: "State", is: [{ table: { OK: "UK" }, otherwise: "problem" }] } as const;
    expect(callOf({ fields: { tariffType } })).toMatchObject({ tariffType: "UK" });
    expect(reasonOf({ fields: { tariffType } }, { State: "ODD" })).toMatchObject({ column: "State" });
    expect(reasonOf({}, { When: "06/10/2026 09:00" })).toMatchObject({ column: "When" });
  });

  test("where its cells do not fit the columns", () => {
    const rows = new DialectRows(openCallDialect(PLAIN), COLUMNS);
    expect(rows.read(ROW.slice(1))).toEqual([{ reason: "has 9 cells where there are 10 columns" }]);
    expect(rows.read([...ROW, "more"])).toEqual([{ reason: "has 11 cells where there are 10 columns" }]);
    const unquoted = openCallDialect({ ...PLAIN, csv: { quotes: "none" } });
    expect(new DialectRows(unquoted, COLUMNS).read([...ROW, "more"])).toEqual([
      { reason: 'has 11 cells where there are 10 columns; a "," may stand within a cell' },
    ]);
    expect(rows.read([...ROW, "", " "])[0]).toHaveProperty("call");
    const listed = { ...PLAIN, columns: COLUMNS, optionalColumns: ["Currency", "Note"] };
    const short = new DialectRows(openCallDialect(listed), COLUMNS);
    expect(short.read(ROW.slice(0, 8))[0]).toHaveProperty("call");
    expect(short.read(ROW.slice(0, 7))).toEqual([{ reason: "has 7 cells where there are 8 to 10 columns" }]);
  });

  test("where its direction is one that the book does not have, which would be rated as outbound", () => {
    const direction = { otherwise: "in", names: { in: "inbound" } } as const;
    expect(reasonOf({ direction }, {}, { book: BOOK })).toEqual({
      reason:
        'is inbound, which its dialect calls "inbound", a call direction that the book does not have; say its name in "direction": { "names": … }',
    });
    expect(callOf({ direction: { otherwise: "in" } }, {}, { book: BOOK })).toHaveProperty("id");
  });
});

test("a row is several calls, each with what is its own on top of what is common", () => {
  const legs = [
    { name: "a", fields: { duration: "Ring" }, set: { carrier: "A" } },
    {
      name: "b",
      passOver: [{ column: "Note", blank: true, why: "has no onward call" }],
      direction: { otherwise: "in" },
      fields: { id: null, external: "Note" },
    },
  ] as const;
  const [first, second] = outcomes({ legs, set: { tariffType: "UK" } });
  expect(first).toMatchObject({ call: { id: "7", duration: "5", carrier: "A", tariffType: "UK" } });
  expect(second).toEqual({
    call: {
      target: "01632960001",
      external: "hello",
      startDate: "2026-10-06T09:00:00Z",
      duration: "61",
      callTypeDirectionFlag: "in",
      tariffType: "UK",
      State: "OK",
      Price: "0.25",
      Currency: "GBP",
    },
  });
  expect(outcomes({ legs }, { Note: "" })[1]).toEqual({ passedOver: "has no onward call" });
});

describe("the columns of a file", () => {
  const opened = openCallDialect({ ...PLAIN, headerNames: { "Caller no": "From" } });

  test("are found by other spellings and names", () => {
    const rows = new DialectRows(opened, ["\ufeffid", "CALLER-NO", "to", "when", "seconds", "my_Note"]);
    expect(rows.read(["7", "1", "2", "2026-10-06 09:00:00", "3", "x"])).toEqual([
      {
        call: {
          id: "7",
          target: "1",
          external: "2",
          startDate: "2026-10-06T09:00:00Z",
          duration: "3",
          my_Note: "x",
        },
      },
    ]);
  });

  test.each([
    [["ID", "From", "When", "Secs", "To"], 'calls.csv:3: has no column "Seconds"'],
    [["ID", "From", "To", "When", "Seconds", "from"], "calls.csv:3: names the column From twice"],
    [
      ["ID", "From", "To", "When", "Seconds", "__proto__"],
      "calls.csv:3: names a column __proto__, which is not allowed",
    ],
  ])("%j cannot be read", (columns, message) => {
    let caught: unknown;
    try {
      new DialectRows(opened, columns, { file: "calls.csv", line: 3 });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(FileError);
    expect(String(caught)).toContain(message);
  });

  test("are told apart by letters of any alphabet", async () => {
    const dialect: CallDialect = {
      reads: "csv",
      zone: "utc",
      fields: {
        target: "Numéro (A)",
        start: { column: "Начало (UTC)", time: "iso" },
        duration: { between: ["Начало (UTC)", "Конец (UTC)"], time: "iso" },
      },
    };
    const text = "NUMÉRO A,начало UTC,конец-utc,Note É\n1,2026-10-06T09:00:00,2026-10-06T09:01:00,x\n";
    // A header that comes again, as where files were put together.
    const bytes = Buffer.from(`${text}${text}`);
    const call = { target: "1", duration: "60", startDate: "2026-10-06T09:00:00Z", "Note É": "x" };
    const read = { format: "dialect", name: "calls.csv", dialect } as const;
    const items: unknown[] = [];
    for await (const item of readCalls(pieces(bytes), read)) items.push(item);
    expect(items).toEqual([
      { line: 2, call },
      { line: 4, call },
    ]);
    const rows: unknown[] = [];
    for await (const columns of readCallColumns(pieces(bytes), read)) {
      for (let row = 0; row < columns.length; row++) rows.push(columns.recordOf(row));
    }
    expect(rows).toEqual([call, call]);
  });

  test("of one name are carried each by itself", () => {
    const rows = new DialectRows(opened, ["ID", "From", "To", "When", "Seconds", "Note", "Note"]);
    const [outcome] = rows.read(["7", "1", "2", "2026-10-06 09:00:00", "3", "a", "b"]);
    expect(outcome).toMatchObject({ call: { Note: "a", "Note (column 7)": "b" } });
  });
});

describe("JSON", () => {
  const opened = openCallDialect({
    reads: "jsonl",
    fields: { id: "id", target: "from/number", duration: "legs/0/seconds" },
  });

  test("is read by paths, and top-level texts are carried", () => {
    expect(opened.paths).toEqual(["id", "from/number", "legs/0/seconds"]);
    const rows = new DialectRows(opened, opened.paths);
    expect(rows.read(["7", "1", "61"], { id: "7", note: "x", duration: 5, ok: true })).toEqual([
      { call: { id: "7", target: "1", duration: "61", note: "x", ok: true } },
    ]);
    expect(rows.read(["7", "1", "61"], JSON.parse('{"__proto__":"x"}'))).toEqual([
      { reason: "__proto__ is not allowed as a field name" },
    ]);
  });
});
