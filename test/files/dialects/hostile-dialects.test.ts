/** Dialects and files that mean no good: a sentence, and never another error, another's property or a long wait. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DialectRows } from "../../../src/files/dialects/index.ts";
import {
  CALL_DIALECTS,
  type CallDialect,
  type CallItem,
  FileError,
  openCallDialect,
  readCalls,
} from "../../../src/files/index.ts";
import { openBook } from "../../../src/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";

const BOOK = openBook({});

/** Whether a dialect can be opened; whatever it is, it is opened or refused with a sentence. */
function isOpened(dialect: unknown, choices = {}): boolean {
  try {
    openCallDialect(dialect as CallDialect, { book: BOOK, ...choices });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(FileError);
    expect((error as FileError).message.length).toBeGreaterThan(10);
    return false;
  }
}

async function itemsOf(dialect: CallDialect, text: string): Promise<CallItem[]> {
  async function* source(): AsyncGenerator<string> {
    yield text;
  }
  const items: CallItem[] = [];
  for await (const item of readCalls(source(), { format: "dialect", name: "f", dialect })) items.push(item);
  return items;
}

/** A value with another in place of one of its parts, which the numbers choose. */
function spoilt(value: unknown, path: readonly number[], part: unknown): unknown {
  const [at, ...rest] = path;
  if (at === undefined || typeof value !== "object" || value === null) return part;
  const entries = Object.entries(value);
  if (entries.length === 0) return part;
  const [key, under] = entries[at % entries.length] as [string, unknown];
  const changed = spoilt(under, rest, part);
  if (Array.isArray(value)) return value.map((entry, index) => (String(index) === key ? changed : entry));
  return { ...value, [key]: changed };
}

const anyPart = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom("__proto__", "constructor", "toString", "", "*", "/", "a//b", "\u0000", "\ufeff"),
  fc.dictionary(
    fc.constantFrom("__proto__", "column", "in", "out", "all", "between", "is", "time", "table"),
    fc.jsonValue({ maxDepth: 2 }),
  ),
);

describe("whatever a dialect is, it is opened or refused with a sentence", () => {
  test("any value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (dialect) => {
        isOpened(dialect, { zone: "utc" });
      }),
      runs(2_000),
    );
  });

  test("a preset with a part of it spoilt, and rows of anything", () => {
    let opened = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...CALL_DIALECTS.values()),
        fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
        anyPart,
        fc.array(fc.string(), { maxLength: 40 }),
        (preset, path, part, cells) => {
          const dialect = spoilt(preset, path, part);
          if (!isOpened(dialect)) return;
          opened++;
          const whole = openCallDialect(dialect as CallDialect, { book: BOOK });
          const columns = whole.columns.length > 0 ? whole.columns : whole.paths;
          let rows: DialectRows;
          try {
            rows = new DialectRows(whole, columns);
          } catch (error) {
            expect(error).toBeInstanceOf(FileError);
            return;
          }
          const outcomes = rows.read(columns.map((_, index) => cells[index % cells.length] ?? ""));
          expect(outcomes.length).toBeGreaterThan(0);
        },
      ),
      runs(3_000),
    );
    expect(opened).toBeGreaterThan(atLeast(50));
  });

  test("huge lists, at once", () => {
    const many = Array.from({ length: 1_000_000 }, (_, index) => `c${index}`);
    expect(isOpened({ reads: "csv", columns: many })).toBe(false);
    expect(isOpened({ reads: "csv", blank: many })).toBe(false);
    expect(isOpened({ reads: "csv", fields: { target: { column: many } } })).toBe(false);
    expect(isOpened({ reads: "csv", unanswered: many })).toBe(false);
    const most = many.slice(0, 10_000);
    expect(
      isOpened({ reads: "csv", columns: most, optionalColumns: most, fields: { target: { column: most } } }),
    ).toBe(true);
    const opened = openCallDialect({ reads: "csv", fields: { target: { column: most } } });
    const message = String(failureOf(() => new DialectRows(opened, many.slice(10_000, 200_000))));
    expect(message).toContain('has no column "c0", and no column "c1"');
    expect(message.length).toBeLessThan(2_000);
    const twice = Array.from({ length: 100_000 }, () => "note");
    expect(
      new DialectRows(openCallDialect({ reads: "csv", fields: { target: "a" } }), ["a", ...twice]),
    ).toBeDefined();
  });
});

function failureOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("did not fail");
}

describe("a name is a name, __proto__ like any other", () => {
  test("as a column of a file that becomes a field", async () => {
    const items = await itemsOf(
      { reads: "csv", fields: { target: "__proto__", external: "constructor" } },
      "__proto__,constructor\n301,302",
    );
    expect(items).toEqual([{ line: 2, call: { target: "301", external: "302" } }]);
  });

  test("as a column that would be carried along", async () => {
    await expect(itemsOf({ reads: "csv", fields: { target: "a" } }, "a,__proto__\n301,302")).rejects.toThrow(
      "names a column __proto__, which is not allowed as a field name",
    );
  });

  test("as a path", async () => {
    const dialect: CallDialect = {
      reads: "jsonl",
      fields: { target: "a", external: "__proto__/b", extension: "constructor/name", location: "a/length" },
    };
    expect(await itemsOf(dialect, '{"a":"301"}\n{"a":["301"]}')).toEqual([
      { line: 1, call: { target: "301" } },
      { line: 2, call: {} },
    ]);
    const items = await itemsOf(dialect, '{"a":"301","__proto__":{"b":"302"}}\n{"a":"301","__proto__":"x"}');
    expect(items[0]).toEqual({ line: 1, call: { target: "301", external: "302" } });
    expect(items[1]).toMatchObject({ problem: { reason: "__proto__ is not allowed as a field name" } });
  });

  test("as a code of a table, a name in a header, a name of a direction", async () => {
    const tables = JSON.parse('{ "table": { "__proto__": "UK" }, "otherwise": "problem" }') as never;
    const dialect: CallDialect = {
      reads: "csv",
      headerNames: JSON.parse('{ "__proto__": "a", "toString": "b" }') as never,
      fields: { target: "a", tariffType: { column: "b", is: [tables] } },
    };
    const items = await itemsOf(dialect, "__proto__,toString\n301,__proto__\n301,constructor");
    expect(items[0]).toEqual({ line: 2, call: { target: "301", tariffType: "UK" } });
    expect(items[1]).toMatchObject({
      line: 3,
      problem: { reason: 'has b "constructor", which is not in its table' },
    });
    expect(isOpened({ reads: "csv", fields: { target: "a" }, set: JSON.parse('{ "__proto__": "x" }') })).toBe(
      false,
    );
    expect(({} as Record<string, unknown>).b).toBeUndefined();
  });
});
