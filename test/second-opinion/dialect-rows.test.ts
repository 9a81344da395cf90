/** Whole rows by random dialects: the reader against a second opinion that shares no code with it. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CallDialect,
  type DialectChoices,
  DialectRows,
  openCallDialect,
  type RowOutcome,
} from "../../src/files/dialects/index.ts";
import { readCalls } from "../../src/files/index.ts";
import { openBook } from "../../src/index.ts";
import { cut, pieces } from "../files/bytes.ts";
import { atLeast, runs } from "../properties/runs.ts";
import { anyDialect, BOOK_NUMBERS, COLUMNS, choicesOf, rowsOf, WordCounts } from "./dialect/any-dialect.ts";
import { anyForm, namedExactly } from "./dialect/file-forms.ts";
import { type Outcome, outcomesOf } from "./dialect/rows.ts";

/** Numbers that are equal are equal, however many zeros they end in. */
function comparable(outcome: Outcome): unknown {
  // Columns are the same however they are written.
  if ("problem" in outcome) return { problem: outcome.problem?.toLowerCase().replace("_", " ") };
  if ("passedOver" in outcome) return outcome;
  return Object.fromEntries(
    Object.entries(outcome.call).map(([field, value]) => {
      const isNumber = typeof value === "string" && /^-?[0-9]{1,60}(\.[0-9]{1,60})?$/.test(value);
      return [
        field,
        isNumber && !/number|target|external|id$/i.test(field) ? new Decimal(value).toFixed() : value,
      ];
    }),
  );
}

function asOutcome(outcome: RowOutcome): Outcome {
  return "reason" in outcome ? { problem: outcome.column } : (outcome as Outcome);
}

/** Choices without those that decide nothing of a dialect's times, which are refused. */
function withoutNeedless<T extends DialectChoices>(chosen: T, dialect: CallDialect): T {
  const needless = (["zone", "year"] as const).filter((choice) => {
    if (!(choice in chosen)) return false;
    try {
      openCallDialect(dialect, chosen);
      return false;
    } catch (error) {
      return String(error).includes(`no ${choice} can be chosen`);
    }
  });
  return Object.fromEntries(
    Object.entries(chosen).filter(([choice]) => !(needless as string[]).includes(choice)),
  ) as T;
}

const rules = ["earlier", "later", "reject"] as const;
const books = new Map(
  rules.map((ambiguousTime) => [
    ambiguousTime,
    openBook({
      ambiguousTime,
      callDirections: [{ name: "in", direction: "inbound" }],
      customers: [{ id: 1 }],
      numbers: BOOK_NUMBERS.map((number) => ({ id: number, number, customerID: 1 })),
    }),
  ]),
);

test("rows give what the second opinion has of them", () => {
  const seen = { calls: 0, passedOver: 0, problems: 0 };
  const words = new WordCounts();
  fc.assert(
    fc.property(
      anyDialect.chain((dialect) => fc.tuple(fc.constant(dialect), rowsOf(dialect))),
      choicesOf,
      fc.constantFrom(...rules),
      ([dialect, rows], chosen, ambiguousTime) => {
        words.add(dialect);
        const choices = withoutNeedless(chosen, dialect);
        const reader = new DialectRows(
          openCallDialect(dialect, { ...choices, book: books.get(ambiguousTime) }),
          COLUMNS,
        );
        const opinion = {
          ...choices,
          bookZone: "Europe/London",
          ambiguousTime,
          numbers: new Set(BOOK_NUMBERS),
        };
        for (const cells of rows) {
          const outcomes = reader.read(cells).map(asOutcome);
          const expected = outcomesOf(dialect, opinion, COLUMNS, cells);
          expect(outcomes.map(comparable)).toEqual(expected.map(comparable));
          for (const outcome of outcomes) {
            if ("call" in outcome) seen.calls += 1;
            else if ("passedOver" in outcome) seen.passedOver += 1;
            else seen.problems += 1;
          }
        }
      },
    ),
    runs(8_000),
  );
  expect(words.rarer(atLeast(100))).toEqual([]);
  // What is never met is not held to anything.
  expect(seen.calls).toBeGreaterThan(atLeast(1_000));
  expect(seen.passedOver).toBeGreaterThan(atLeast(300));
  expect(seen.problems).toBeGreaterThan(atLeast(300));
});

test("files of every form give their rows, wherever a form can be used", async () => {
  const seen = { calls: 0, passedOver: 0, problems: 0 };
  await fc.assert(
    fc.asyncProperty(
      anyDialect.chain((dialect) => fc.tuple(fc.constant(dialect), rowsOf(dialect))),
      anyForm,
      choicesOf,
      fc.integer({ min: 1, max: 400 }),
      async ([given, written], form, chosen, size) => {
        const dialect = namedExactly({ ...given, ...form.says });
        const choices = withoutNeedless(chosen, dialect);
        const rows = written
          .filter((cells) => form.hasWidths || cells.length === COLUMNS.length)
          .map((cells) => cells.map(form.clean))
          .filter((cells) => cells.some((cell) => cell.trim() !== ""));
        if (rows.length === 0) return;
        const opinion = { ...choices, bookZone: "Europe/London", numbers: new Set(BOOK_NUMBERS) };
        const expected = rows.flatMap((cells) => outcomesOf(dialect, opinion, COLUMNS, cells));
        const outcomes: Outcome[] = [];
        const read = {
          format: "dialect",
          name: "file",
          dialect,
          ...choices,
          book: books.get("earlier"),
        } as const;
        const bytes = Buffer.from(form.write(rows));
        for await (const item of readCalls(pieces(...cut(bytes, size)), read)) {
          if ("call" in item) outcomes.push({ call: item.call as Readonly<Record<string, unknown>> });
          else outcomes.push("passedOver" in item ? { passedOver: item.passedOver } : { problem: undefined });
        }
        expect(outcomes.map(withoutCarried)).toEqual(expected.map(withoutCarried));
        for (const outcome of outcomes) {
          if ("call" in outcome) seen.calls += 1;
          else if ("passedOver" in outcome) seen.passedOver += 1;
          else seen.problems += 1;
        }
      },
    ),
    runs(8_000),
  );
  expect(seen.calls).toBeGreaterThan(atLeast(1_000));
  expect(seen.passedOver).toBeGreaterThan(atLeast(300));
  expect(seen.problems).toBeGreaterThan(atLeast(300));
});

/** What becomes of columns without a field is asked above; of JSON they keep their white space. */
function withoutCarried(outcome: Outcome): unknown {
  if ("problem" in outcome) return "problem";
  if ("passedOver" in outcome) return outcome;
  const columns: readonly string[] = COLUMNS;
  return comparable({
    call: Object.fromEntries(Object.entries(outcome.call).filter(([name]) => !columns.includes(name))),
  });
}
