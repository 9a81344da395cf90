/** The store over both databases: H8, H11, H12, H13, H22, H31, H35. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { bookDigest } from "../../src/files/index.ts";
import { type BookData, BookError, type BookRevision } from "../../src/index.ts";
import type { Database } from "../../src/server/database/index.ts";
import { forgetCalls } from "../../src/server/invoices/index.ts";
import {
  openStore,
  type Present,
  type Store,
  type Writing,
  withFields,
} from "../../src/server/store/index.ts";
import { ENGINES } from "./databases.ts";

const WHO = { user: "tester", method: "PATCH", path: "/backend/api/v1/tollbook/book" };
const BOOK: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [
    {
      id: 1,
      name: "Business",
      tariffClass: "national",
      baseCost: "1.2",
      rates: [
        { prefix: "4420", cost: "1.50" },
        { prefix: "44161", cost: "2" },
        { tariffType: "UK", cost: "3" },
      ],
    },
  ],
  customers: [{ id: 7, companyName: "Alpha", address1: "1 High Street", defaultNationalTariff: "Business" }],
  numbers: [{ id: 3, customerID: 7, number: "020 7946 0001" }],
};

const plain = (present: Present | undefined): unknown => JSON.parse(JSON.stringify(present?.data));

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  let store: Store;
  beforeEach(async () => {
    database = await engine.empty();
    store = await openStore(database);
    return () => store.close();
  });
  const revise = (revision: BookRevision, on = store) =>
    on.write(WHO, async (writing) => {
      writing.revise(revision);
      return writing.outcome();
    });
  const fill = () => revise({ upsert: BOOK as NonNullable<BookRevision["upsert"]> });
  const count = async (table: string): Promise<number> => {
    const [row] = await database.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
    return Number(row?.count);
  };

  test("an empty store has revision 0 and an empty book", async () => {
    const present = await store.present();
    expect(present.revision).toBe(0);
    expect(present.data).toEqual({});
    expect(present.digest).toBe(bookDigest({}));
  });

  test("H22 a write is a revision with the digest of the book", async () => {
    expect(await fill()).toEqual({ revision: 1, digest: bookDigest(BOOK) });
    const present = await store.present();
    expect(present.revision).toBe(1);
    expect(plain(present)).toEqual(BOOK);
    const [revision] = await store.revisions(0, 10);
    expect(revision).toMatchObject({
      number: 1,
      digest: bookDigest(BOOK),
      user: "tester",
      changes: { customers: { added: 1, changed: 0, removed: 0 }, tariffs: { added: 1, linesAdded: 3 } },
    });
    expect(await store.changesOf(1)).toContainEqual({ list: "tariffs", key: "1", change: "added" });
    const again = await openStore(await engine.again(database));
    expect((await again.present()).digest).toBe(bookDigest(BOOK));
    expect(bookDigest((await again.present()).data)).toBe(bookDigest(BOOK));
    await again.close();
  });

  test("H22 records that are removed and put again are a revision only where they come behind others", async () => {
    const [first, second, third] = ["2026-12-24", "2026-12-25", "2026-12-26"];
    const dates = async () => ((await store.present()).data.holidays ?? []).map(({ date }) => date);
    const again = (removed: readonly (string | undefined)[], put: readonly (string | undefined)[]) =>
      revise({
        remove: { holidays: removed.map((date) => ({ date: date as string })) },
        upsert: { holidays: put.map((date) => ({ date: date as string })) },
      } as BookRevision);
    await again([], [first, second]);
    const present = await store.present();
    expect(await again([second], [second])).toEqual({ revision: 1, digest: present.digest });
    expect(await again([first, second], [first, second])).toEqual({ revision: 1, digest: present.digest });
    expect(await count("revisions")).toBe(1);
    expect((await again([first], [first])).revision).toBe(2);
    expect(await dates()).toEqual([second, first]);
    expect((await again([first], [third, first])).revision).toBe(3);
    expect(await dates()).toEqual([second, third, first]);
    const reopened = await openStore(await engine.again(database));
    expect(plain(await reopened.present())).toEqual(plain(await store.present()));
    if (engine.kind !== "pglite") await reopened.close();
  });

  test("H22 labels and addresses are no revision, but a new version and stamp", async () => {
    await fill();
    const before = (await store.present()).record("customers", "7");
    const labelled = { ...BOOK.customers?.[0], id: 7, companyName: "Beta", address1: "2 High Street" };
    expect(await revise({ upsert: { customers: [labelled] } })).toEqual({
      revision: 1,
      digest: bookDigest(BOOK),
    });
    const present = await store.present();
    expect(present.record("customers", "7")).toMatchObject({ data: labelled, version: 2 });
    expect((present.record("customers", "7")?.updated ?? "") > (before?.updated ?? "")).toBe(true);
    expect(present.record("customers", "7")?.created).toBe(before?.created);
    expect(plain(await store.revision(1))).toEqual(BOOK);
    await revise({ upsert: { numbers: [{ id: 4, customerID: 7, number: "020 7946 0002" }] } });
    expect(plain(await store.revision(1))).toEqual(BOOK);
    const second = await store.revision(2);
    expect(second?.digest).toBe(bookDigest(second?.data));
    expect(second?.data.customers).toEqual([labelled]);
  });

  test("nothing is written where nothing differs", async () => {
    await fill();
    await fill();
    expect((await store.present()).revision).toBe(1);
    expect((await store.present()).record("customers", "7")?.version).toBe(1);
    expect(await count("record_history")).toBe(0);
  });

  test("H32 one changed line of a tariff is one row of history", async () => {
    await fill();
    const tariff = (await store.present()).record("tariffs", "1");
    const rates = [
      { prefix: "4420", cost: "1.50" },
      { prefix: "44161", cost: "2.5" },
      { tariffType: "UK", cost: "3" },
    ];
    await revise({ upsert: { tariffs: [withFields(tariff?.data ?? {}, { rates })] as never } });
    const rows = await database.query(
      "SELECT line, from_revision, to_revision FROM tariff_lines ORDER BY 2, 3",
    );
    expect(rows.filter(({ to_revision }) => to_revision !== null)).toEqual([
      { line: '{"prefix":"44161","cost":"2"}', from_revision: "1", to_revision: "2" },
    ]);
    expect(rows).toHaveLength(4);
    expect(plain(await store.revision(1))).toEqual(BOOK);
    expect((await store.present()).digest).toBe((await store.revision(2))?.digest);
  });

  test("a tariff is changed without touching its lines", async () => {
    await fill();
    const again = await openStore(await engine.again(database));
    const tariff = (await again.present()).record("tariffs", "1");
    const changed = withFields(tariff?.data ?? {}, { baseCost: "1.3" });
    await revise({ upsert: { tariffs: [changed as never] } }, again);
    expect(await count("tariff_lines")).toBe(3);
    const { tariffs } = (await again.present()).data;
    expect(tariffs?.[0]?.rates).toEqual(BOOK.tariffs?.[0]?.rates);
    expect(tariffs?.[0]?.baseCost).toBe("1.3");
    await again.close();
  });

  test("H31 a write that fails leaves nothing behind", async () => {
    await fill();
    const failure = new Error("no");
    const failing = store.write(WHO, async (writing) => {
      writing.revise({ remove: { numbers: [3] } });
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    const dangling = revise({ upsert: { numbers: [{ id: 5, customerID: 99, number: "1" }] } });
    await expect(dangling).rejects.toBeInstanceOf(BookError);
    const controller = new AbortController();
    const aborted = store.until(controller.signal).write(WHO, async (writing) => {
      writing.revise({ remove: { numbers: [3] } });
      controller.abort(failure);
    });
    await expect(aborted).rejects.toBe(failure);
    expect(plain(await store.present())).toEqual(BOOK);
    expect(await count("revisions")).toBe(1);
    expect(await count("log")).toBe(1);
  });

  test("H1 H31 every write is logged", async () => {
    await store.write(WHO, async (writing) => {
      writing.status = 201;
    });
    expect(await database.query("SELECT user_name, method, path, status, revision FROM log")).toEqual([
      { user_name: "tester", method: "PATCH", path: WHO.path, status: 201, revision: "0" },
    ]);
  });

  test("H8 an id is one above the highest that was ever used", async () => {
    await fill();
    const next = (list: "numbers" | "customers" | "features") =>
      store.write(WHO, (writing) => writing.nextID(list));
    expect(await next("numbers")).toBe("4");
    await revise({ remove: { numbers: [3] } });
    expect(await next("numbers")).toBe("4");
    expect(await next("features")).toBe("1");
    const two = await store.write(WHO, async (writing) => [
      await writing.nextID("customers"),
      await writing.nextID("customers"),
    ]);
    expect(two).toEqual(["8", "9"]);
    await revise({ upsert: { customers: [{ id: "9223372036854775807" }] } });
    await expect(next("customers")).rejects.toMatchObject({ code: 409004 });
  });

  test("H13 stamps follow the order of commits, also where a clock goes back", async () => {
    await database.query("UPDATE sequences SET stamp = '2199-01-01 00:00:00+00' WHERE name = 'change'");
    const stamps: string[] = [];
    const work = async (writing: Writing) => void stamps.push(writing.stamp);
    await fill();
    const first = (await store.present()).record("customers", "7")?.updated ?? "";
    await store.write(WHO, async (writing) => {
      writing.revise({ upsert: { customers: [{ id: 8 }] } });
      await work(writing);
    });
    expect(first).toBe("2199-01-01T00:00:00.000001Z");
    expect(stamps).toEqual(["2199-01-01T00:00:00.000002Z"]);
  });

  test("H12 writers of a record queue, and each merges into what the last left", async () => {
    await fill();
    const stores = [store, await openStore(await engine.again(database))];
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        (engine.kind === "pglite" ? store : (stores[at % 2] as Store)).write(WHO, async (writing) => {
          const record = writing.present.record("customers", "7");
          await sleep(1);
          const merged = withFields(record?.data ?? {}, { [`column${at}`]: at });
          writing.revise({ upsert: { customers: [merged as never] } });
        }),
      ),
    );
    const [customer] = (await store.present()).data.customers ?? [];
    for (let at = 0; at < 12; at++) expect(customer).toHaveProperty([`column${at}`], at);
    expect((await store.present()).record("customers", "7")?.version).toBe(13);
    await stores[1]?.close();
  });

  test("H11 customers are purged thirty days after they were deleted, history included", async () => {
    await fill();
    await revise({
      upsert: {
        customers: [{ id: 8, companyName: "Stays" }],
        services: [{ id: 1, customerID: 7, serviceName: "Line of Alpha" }],
        features: [
          { id: 1, customerID: 7, description: "Alpha's own", column: "\u0000\ud800" } as never,
          { id: 2, numberID: 3, description: "of Alpha's number" },
          { id: 3, serviceID: 1, description: "of Alpha's service" },
        ],
        numbers: [{ id: 3, customerID: 7, number: "020 7946 0009" }],
        discountPlans: [{ id: 1, discountPlanName: "Alpha's plan", customerID: 7, discountPercent: 5 }],
      },
    });
    await revise({ remove: { features: [2] } });
    await store.write(WHO, async (writing) => writing.markDeleted("customers", "7"));
    const { deleted } = (await store.present()).record("customers", "7") ?? {};
    const on = (days: number) => new Date(Date.parse(deleted ?? "") + days * 86_400_000 + 1);
    expect((await store.present()).revision).toBe(3);
    const logged = await count("log");
    expect(await store.purge(on(29), forgetCalls)).toEqual({ customers: [], kept: [] });
    expect((await store.present()).revision).toBe(3);
    expect(await count("log")).toBe(logged);
    await store.revision(1);
    expect(await store.purge(on(30), forgetCalls)).toEqual({ customers: ["7"], kept: [] });
    const present = await store.present();
    expect(plain(present)).toEqual({
      callTypes: BOOK.callTypes,
      tariffs: BOOK.tariffs,
      customers: [{ id: 8, companyName: "Stays" }],
    });
    expect(present.revision).toBe(4);
    const texts = await database.query<{ data: string }>(
      "SELECT data FROM records UNION ALL SELECT data FROM record_history",
    );
    expect(texts.filter(({ data }) => /Alpha|7946/.test(data))).toEqual([]);
    expect(plain(await store.revision(1))).toEqual({ callTypes: BOOK.callTypes, tariffs: BOOK.tariffs });
    expect(await store.purge(on(31), forgetCalls)).toEqual({ customers: [], kept: [] });
  });

  test("H11 a number that has moved to another customer keeps his history, and earlier books open", async () => {
    const owned = (customerID: number) => ({ numbers: [{ id: 3, customerID, number: "020 7946 0009" }] });
    const feature = (id: number, description: string) => ({ id, numberID: 3, description });
    await fill();
    await revise({ upsert: { customers: [{ id: 8 }], ...owned(8) } });
    await revise({ upsert: { features: [feature(1, "stays"), feature(2, "of 8")] } });
    await revise({ upsert: owned(7) });
    await revise({ upsert: owned(8) });
    await revise({ upsert: { features: [{ ...feature(2, "of 8"), featureCount: 2 }] } });
    await store.write(WHO, async (writing) => writing.markDeleted("customers", "7"));
    const features = async (of: Store, ...numbers: readonly number[]) =>
      Promise.all(numbers.map(async (number) => (await of.revision(number))?.data.features));
    const before = await features(store, 2, 3, 5, 6);
    expect((await store.purge(new Date("2199-01-01"), forgetCalls)).customers).toEqual(["7"]);
    const again = await openStore(database);
    for (const one of [store, again]) {
      expect(await features(one, 2, 3, 5, 6)).toEqual(before);
      expect(await features(one, 1, 4)).toEqual([undefined, undefined]);
      expect((await one.revision(4))?.data.numbers).toBeUndefined();
    }
  });

  test("H11 a tariff that is no longer for a customer alone keeps its lines", async () => {
    const tariff = (cost: string, more: object = {}): NonNullable<BookRevision["upsert"]> => ({
      tariffs: [{ id: 2, name: "Own", tariffClass: "national", rates: [{ prefix: "4420", cost }], ...more }],
    });
    await fill();
    await revise({ upsert: tariff("2", { customerID: 7 }) });
    await revise({ upsert: tariff("2") });
    await revise({ upsert: tariff("3") });
    await store.write(WHO, async (writing) => writing.markDeleted("customers", "7"));
    expect((await store.purge(new Date("2199-01-01"), forgetCalls)).customers).toEqual(["7"]);
    const linesOf = async (revision: number) =>
      (await store.revision(revision))?.data.tariffs?.find(({ id }) => id === 2)?.rates;
    expect(await linesOf(2)).toBeUndefined();
    expect(await linesOf(3)).toEqual([{ prefix: "4420", cost: "2" }]);
    expect(await linesOf(4)).toEqual([{ prefix: "4420", cost: "3" }]);
  });

  test("H11 a customer that others need stays, and the purge says why", async () => {
    await fill();
    await revise({
      upsert: {
        tariffs: [
          { id: 2, name: "Alpha's", tariffClass: "national", customerID: 7, baseCost: "1" },
          { id: 3, name: "Child", tariffClass: "national", parentTariff: 2 },
        ],
      },
    });
    await store.write(WHO, async (writing) => writing.markDeleted("customers", "7"));
    const purged = await store.purge(new Date("2199-01-01"), forgetCalls);
    expect(purged.customers).toEqual([]);
    expect(purged.kept).toMatchObject([{ id: "7" }]);
    expect((await store.present()).record("customers", "7")).toBeDefined();
  });
});

const postgresql = ENGINES.find(({ kind }) => kind === "postgresql");

describe.runIf(postgresql !== undefined)("several servers on one PostgreSQL", () => {
  test("H31 a book that stays locked is 503001 with Retry-After after five seconds", async () => {
    const database = (await postgresql?.empty()) as Database;
    const store = await openStore(database);
    await database.transaction(async (sql) => {
      const seconds = "SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds";
      const [begun] = await sql.query<{ seconds: number }>(seconds);
      await sql.query("SELECT FROM sequences FOR UPDATE");
      const waiting = Array.from({ length: 3 }, () => store.write(WHO, async () => undefined));
      for (const { reason, status } of (await Promise.allSettled(waiting)) as PromiseRejectedResult[]) {
        expect(status).toBe("rejected");
        expect(reason).toMatchObject({ code: 503001, headers: { "Retry-After": "1" } });
      }
      const [ended] = await sql.query<{ seconds: number }>(seconds);
      expect(Number(ended?.seconds) - Number(begun?.seconds)).toBeGreaterThan(4.9);
    });
    await store.write(WHO, async () => undefined);
    await store.close();
  });

  test("H11 H35 after a purge by another server no earlier book holds the customer", async () => {
    const database = (await postgresql?.empty()) as Database;
    const store = await openStore(database);
    const other = await openStore((await postgresql?.again(database)) as Database);
    const upserts = [BOOK, { customers: [{ id: 8, companyName: "Stays" }] }, { customers: [{ id: 9 }] }];
    for (const upsert of upserts) {
      await store.write(WHO, async (writing) => writing.revise({ upsert } as BookRevision));
    }
    for (const number of [1, 2, 3]) {
      expect((await other.revision(number))?.record("customers", "7")).toBeDefined();
    }
    await store.write(WHO, async (writing) => writing.markDeleted("customers", "7"));
    expect((await store.purge(new Date("2199-01-01"), forgetCalls)).customers).toEqual(["7"]);
    for (const number of [1, 2, 3]) {
      const found = await other.revision(number);
      expect([found?.revision, found?.record("customers", "7")]).toEqual([number, undefined]);
    }
    await store.close();
    await other.close();
  });

  test("H35 what another server wrote is there before the next request, also lines, periods and removals", async () => {
    const database = (await postgresql?.empty()) as Database;
    const store = await openStore(database);
    const other = await openStore((await postgresql?.again(database)) as Database);
    const steps: readonly BookRevision[] = [
      { upsert: BOOK as NonNullable<BookRevision["upsert"]> },
      {
        upsert: {
          ratingPeriods: [
            { name: "a", from: "08:00", to: "18:00" },
            { name: "a", from: "20:00", to: "21:00" },
          ],
        },
      },
      { remove: { numbers: [3] }, upsert: { customers: [{ id: 9 }] } },
      { settings: { currency: "GBP", billingPeriodStartDay: 3 } },
      { upsert: { ratingPeriods: [{ name: "b", weekdays: ["Monday"] }] } },
      { remove: { ratingPeriods: ["b"] } },
      { upsert: { tariffs: [{ id: 1, name: "Business", tariffClass: "national", rates: [] }] } },
    ];
    for (const step of steps) {
      await store.write(WHO, async (writing) => writing.revise(step));
      const [here, there] = [await store.present(), await other.present()];
      expect(there.revision).toBe(here.revision);
      expect(plain(there)).toEqual(plain(here));
      expect(bookDigest(there.data)).toBe(here.digest);
    }
    await store.close();
    await other.close();
  });
});
