/** A store with a small book whose calls draw from pools, for tests of calls. */
import { type BookData, openBook } from "../../../src/index.ts";
import { takeBatch } from "../../../src/server/calls/take-batch.ts";
import type { Database, Sql } from "../../../src/server/database/index.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";

export const WHO = { user: "tester", method: "POST", path: "/tollbook/batches" };

/** Two customers: the first one's numbers share a pool, the second one's has one of its own. */
export const BOOK: BookData = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK" },
    { prefix: "447", tariffType: "Mobile" },
  ],
  callDirections: [{ name: "B-leg", direction: "inbound" }],
  tariffs: [
    { id: 1, name: "Business", tariffClass: "national", baseCost: "6.37", baseCostConnection: "0.5" },
    { id: 2, name: "Cell", tariffClass: "mobile", baseCost: "12.4" },
  ],
  customers: [
    { id: 7, defaultNationalTariff: "Business", defaultMobileTariff: "Cell", VATRate: "Standard" },
    { id: 8, defaultNationalTariff: "Business", defaultMobileTariff: "Cell", VATRate: "Standard" },
  ],
  vatRates: [{ name: "Standard", percent: 20 }],
  numbers: [
    {
      id: 1007,
      customerID: 7,
      number: "020 7946 0018",
      discountPlan1: "Ten",
      discountPlanAllowancePoolName: "shared",
    },
    {
      id: 1008,
      customerID: 7,
      number: "020 7946 0019",
      discountPlan1: "Ten",
      discountPlanAllowancePoolName: "shared",
    },
    { id: 1009, customerID: 8, number: "020 7946 0020", discountPlan1: "Ten" },
    { id: 1010, customerID: 8, number: "020 7946 0021" },
  ],
  discountPlans: [{ id: 1, discountPlanName: "Ten", allowanceMinutes: 10 }],
  ignoredNumbers: [{ number: "020 7946 0099", reason: "test line" }],
};

export const OPENED = openBook(BOOK);

/** A call of the book's numbers. */
export function aCall(id: number | string | undefined, more: object = {}): Record<string, unknown> {
  return {
    ...(id === undefined ? {} : { id }),
    target: "02079460018",
    external: "01614960000",
    startDate: "2026-10-05",
    startTime: "10:00:00",
    duration: 91,
    ...more,
  };
}

/** A store that has the book. */
export async function storeWithBook(database: Database, data: BookData = BOOK): Promise<Store> {
  const store = await openStore(database);
  await store.write(WHO, async (writing) => {
    writing.revise({ upsert: data });
  });
  return store;
}

/** Sends a batch; its answer. */
export async function send(
  store: Store,
  key: string,
  calls: readonly unknown[],
): Promise<{
  readonly text: string;
  readonly isReplay: boolean;
  readonly batch: Readonly<Record<"rated" | "repeated" | "errors", number>> & {
    readonly id: string;
    readonly digest: string;
    readonly totals: Readonly<Record<string, string>>;
  };
  readonly results: readonly Readonly<Record<string, string>>[];
}> {
  const { text, isReplay } = await takeBatch(store, { key, calls }, WHO);
  return { text, isReplay, ...JSON.parse(text) };
}

/** Thrown instead of a statement. */
export class Cut extends Error {}

/** The database, of which the n-th statement of a transaction from now on fails, counted from 1; the commit is the last. */
export function failingDatabase(database: Database, nth: number): Database & { readonly statements: number } {
  let statements = 0;
  const count = (): void => {
    if (++statements === nth) throw new Cut(`statement ${nth}`);
  };
  const wrapped = (sql: Sql): Sql => ({
    query: async (text, values) => {
      count();
      return sql.query(text, values);
    },
    script: async (text) => {
      count();
      return sql.script(text);
    },
    copyIn: async (table, columns, rows) => {
      count();
      return sql.copyIn(table, columns, rows);
    },
  });
  return {
    kind: database.kind,
    query: (text, values) => database.query(text, values),
    script: (text) => database.script(text),
    copyIn: (table, columns, rows) => database.copyIn(table, columns, rows),
    transaction: (work, options) =>
      database.transaction(async (sql) => {
        const done = await work(wrapped(sql));
        count();
        return done;
      }, options),
    until: (signal, onCommit) => failingDatabase(database.until(signal, onCommit), nth),
    close: () => database.close(),
    get statements() {
      return statements;
    },
  };
}

/** A database that fails when it is told to: a store stays the same over it. */
export interface BreakableDatabase extends Database {
  /** From now on the n-th statement of a transaction fails, counted from 1; none with undefined. */
  failAt(nth: number | undefined): void;
}

/** A database that does what another does until it is told to fail. */
export function breakableDatabase(database: Database): BreakableDatabase {
  let now = database;
  return {
    kind: database.kind,
    query: (text, values) => now.query(text, values),
    script: (text) => now.script(text),
    copyIn: (table, columns, rows) => now.copyIn(table, columns, rows),
    transaction: (work, options) => now.transaction(work, options),
    until: (signal, onCommit) => now.until(signal, onCommit),
    close: () => database.close(),
    failAt(nth) {
      now = nth === undefined ? database : failingDatabase(database, nth);
    },
  };
}

/** The store over another database. */
export function over(store: Store, database: Database): Store {
  return Object.assign(Object.create(store) as Store, {
    database,
    present: () => store.present(),
    lastBook: () => store.lastBook(),
    revision: (number: number) => store.revision(number),
    read: <T>(work: (sql: Sql) => Promise<T>) => store.read(work),
    until: (signal: AbortSignal, onCommit?: () => void) =>
      over(store.until(signal, onCommit), database.until(signal, onCommit)),
  });
}

/** All rows that batches write, for comparisons. */
export async function dump(database: Database): Promise<Readonly<Record<string, unknown>>> {
  const rows = (text: string): Promise<readonly unknown[]> => database.query(text);
  return {
    calls: await rows("SELECT id, carrier_key, record FROM calls ORDER BY id"),
    results: await rows(
      `SELECT call_id, attempt, latest, outcome, error, customer_id, number_id, feature_id, start_date, record, discounts
       FROM results ORDER BY call_id, attempt`,
    ),
    pools: await rows("SELECT * FROM pools ORDER BY customer_id, start_date"),
    batches: await rows(
      "SELECT key, read, rated, errors, ignored, repeated, totals FROM batches ORDER BY key",
    ),
  };
}
