/** Any sequence of writes from two servers leaves what the model has, in every revision (H22, H31, H35). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bookDigest } from "../../src/files/index.ts";
import { BookError, type BookRevision } from "../../src/index.ts";
import { openStore, type Present, type Store } from "../../src/server/store/index.ts";
import { runs } from "../properties/runs.ts";
import { ENGINES } from "./databases.ts";
import {
  BookModel,
  MODEL_KEYS,
  type ModelChange,
  type ModelList,
  type ModelRecord,
} from "./model/book-model.ts";

const WHO = { user: "tester", method: "PATCH", path: "/book" };

const line = fc.record(
  {
    prefix: fc.constantFrom("4420", "4416", "44", "447"),
    cost: fc.constantFrom("1", "1.50", 2, 0.5),
    startDate: fc.constantFrom("2026-01-01", "2026-07-01"),
  },
  { requiredKeys: ["cost"] },
);
const name = fc.constantFrom("A", "B", "C");
const id = fc.constantFrom("1", "2", "3");
/** Records that now and then do not suit each other. */
const RECORDS: Readonly<Record<ModelList, fc.Arbitrary<ModelRecord>>> = {
  callTypes: fc.record({ name, tariffClass: fc.constantFrom("national", "mobile") }),
  tariffs: fc.record(
    {
      id: fc.oneof(id, fc.constantFrom(1, 2)),
      name: id.map((text) => `Tariff ${text}`),
      tariffClass: fc.constantFrom("national", "mobile"),
      baseCost: fc.constantFrom("1.2", "3"),
      rates: fc.oneof(fc.array(line, { maxLength: 6 }), fc.constant(null)),
    },
    { requiredKeys: ["id", "name", "tariffClass"] },
  ),
  customers: fc
    .record(
      {
        id,
        nationalTariffNote: fc.constant("x"),
        defaultNationalTariff: fc.constantFrom("Tariff 1", "Tariff 2", ""),
        address1: fc.constantFrom("High Street", '\u0000 \\ " \n \t é €'),
        ourOwnColumn: fc.constantFrom(null, 1, { deep: ["x"] }),
      },
      { requiredKeys: ["id"] },
    )
    .map(({ nationalTariffNote: _, ...customer }) => customer),
  numbers: fc.record(
    {
      id: fc.oneof(id, fc.constant(7)),
      customerID: id,
      number: fc.constantFrom("020 7946 0001", "020 7946 0002"),
      internalUse: fc.constantFrom("a", "b"),
    },
    { requiredKeys: ["id", "customerID", "number"] },
  ),
  holidays: fc.record({ date: fc.constantFrom("2026-12-25", "2026-12-26") }),
};
const LISTS = Object.keys(RECORDS) as readonly ModelList[];

const upsert = fc.constantFrom(...LISTS).chain((list) => RECORDS[list].map((record) => ({ list, record })));
const period = fc.record({
  name: fc.constantFrom("evening", "night"),
  weekdays: fc.constantFrom(["Monday"], ["Tuesday"]),
});

/** A change of the book, or of a record that the book has by then. */
const step = fc.record({
  changes: fc.array(
    fc.record(
      {
        settings: fc.record({ billingPeriodStartDay: fc.constantFrom(1, 2) }),
        periods: fc.array(period, { minLength: 1, maxLength: 3 }),
        upsert: fc.array(upsert, { maxLength: 4 }),
        removed: fc.array(fc.record({ list: fc.constantFrom(...LISTS), at: fc.nat(2) }), { maxLength: 2 }),
        /** Only labels of a record that is there. */
        label: fc.record({ list: fc.constantFrom("customers", "numbers"), at: fc.nat(2), text: name }),
        /** One line of a tariff that is there. */
        line: fc.record({ at: fc.nat(2), line: fc.nat(6), cost: fc.constantFrom("9", "8") }),
      },
      { requiredKeys: ["upsert", "removed"] },
    ),
    { minLength: 1, maxLength: 2 },
  ),
  /** Which server writes, and whether it fails at the end. */
  server: fc.nat(1),
  fails: fc.nat(6).map((roll) => roll === 0),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function changeOf(model: BookModel, drawn: Step["changes"][number]): ModelChange {
  const upserts: { list: ModelList; record: ModelRecord }[] = [...drawn.upsert];
  if (drawn.label !== undefined) {
    const list = drawn.label.list as "customers" | "numbers";
    const record = model.find(list, model.keys(list)[drawn.label.at] ?? "");
    const field = list === "customers" ? "address1" : "internalUse";
    if (record !== undefined) upserts.push({ list, record: { ...record, [field]: drawn.label.text } });
  }
  if (drawn.line !== undefined) {
    const tariff = model.find("tariffs", model.keys("tariffs")[drawn.line.at] ?? "");
    const rates = tariff?.rates as readonly ModelRecord[] | null | undefined;
    if (tariff !== undefined && Array.isArray(rates) && rates.length > 0) {
      const at = drawn.line.line % rates.length;
      upserts.push({
        list: "tariffs",
        record: { ...tariff, rates: rates.with(at, { ...rates[at], cost: drawn.line.cost }) },
      });
    }
  }
  const removed = new Set<string>();
  const remove = drawn.removed.flatMap(({ list, at }) => {
    const key = model.keys(list)[at];
    if (key === undefined || removed.has(`${list} ${key}`)) return [];
    removed.add(`${list} ${key}`);
    return [{ list, key }];
  });
  return {
    ...(drawn.settings === undefined ? {} : { settings: drawn.settings }),
    ...(drawn.periods === undefined ? {} : { periods: drawn.periods }),
    // A revision that names a record twice is refused; the last stays here.
    upsert: upserts.filter(({ list, record }, at) => {
      const key = MODEL_KEYS[list];
      return !upserts
        .slice(at + 1)
        .some((later) => later.list === list && String(later.record[key]) === String(record[key]));
    }),
    remove,
  };
}

function revisionOf(change: ModelChange): BookRevision {
  const upsertLists: Record<string, unknown> = {};
  for (const list of LISTS) {
    upsertLists[list] = change.upsert.filter((entry) => entry.list === list).map(({ record }) => record);
  }
  if (change.periods !== undefined) upsertLists.ratingPeriods = change.periods;
  const remove = Object.fromEntries(
    LISTS.map((list) => [list, change.remove.filter((entry) => entry.list === list).map(({ key }) => key)]),
  );
  return {
    ...(change.settings === undefined ? {} : { settings: change.settings }),
    upsert: upsertLists,
    remove,
  } as unknown as BookRevision;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function expectSame(present: Present, model: BookModel): Promise<void> {
  expect(plain(present.data)).toEqual(plain(model.data));
  expect(present.revision).toBe(model.revisions.length - 1);
  expect(present.digest).toBe(bookDigest(model.revisions.at(-1)));
  expect(bookDigest(present.data)).toBe(bookDigest(model.data));
}

describe.each(ENGINES)("$kind", (engine) => {
  test("any writes from two servers leave what the model has", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const database = await engine.empty();
        const first = await openStore(database);
        const stores: readonly Store[] =
          engine.kind === "pglite" ? [first] : [first, await openStore(await engine.again(database))];
        let model = new BookModel();
        try {
          for (const { changes, server, fails } of steps) {
            const store = stores[server % stores.length] as Store;
            const before = model;
            const failure = new Error("the work failed");
            try {
              model = await store.write(WHO, async (writing) => {
                let next = before;
                for (const drawn of changes) {
                  const change = changeOf(next, drawn);
                  writing.revise(revisionOf(change));
                  next = next.changed(change);
                }
                next.commit(before);
                const outcome = writing.outcome();
                expect(outcome.revision).toBe(next.revisions.length - 1);
                if (fails) throw failure;
                return next;
              });
            } catch (error) {
              if (error !== failure && !(error instanceof BookError)) throw error;
            }
            for (const each of stores) await expectSame(await each.present(), model);
          }
          const again = await openStore(await engine.again(database));
          await expectSame(await again.present(), model);
          for (const [number, data] of model.revisions.entries()) {
            const book = await again.revision(number);
            if (number === 0) expect(book).toBeUndefined();
            else {
              expect(plain(book?.data)).toEqual(plain(data));
              expect(book?.digest).toBe(bookDigest(data));
              expect(bookDigest(book?.data)).toBe(book?.digest);
            }
          }
          if (engine.kind !== "pglite") await again.close();
        } finally {
          if (engine.kind !== "pglite") for (const store of stores) await store.close();
        }
      }),
      runs(80),
    );
  });
});
