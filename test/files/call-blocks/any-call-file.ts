/** Call files made at random: calls of the sample month of which some cells are odd, written in every way there is. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { type CallFormat, DEFAULT_DIALECT, type UkCdrDialect } from "tollbook/files";
import { many } from "../../properties/many.ts";
import { ODD_RESULT_KEYS, resultOf } from "./any-result.ts";

const FOLDER = new URL("../../../fixtures/reseller/", import.meta.url);

/** A file of the sample month. */
export function monthFile(name: string): Buffer {
  return readFileSync(new URL(name, FOLDER));
}

const linesOf = (name: string): string[] => monthFile(name).toString().trimEnd().split("\n");
const CSV_LINES = linesOf("calls-2026-10.csv").map((line) => line.split(","));
const UK_LINES = linesOf("calls-2026-10.uk-cdr.csv")
  .filter((line) => !line.includes('"'))
  .map((line) => line.split(","));
/** The calls of the sample month. */
export const CALLS = linesOf("calls-2026-10.jsonl").map(
  (line) => JSON.parse(line) as Readonly<Record<string, unknown>>,
);

/** Few of the month's calls, so that ids come twice. */
const PLACES = 401;
const place = fc.nat({ max: PLACES - 1 });
const rarely = fc.integer({ min: 0, max: 9 }).map((own) => own === 0);
/** Something once in so many times. */
function seldom<T>(times: number, what: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, what);
}

const lineEnd = fc.constantFrom("\n", "\n", "\r\n");

const LONG = "x".repeat(1_001);
const ODD_TEXTS = [
  ...["0", "1", "-1", "007", "1.5", "1.50", "-0", "0.0", ".5", "5.", "+5", "1e3", "123456789012345678"],
  ...[
    "0.0000001",
    "1.123456789",
    "1000000000",
    "1000000001",
    "99999999.12345678",
    "3600.5",
    "0.1234567890123",
  ],
  ...[
    "true",
    "FALSE",
    "no",
    "N",
    "none",
    "mobile",
    "payphone",
    "A-leg",
    "Mobile",
    "Handy",
    "Recorded",
    "off",
    "IC",
    "OG",
    "Evening",
    "nowhere",
  ],
  ...["2026-10-31", "2026-02-30", "1969-12-31", "2100-01-01", "2026-10-25", "2026-10-25T00:30:00Z"],
  ...["31/10/2026", "1/2/26", "20261031", "10/31/2026", "01:30:00", "24:00:00", "9:05:07", "010203", "12:30"],
  ...[
    "12:30:15.250",
    "23:59:59",
    "12:30:15+02:00",
    "2026-10-01T10:00:00+01:00",
    "12:30:15.123456-03",
    "2026-10-05 10:00:00.25+01",
  ],
  ...["é", "\u00a0", "\u00a05\u00a0", " 7 ", "\t8", "\u{1f600}", "\ufeff", "\u2028", "a\u0000b", "\u007f"],
  ...[
    "=1+1",
    "'",
    "'=1+1",
    "'+44 (0)113 496 0101",
    "a,b",
    "a;b",
    "__proto__",
    "constructor",
    "null",
    LONG,
    `${LONG}é`,
    "Northway",
    "GBP",
    "EUR",
  ],
] as const;
const oddText = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  fc.string({ unit: "binary" }),
);

/** Something odd in some cells, by their place. */
const oddCells = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(fc.tuple(fc.nat({ max: 45 }), oddText), { maxLength: 3 }),
);

function withOdd(cells: readonly string[], odd: readonly (readonly [number, string])[]): string[] {
  const all = [...cells];
  for (const [at, text] of odd) all[at % all.length] = text;
  return all;
}

/** A line that is no row, or a row of another width. */
const oddLine = fc.constantFrom(
  ...[
    "",
    " ",
    "\r",
    '"',
    '""',
    '"a',
    'a"b',
    '"a"b',
    '"a\nb",1',
    "\0",
    "a,b",
    ",,,,",
    '"a"\rb',
    "\ufeff",
    LONG,
  ],
  '{"a":1}',
);

/** Writes cells with quotes where they need them, and around some that do not. */
function quotedCells(cells: readonly string[], delimiter: string, isQuoted: (at: number) => boolean): string {
  return cells
    .map((cell, at) =>
      isQuoted(at) || cell.includes(delimiter) || /["\n]|^\s|\s$/.test(cell)
        ? `"${cell.replaceAll('"', '""')}"`
        : cell,
    )
    .join(delimiter);
}

/** Which cells of a row are quoted without need. */
const quoting = fc.oneof(
  { weight: 3, arbitrary: fc.constant(() => false) },
  fc.constant(() => true),
  fc.nat({ max: 40 }).map((own) => (at: number) => at === own),
);

interface Row {
  readonly place: number;
  readonly odd: readonly (readonly [number, string])[];
  readonly isQuoted: (at: number) => boolean;
  readonly instead: string | undefined;
}

const row: fc.Arbitrary<Row> = fc.record({
  place,
  odd: oddCells,
  isQuoted: quoting,
  instead: seldom(15, oddLine),
});

/** A row as the month has it. */
function plainRow(at: number): Row {
  return { place: at % PLACES, odd: [], isQuoted: () => false, instead: undefined };
}

/** A file in parts, for whoever puts more between its lines. */
export interface AnyCallFile {
  readonly format: CallFormat;
  readonly dialect: UkCdrDialect | string | undefined;
  /** One line, or none. */
  readonly header: readonly string[];
  readonly lines: readonly string[];
  /** A line of the same kind with a call of the month, nothing odd about it. */
  plainLine(at: number): string;
  readonly end: string;
  /** Whether the last line has an end. */
  readonly isEnded: boolean;
}

function bytesOf({ header, lines, end, isEnded }: AnyCallFile): Buffer {
  return Buffer.from([...header, ...lines].join(end) + (isEnded ? end : ""));
}

/** A CSV file: columns in any order, some missing, one of its own. */
function csvFile(rows: number): fc.Arbitrary<AnyCallFile> {
  return fc
    .record({
      order: fc.oneof(
        fc.constant(undefined),
        fc.shuffledSubarray(
          (CSV_LINES[0] as string[]).map((_, at) => at),
          { minLength: 12 },
        ),
      ),
      first: fc.constantFrom("own", "location", undefined),
      rows: many(row, rows, 0),
      end: lineEnd,
      isEnded: rarely.map((own) => !own),
    })
    .map(({ order, first, rows: all, end, isEnded }) => {
      const columns = order ?? (CSV_LINES[0] as string[]).map((_, at) => at);
      const own = (line: readonly string[] | undefined, text: string): string[] => [
        ...(first === undefined ? [] : [text]),
        ...columns.map((at) => line?.[at] ?? ""),
      ];
      const textOf = ({ place: at, odd, isQuoted, instead }: Row): string =>
        instead ?? quotedCells(withOdd(own(CSV_LINES[1 + at], `x${at}`), odd), ",", isQuoted);
      return {
        format: "csv",
        dialect: undefined,
        header: [own(CSV_LINES[0], first ?? "").join(",")],
        lines: all.map(textOf),
        plainLine: (at) => textOf(plainRow(at)),
        end,
        isEnded,
      };
    });
}

export const anyCsv: fc.Arbitrary<Buffer> = csvFile(30).map(bytesOf);

/** Values as JSON that a field may have besides texts. */
const ODD_JSON = [
  ...[
    "null",
    "true",
    "false",
    "0",
    "-0",
    "0.0",
    "1.50",
    "1.5",
    "-7",
    "1e3",
    "1E-7",
    "60.5",
    "007",
    "-",
    "1.",
    ".5",
  ],
  ...[
    "9007199254740993",
    "123456789012345",
    "1234567890123456",
    "0.000000000000001",
    "[]",
    "{}",
    '{"a":[1]}',
    '{"a":{"b":[1.50,"\\u00e9\\/",{}],"__proto__":null},"c":[[-0.0]]}',
    '{"a":[1,]}',
    "[1 2]",
    "-0.0",
    "0.10",
  ],
  ...[
    '"a\\"b"',
    '"\\u0041"',
    '"\\x"',
    '"a\tb"',
    '"a',
    "nul",
    "truex",
    "",
    '"" "',
    '"\ud800"',
    "[".repeat(70),
  ],
];
const ODD_KEYS = [
  "__proto__",
  "constructor",
  "id",
  "target",
  "i\\u0064",
  "",
  "é",
  "x".repeat(1_100),
  "7",
  "location",
];

/** What a line of JSON holds: a call, or the result of one that was rated or is in error. */
type LineKind = "call" | "result" | "error";

function recordOf(at: number, kind: LineKind): Readonly<Record<string, unknown>> {
  const record = CALLS[at % PLACES] as Readonly<Record<string, unknown>>;
  return kind === "call" ? record : resultOf(record, kind === "result");
}

/** Lines of a file of these kinds. */
type JsonLine = (kinds: readonly LineKind[]) => string;

const jsonLine: fc.Arbitrary<JsonLine> = fc
  .record({
    place,
    kind: fc.nat({ max: 2 }),
    odd: oddCells,
    oddJson: seldom(4, fc.tuple(fc.nat({ max: 40 }), fc.constantFrom(...ODD_JSON))),
    added: seldom(
      5,
      fc.tuple(
        fc.constantFrom(...ODD_KEYS, ...ODD_RESULT_KEYS),
        fc.constantFrom("1", '"x"', ...ODD_JSON),
        fc.boolean(),
      ),
    ),
    left: seldom(10, fc.nat({ max: 40 })),
    order: fc.constantFrom<"as it is" | "turned round">("as it is", "turned round"),
    asNumbers: fc.boolean(),
    space: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("", " ", "\t ", "\r") },
      fc.constantFrom("\u00a0", "\v"),
    ),
    garbage: seldom(15, fc.constantFrom(",", "}", " x", "\0", "//", "]")),
    instead: seldom(
      15,
      fc.oneof(oddLine, fc.constantFrom("{}", "[]", "1", "null", "\v\u00a0", "{,}", '{"a":1,}')),
    ),
  })
  .map((line) => (kinds) => {
    const { place: at, kind, odd, oddJson, added, left, order, asNumbers, space, garbage, instead } = line;
    if (instead !== undefined) return instead;
    const record = recordOf(at, kinds[kind % kinds.length] as LineKind);
    let entries = Object.entries(record).map(([key, value]): [string, string] => [
      key,
      asNumbers && typeof value === "string" && /^-?[1-9][0-9]{0,14}$/.test(value)
        ? value
        : JSON.stringify(value),
    ]);
    for (const [where, text] of odd)
      (entries[where % entries.length] as [string, string])[1] = JSON.stringify(text);
    if (oddJson !== undefined) (entries[oddJson[0] % entries.length] as [string, string])[1] = oddJson[1];
    if (left !== undefined) entries.splice(left % entries.length, 1);
    if (added !== undefined) {
      const [key, value, isFirst] = added;
      entries.splice(isFirst ? 0 : entries.length, 0, [key, value]);
    }
    if (order === "turned round") entries = entries.toReversed();
    const pairs = entries.map(([key, value]) => `${space}"${key}"${space}:${space}${value}${space}`);
    return `${space}{${pairs.join(",")}${garbage ?? ""}}${space}`;
  });

const jsonKinds = fc.constantFrom<readonly LineKind[]>(
  ["call"],
  ["call"],
  ["result", "error"],
  ["call", "result", "error"],
);

function jsonFile(rows: number): fc.Arbitrary<AnyCallFile> {
  return fc.tuple(many(jsonLine, rows, 0), jsonKinds, lineEnd, rarely).map(([lines, kinds, end, isOpen]) => ({
    format: "jsonl",
    dialect: undefined,
    header: [],
    lines: lines.map((line) => line(kinds)),
    plainLine: (at) => JSON.stringify(recordOf(at, kinds[at % kinds.length] as LineKind)),
    end,
    isEnded: !isOpen,
  }));
}

/** A file of JSON lines. */
export const anyJsonLines: fc.Arbitrary<Buffer> = jsonFile(30).map(bytesOf);

/** The fields by which a call may have been read before (R30), with few values each. */
const anyKeys = fc.record({
  id: fc.constantFrom("", "", "1", "2"),
  carrierCallID: fc.constantFrom("", "K1", "K1", "1"),
  carrier: fc.constantFrom("", "Northway", "Gravelly Telecom"),
  callCarrier: fc.constantFrom("", "", "Northway"),
  callTypeDirectionFlag: fc.constantFrom("", "A-leg", "B-leg"),
  aLegID: fc.constantFrom("", "", "7", "0"),
});

/** Calls that may have been read before, as a CSV file and as JSON lines. */
export const anyRepeatedCalls: fc.Arbitrary<{ readonly csv: Buffer; readonly jsonl: Buffer }> = fc
  .tuple(many(anyKeys, 30, 1), fc.boolean())
  .map(([keys, areNumbers]) => {
    const calls = keys.map((own) => ({
      ...own,
      target: "+441134960101",
      external: "+447700900573",
      startDate: "2026-10-01",
      startTime: "10:00:00",
      duration: "60",
    }));
    const columns = Object.keys(calls[0] ?? {});
    const texts = [columns, ...calls.map((call) => Object.values(call))].map((cells) => cells.join(","));
    const asTold = (_: string, value: unknown): unknown =>
      areNumbers && typeof value === "string" && /^(0|[1-9][0-9]*)$/.test(value)
        ? Number(value)
        : value || null;
    const lines = calls.map((call) => JSON.stringify(call, asTold));
    return { csv: Buffer.from(texts.join("\n")), jsonl: Buffer.from(lines.join("\n")) };
  });

const NORTHWAY = JSON.parse(monthFile("northway-dialect.json").toString()) as UkCdrDialect;

/** Dialects that differ in all that a dialect may say. */
export const DIALECTS: readonly (UkCdrDialect | string | undefined)[] = [
  undefined,
  "fcs-v3-bands-123",
  "fcs-v3-bands-dew",
  NORTHWAY,
  { ...NORTHWAY, delimiter: ";", timeZone: "utc", ngcsCharges: "beside", header: "auto" },
  {
    basedOn: DEFAULT_DIALECT,
    delimiter: "|",
    dateFormat: "mm/dd/yyyy",
    unit: "pence",
    set: { carrier: "Northway" },
  },
  {
    delimiter: "\t",
    dateFormat: "dd/mm/yy",
    directions: { OG: "A-leg", IC: "B-leg", X: "" },
    origins: { "0": "", "2": "mobile" },
    recordings: { N: false, Y: true },
    timeBands: { "1": "Daytime", "2": "" },
    fields: { "Call Cause": "callTypeOriginationTypeFlag", "Salesprice (pre-bundle)": "costSuggestedRetail" },
    callTypes: {
      S: { durationCounts: "events", set: { tariffType: "SMS", carrier: "Gravelly Telecom" } },
      D: { set: { callTypeRecordingFlag: true, tariffTime: "Evening" } },
    },
    set: { callTypeDirectionFlag: "A-leg", callTypeOriginationTypeFlag: "payphone" },
  },
  {
    timeIs: "ring",
    timeZone: "utc",
    dateFormat: "yyyymmdd",
    fields: { RecordID: "carrierCallID", "Grouping ID": ["callGroup", "aLegID"] },
    set: { external: "07700900573", duration: "60" },
  },
  { header: "no", callTypes: { V: { set: { startTime: "12:00:00" } } }, currency: "EUR" },
  {
    ...NORTHWAY,
    timeBands: { "1": LONG, "2": "\ud800" },
    callTypes: { "": { set: { carrier: "Northway" } } },
  },
  { header: "yes", fields: { Currency: "carrier", Carrier: null, location: null, Description: null } },
];

/** A date of the month as a dialect writes it. */
function dateIn(format: string | null | undefined, text: string): string {
  const [day = "", month = "", year = ""] = text.split("/");
  if (format === "mm/dd/yyyy") return `${month}/${day}/${year}`;
  if (format === "dd/mm/yy") return `${day}.${month}.${year.slice(2)}`;
  return format === "yyyymmdd" ? year + month + day : text;
}

/** What a header becomes where it is repeated: most of it is passed over, some is refused. */
const LATER_HEADERS: readonly ((names: readonly string[]) => readonly string[])[] = [
  (names) => names,
  (names) => names.map((name) => name.toUpperCase()),
  (names) => [...names, "", " "],
  (names) => [`\ufeff${names[0]}`, ...names.slice(1)],
  (names) => names.map((name) => `"${name}"`),
  (names) => names.toReversed(),
  (names) => [...names, "Sales prices"],
  (names) => names.slice(0, 3),
  (names) => names.slice(0, 2),
];

function ukCdrFile(rows: number): fc.Arbitrary<AnyCallFile> {
  const style = fc.record({
    dialect: fc.constantFrom(...DIALECTS),
    rows: many(row, rows, 0),
    end: lineEnd,
    isEnded: rarely.map((own) => !own),
    behind: fc.constantFrom("", "", ",", ",,,", ", ", " ,\t,"),
    clock: fc.constantFrom("as it is", "as it is", "packed", "short"),
    isHeaded: fc.boolean(),
    around: fc.constantFrom("", "", " ", "\t", "\u00a0"),
    repeated: seldom(10, fc.constantFrom(...LATER_HEADERS)),
  });
  return style.map(({ dialect, rows: all, end, isEnded, behind, clock, isHeaded, around, repeated }) => {
    const own = typeof dialect === "object" ? dialect : {};
    const delimiter = own.delimiter ?? ",";
    const extra = "location" in (own.fields || {}) ? ["location"] : [];
    const names = [...(UK_LINES[0] as string[]), ...extra];
    const empty = behind.replaceAll(",", delimiter);
    const textOf = ({ place: at, odd, isQuoted, instead }: Row): string => {
      if (instead !== undefined) return repeated === undefined ? instead : repeated(names).join(delimiter);
      const cells = [...(UK_LINES[1 + at] as string[]), ...extra];
      cells[4] = dateIn(own.dateFormat, cells[4] as string);
      if (clock === "packed") cells[5] = (cells[5] as string).replaceAll(":", "");
      if (clock === "short") cells[5] = (cells[5] as string).replace(/^0/, "");
      cells[2] = around + cells[2];
      cells[9] = cells[9] + around;
      return quotedCells(withOdd(cells, odd), delimiter, isQuoted) + empty;
    };
    return {
      format: "uk-cdr",
      dialect,
      header: isHeaded || own.header === "yes" ? [names.join(delimiter)] : [],
      lines: all.map(textOf),
      plainLine: (at) => textOf(plainRow(at)),
      end,
      isEnded,
    };
  });
}

/** A file of UK standard CDRs, and its dialect. */
export const anyUkCdr: fc.Arbitrary<{ bytes: Buffer; dialect: UkCdrDialect | string | undefined }> =
  ukCdrFile(30).map((file) => ({ bytes: bytesOf(file), dialect: file.dialect }));

/** A file of a format with up to so many lines. */
export function anyCallFile(format: Exclude<CallFormat, "dialect">, rows: number): fc.Arbitrary<AnyCallFile> {
  switch (format) {
    case "csv":
      return csvFile(rows);
    case "jsonl":
      return jsonFile(rows);
    case "uk-cdr":
      return ukCdrFile(rows);
  }
}
