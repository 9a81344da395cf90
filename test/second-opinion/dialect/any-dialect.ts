/** Dialects of any shape over a few columns, and rows that they mostly fit. */
import fc from "fast-check";
import type {
  CallDialect,
  DialectCell,
  DialectCellTest,
  DialectDirection,
  DialectPlainValue,
  DialectTest,
  DialectTextCell,
  DialectValue,
} from "../../../src/files/dialects/call-dialect.ts";
import { anyCell, anySteps, anyTextSteps, anyTime, anyTimeText } from "./arbitraries.ts";

/** The columns of the file, as its header writes them. */
export const COLUMNS = [
  "Kind",
  "Caller",
  "Called",
  "Begun",
  "Ended",
  "Secs",
  "Price",
  "Currency",
  "My Extra",
] as const;

/** Numbers of the book, canonical. */
export const BOOK_NUMBERS = ["442079460018", "441632960123"];

const column = fc.constantFrom(...COLUMNS);
/** As a dialect may write a column's name. */
const named = column.chain((name) => fc.constantFrom(name, name, name.toUpperCase(), name.replace(" ", "_")));
const kinds = fc.constantFrom("Dial", "QUEUE", "in", "out", "trunk-1", "", "NULL");

const cellTest: fc.Arbitrary<DialectCellTest> = fc.oneof(
  fc.record({
    column: fc.constantFrom("Kind", "kind"),
    in: fc.uniqueArray(fc.constantFrom("dial", "Queue", "in", "trunk-*", "*", ""), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  fc.record({
    column: fc.constant("Kind"),
    notIn: fc.uniqueArray(fc.constantFrom("dial", "QUEUE", "out", "in", "trunk-*"), { minLength: 2 }),
  }),
  fc.record({ column: named, blank: fc.boolean() }),
  fc.record({
    column: fc.constant("Kind"),
    in: fc.uniqueArray(fc.constantFrom("Dial", "QUEUE", "trunk-*", "queue"), { minLength: 1 }),
    exactly: fc.constant(true),
  }),
);
const anyTest: fc.Arbitrary<DialectTest> = fc.oneof(
  { weight: 3, arbitrary: cellTest },
  { weight: 1, arbitrary: fc.record({ all: fc.array(cellTest, { minLength: 1, maxLength: 2 }) }) },
);
const tests = fc.array(anyTest, { minLength: 1, maxLength: 2 });
const passOver = fc
  .tuple(anyTest, fc.constantFrom("did not leave the exchange", "was a test"))
  .map(([test, why]) => ({ ...test, why }));

/** A cell that stands beside another, or in for it. */
const textCell = (columns: fc.Arbitrary<string>, steps = anySteps): fc.Arbitrary<DialectTextCell> =>
  fc
    .record(
      {
        column: fc.uniqueArray(columns, {
          minLength: 1,
          maxLength: 2,
          selector: (name) => name.toLowerCase(),
        }),
        sum: fc.boolean(),
        none: fc.constant(["-1"]),
        is: steps as fc.Arbitrary<DialectCell["is"] & object>,
      },
      { requiredKeys: ["column"] },
    )
    .map((cell) => cell);

const plainCell = (columns: fc.Arbitrary<string>, steps = anySteps): fc.Arbitrary<DialectCell> =>
  fc
    .record(
      {
        column: fc.oneof(
          columns,
          fc.uniqueArray(columns, { minLength: 1, maxLength: 3, selector: (name) => name.toLowerCase() }),
        ),
        join: fc.constantFrom("", "/", " "),
        none: fc.uniqueArray(fc.constantFrom("0", "anonymous", "-1"), { minLength: 1 }),
        is: steps as fc.Arbitrary<DialectCell["is"] & object>,
        sum: fc.constant(true),
        add: fc.array(textCell(columns, steps), { minLength: 1, maxLength: 2 }),
        or: fc.array(
          fc.oneof(columns, textCell(columns, steps), fc.record({ constant: fc.constantFrom("y", 7, true) })),
          { minLength: 1, maxLength: 2 },
        ),
        carry: fc.boolean(),
      },
      { requiredKeys: ["column"] },
    )
    // One column alone is not joined, and a sum is not joined.
    .map(({ join, ...cell }) =>
      join === undefined || cell.sum === true || typeof cell.column === "string" || cell.column.length < 2
        ? cell
        : { ...cell, join },
    );

const plainValue = (columns: fc.Arbitrary<string>, steps = anySteps): fc.Arbitrary<DialectPlainValue> =>
  fc.oneof(
    { weight: 3, arbitrary: columns },
    { weight: 4, arbitrary: plainCell(columns, steps) },
    { weight: 1, arbitrary: fc.record({ constant: fc.constantFrom("x", "01632960123") }) },
  );

const byDirection = (value: fc.Arbitrary<DialectPlainValue>): fc.Arbitrary<DialectValue> =>
  fc.oneof(
    { weight: 2, arbitrary: value },
    { weight: 1, arbitrary: fc.record({ in: value, out: value }, { requiredKeys: ["in"] }) },
  );

const direction: fc.Arbitrary<DialectDirection> = fc.oneof(
  fc.record(
    {
      inbound: tests,
      outbound: tests,
      otherwise: fc.constantFrom("in", "out", "problem"),
      names: fc.constantFrom({ in: "in", out: "out" }, { in: "in", out: null }, { in: "in", out: "dialled" }),
    },
    { requiredKeys: ["inbound"] },
  ),
  fc.record(
    {
      byNumber: fc.tuple(
        plainValue(fc.constant("Caller"), anyTextSteps),
        plainValue(fc.constant("Called"), anyTextSteps),
      ),
      inbound: tests,
    },
    { requiredKeys: ["byNumber"] },
  ),
);

const parties = fc.constantFrom("Caller", "Called", "called");
/** Stands for the time that times are written in: what is drawn with it is built once, and not for each dialect anew. */
const WRITTEN = "as times are written";
const dateAndClock: fc.Arbitrary<DialectValue> = fc.record(
  {
    date: fc.record({
      column: fc.constantFrom("Begun", "Price"),
      is: fc.constant([{ date: "dd/mm/yyyy" }]),
    }),
    clock: fc.oneof(
      fc.constant("Ended"),
      fc.record({
        column: fc.constantFrom("Ended", "Begun"),
        is: fc.constant([{ after: " " }, "clock"] as const),
        or: fc.constant([{ constant: "09:00:00" }]),
      }),
    ),
    zone: fc.constantFrom("utc", "local", "America/Chicago"),
    plus: fc.constant("Secs"),
  },
  { requiredKeys: ["date", "clock"] },
) as fc.Arbitrary<DialectValue>;
const begun: fc.Arbitrary<DialectValue> = fc.record(
  {
    column: fc.constantFrom<string | string[]>("Begun", "begun", ["Begun", "Ended"]),
    none: fc.constant(["0"]),
    time: fc.constant(WRITTEN),
    zone: fc.constantFrom("utc", "local", "America/Chicago"),
    plus: fc.constant("Secs"),
    minus: fc.constantFrom("Secs", "Price"),
  },
  { requiredKeys: ["column", "time"] },
);
const between: fc.Arbitrary<DialectPlainValue> = fc.record({
  between: fc.constant(["Begun", "Ended"] as const),
  time: fc.constant(WRITTEN),
});
const summedUsage: fc.Arbitrary<DialectPlainValue> = fc.record({
  column: fc.constantFrom(["Secs"], ["Secs", "My Extra"]),
  sum: fc.constant(true),
});
const fields = fc.record(
  {
    id: plainValue(named, anyTextSteps),
    target: byDirection(plainValue(parties, anyTextSteps)),
    external: byDirection(plainValue(parties, anyTextSteps)),
    start: fc.oneof({ weight: 3, arbitrary: begun }, { weight: 1, arbitrary: dateAndClock }),
    duration: byDirection(
      fc.oneof(
        { weight: 3, arbitrary: plainValue(fc.constant("Secs")) },
        { weight: 1, arbitrary: plainValue(fc.constantFrom("Secs", "My Extra")) },
        { weight: 1, arbitrary: summedUsage },
        { weight: 1, arbitrary: between },
      ),
    ),
    costCDR: byDirection(plainValue(fc.constant("Price"))),
    carrier: plainValue(named),
    events: plainCell(fc.constantFrom("Secs", "My Extra")),
    callTypeRecordingFlag: fc.record(
      {
        column: fc.constant("Kind"),
        is: fc.constant([{ table: { Dial: true, in: false, QUEUE: "" }, exactly: true } as const]),
        carry: fc.boolean(),
      },
      { requiredKeys: ["column", "is"] },
    ),
  },
  { requiredKeys: ["target", "start"] },
);

const set = fc.dictionary(
  fc.constantFrom("carrier", "location", "chargeBand"),
  fc.constantFrom("x", "Northway", 5, true),
  { maxKeys: 2 },
);

type Fields = NonNullable<CallDialect["fields"]>;

/** Fields with the time that their times are written in. */
function timed<T extends { readonly fields?: Fields }>(owner: T, time: string | readonly string[]): T {
  const ofTime = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if ("time" in value) return { ...value, time };
    // By direction, each of which may be between two times.
    return "in" in value
      ? Object.fromEntries(Object.entries(value).map(([way, own]) => [way, ofTime(own)]))
      : value;
  };
  if (owner.fields === undefined) return owner;
  const entries = Object.entries(owner.fields).map(([name, value]) => [name, ofTime(value)]);
  return { ...owner, fields: Object.fromEntries(entries) };
}

const leg = fc.record(
  {
    name: fc.constantFrom("a", "b"),
    when: tests,
    passOver: fc.array(passOver, { maxLength: 1 }),
    direction,
    unanswered: tests,
    fields: fields.map(({ target, start, ...others }) => ({ ...others, target, start })),
    set,
  },
  { requiredKeys: ["name"] },
);

const untimed = fc
  .record(
    {
      reads: fc.constant("csv" as const),
      zone: fc.constantFrom("local", "utc", "Europe/London", "America/Chicago"),
      blank: fc.uniqueArray(fc.constantFrom("NULL", "\\N", "0"), { maxLength: 2 }),
      currency: fc.record(
        { column: fc.constant("currency"), is: fc.constant("GBP") },
        { requiredKeys: ["column"] },
      ),
      headerColumns: fc.constant(COLUMNS),
      optionalColumns: fc.constant(COLUMNS),
      passOver: fc.array(passOver, { maxLength: 2 }),
      direction,
      unanswered: tests,
      fields,
      set,
      legs: fc.uniqueArray(leg, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
    },
    { requiredKeys: ["reads", "zone", "direction", "fields"] },
  )
  // Columns that a header may lack are looked for where it may not name others.
  .map(({ optionalColumns, ...dialect }) =>
    dialect.headerColumns === undefined || optionalColumns === undefined
      ? dialect
      : { ...dialect, optionalColumns },
  );

/** A dialect that reads rows of `COLUMNS`, with the time that its times are written in. */
export const anyDialect: fc.Arbitrary<CallDialect> = anyTime.chain((time) =>
  untimed.map((dialect) => {
    const whole = timed(dialect, time);
    return whole.legs === undefined ? whole : { ...whole, legs: whole.legs.map((one) => timed(one, time)) };
  }),
);

/** The steps and keys that random dialects have. */
const WORDS = [
  ...["uriUser", "angle", "urlDecode", "lower", "upper", "phone", "clock", "before", "after", "cut"],
  ...["dropPrefix", "prefixes", "table", "exactly", "zero", "date", "duration", "round", "money", "sign"],
  ...["decimal", "otherwise", "column", "in", "notIn", "blank", "all", "passOver", "why", "direction"],
  ...["inbound", "outbound", "names", "byNumber", "unanswered", "set", "legs", "when", "currency"],
  ...["headerColumns", "optionalColumns", "join", "none", "is", "sum", "add", "or", "carry", "constant"],
  ...["between", "time", "zone", "plus", "minus"],
];

/** Counts in how many dialects each step and key stands: what no dialect says is not held to anything. */
export class WordCounts {
  readonly #dialects = new Map<string, number>(WORDS.map((word) => [word, 0]));

  add(dialect: CallDialect): void {
    const text = JSON.stringify(dialect);
    for (const [word, dialects] of this.#dialects)
      if (text.includes(`"${word}"`)) this.#dialects.set(word, dialects + 1);
  }

  /** Those that no more dialects have. */
  rarer(most: number): readonly string[] {
    return WORDS.filter((word) => (this.#dialects.get(word) as number) <= most);
  }
}

/** What a run chooses. */
export const choicesOf = fc.record(
  {
    year: fc.constant(2026),
    zone: fc.constantFrom("utc", "local", "Pacific/Auckland"),
    carrier: fc.constantFrom("Southway", "x"),
  },
  { requiredKeys: ["year"] },
);

const number = fc.constantFrom(
  ...["02079460018", "+441632960123", "00441632960123", "02079460018", "01632960123"],
  "07700900123",
  "sip:+442079460018@x",
  "anonymous",
  "",
  "NULL",
);
const seconds = fc.oneof(
  fc.constantFrom("0", "", "75", "0:01:15", "1.5", "-1", "NULL", "x"),
  fc.nat(90_000).map(String),
);

const often = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 1, arbitrary: anyCell },
    { weight: 1, arbitrary: usual.map((text) => ` ${text} `) },
  );
const oftenKind = often(kinds);
const oftenNumber = often(number);
const oftenSeconds = often(seconds);
const oftenPrice = often(fc.constantFrom("0.0075", "-1", "1,5", "", "12"));
const oftenCarried = often(fc.constantFrom("", "carried", "0"));
const currencies = fc.constantFrom("GBP", "", "GBP", "USD", "NULL");

/** Rows for a dialect: most cells are of the kind that it reads there. */
export function rowsOf(dialect: CallDialect): fc.Arbitrary<readonly (readonly string[])[]> {
  const start = dialect.fields?.start;
  const time = typeof start === "object" && start !== null && "time" in start ? (start.time ?? "iso") : "iso";
  const times = often(anyTimeText(time));
  const row = fc.tuple(
    oftenKind,
    oftenNumber,
    oftenNumber,
    times,
    times,
    oftenSeconds,
    oftenPrice,
    currencies,
    oftenCarried,
  );
  const strange = fc
    .tuple(row, fc.constantFrom(7, 8), fc.constantFrom<readonly string[]>([], ["", " "], ["x", "y", "z"]))
    .map(([cells, length, more]) => [...cells.slice(0, length), ...more]);
  return fc.array(
    fc.oneof(
      { weight: 12, arbitrary: row as fc.Arbitrary<readonly string[]> },
      { weight: 1, arbitrary: strange },
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
}
