/** R2: a call's fields, however many layouts its file has. */
import { expect, test } from "vitest";
import { CallLayouts } from "../../src/engine/rows/call-layouts.ts";
import { FIELDS as READ_INTO_ROWS } from "../../src/engine/rows/record-reader.ts";
import { CALL_FIELD, CALL_FIELDS, TEXT_FIELDS } from "../../src/model/index.ts";

const FIELDS = Object.keys(CALL_FIELD) as (keyof typeof CALL_FIELD)[];

/** The fields of a row that are not blank. */
function held(row: readonly unknown[] | undefined): Record<string, unknown> | undefined {
  if (row === undefined) return undefined;
  expect(row).toHaveLength(FIELDS.length);
  return Object.fromEntries(
    FIELDS.map((field) => [field, row[CALL_FIELD[field]]]).filter(
      ([, value]) => value !== undefined && value !== "",
    ),
  );
}

test("fields are found in any order, beside fields that nobody reads", () => {
  const layouts = new CallLayouts();
  for (let round = 0; round < 2; round++) {
    expect(held(layouts.read({ id: 1, target: "a", other: 7, duration: 3 }))).toEqual({
      id: 1,
      target: "a",
      duration: 3,
    });
    expect(held(layouts.read({ duration: 3, 12: "x", id: null }))).toEqual({ duration: 3, id: null });
    expect(held(layouts.read({}))).toEqual({});
    expect(held(layouts.read(Object.assign(Object.create(null), { bytes: 0 })))).toEqual({ bytes: 0 });
  }
});

test("of what a record does not name, the texts are blank and nothing else is", () => {
  const texts: ReadonlySet<string> = new Set(TEXT_FIELDS);
  const row = new CallLayouts().read({});
  expect(row).toEqual(CALL_FIELDS.map((field) => (texts.has(field) ? "" : undefined)));
});

test("a class's getters count, and fields of what a record inherits from", () => {
  class Row {
    get target(): string {
      return "a";
    }
    duration = 5;
  }
  expect(held(new CallLayouts().read(new Row()))).toEqual({ target: "a", duration: 5 });
  expect(held(new CallLayouts().read(Object.create({ events: 2 })))).toEqual({ events: 2 });
});

test.each(["__proto__", "constructor", "prototype"])("%s is no field of anybody's", (key) => {
  const layouts = new CallLayouts();
  const record = JSON.parse(`{"id":1,"${key}":{}}`) as object;
  expect(layouts.read(record)).toBeUndefined();
  expect(
    layouts.read(Object.assign(Object.create({}), { [key === "__proto__" ? "prototype" : key]: 1 })),
  ).toBeUndefined();
  expect(held(layouts.read({ id: 1 }))).toEqual({ id: 1 });
});

test("records with names without end are read all the same", () => {
  const layouts = new CallLayouts();
  for (let at = 0; at < 50_000; at++) {
    const row = layouts.read({ [`a${at % 40}`]: 1, [`b${at}`]: 1, id: at });
    // `expect` takes longer than what it looks at; so it is asked where something differs.
    if (row?.[CALL_FIELD.id] !== at) expect(row?.[CALL_FIELD.id]).toBe(at);
  }
});

test("a record made before others of its layout had other values is read like them", () => {
  const records: unknown[] = JSON.parse(
    '[{"id":1,"duration":2,"bytes":3},{"id":2,"duration":0.5,"bytes":3},{"id":"3","duration":"2","bytes":null}]',
  );
  const layouts = new CallLayouts();
  for (let round = 0; round < 2; round++) {
    for (const record of records) expect(held(layouts.read(record as object))).toEqual(record);
  }
});

test("which fields a record has is told by bits of a word", () => {
  expect(FIELDS.length).toBeLessThan(31);
  const row = FIELDS.map((): unknown => undefined);
  const layouts = new CallLayouts();
  expect(layouts.readInto(row, { id: 1, other: 2, duration: undefined })).toBe(
    (1 << CALL_FIELD.id) | (1 << CALL_FIELD.duration),
  );
  expect(row[CALL_FIELD.id]).toBe(1);
  expect(layouts.readInto(row, {})).toBe(0);
  expect(layouts.readInto(row, JSON.parse('{"id":1,"__proto__":{}}'))).toBeLessThan(0);
});

test("every field that rating reads is read into rows, too", () => {
  expect([...READ_INTO_ROWS].sort()).toEqual([...CALL_FIELDS].sort());
});
