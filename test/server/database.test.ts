/** Both engines behind one interface: values, COPY, migrations, catalogs, folders, dumps (H32). */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { bookDigest, FileError } from "../../src/files/index.ts";
import {
  type Database,
  isAway,
  migrate,
  NewerDatabase,
  openPglite,
  openPostgres,
} from "../../src/server/database/index.ts";
import { MIGRATIONS } from "../../src/server/database/migrations/index.ts";
import { openStore } from "../../src/server/store/index.ts";
import { ENGINES, emptyPostgres } from "./databases.ts";

const folder = mkdtempSync(join(tmpdir(), "tollbook-database-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Texts that escape badly. */
const TEXTS = ["", "plain", 'a"b\\c', "tab\tline\nreturn\r", "é€😀", "\\N", "NULL", "{1,2}", "a,b", " "];

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  beforeEach(async () => {
    database = await engine.empty();
    return () => database.close();
  });

  test("values come as they are promised", async () => {
    const [row] = await database.query(
      `SELECT $1::bigint AS big, 1.20::numeric AS exact, $2::boolean AS flag, $3::integer AS whole,
       $4::timestamptz AS stamp, '2026-10-01'::date AS day, '{"a": 1.0}'::json AS json, NULL::text AS nothing,
       $5::text[] @> ARRAY['x'] AS list, 0.5::float8 AS half`,
      [2n ** 63n - 1n, true, 7, new Date("2026-10-01T12:00:00.5Z"), ["x", "y"]],
    );
    expect(row).toEqual({
      big: "9223372036854775807",
      exact: "1.20",
      flag: true,
      whole: 7,
      stamp: "2026-10-01T12:00:00.500000Z",
      day: "2026-10-01",
      json: '{"a": 1.0}',
      nothing: null,
      list: true,
      half: 0.5,
    });
  });

  test("texts pass parameters, arrays and COPY unchanged", async () => {
    await database.script("CREATE TABLE texts (place bigint, text text)");
    await database.copyIn(
      "texts",
      ["place", "text"],
      [...TEXTS, null].map((text, at) => [String(at), text]),
    );
    await database.query("INSERT INTO texts SELECT * FROM unnest($1::bigint[], $2::text[])", [
      TEXTS.map((_, at) => 100 + at),
      TEXTS,
    ]);
    for (const [at, text] of TEXTS.entries()) {
      await database.query("INSERT INTO texts VALUES ($1, $2)", [200 + at, text]);
    }
    const rows = await database.query<{ text: string | null }>("SELECT text FROM texts ORDER BY place");
    expect(rows.map(({ text }) => text)).toEqual([...TEXTS, null, ...TEXTS, ...TEXTS]);
    await database.copyIn("texts", ["place", "text"], []);
  });

  test("a transaction that throws is rolled back, and the next one works", async () => {
    await database.script("CREATE TABLE numbers (number integer)");
    const failure = new Error("no");
    const failing = database.transaction(async (sql) => {
      await sql.query("INSERT INTO numbers VALUES (1)");
      await sql.copyIn("numbers", ["number"], [["2"]]);
      throw failure;
    });
    await expect(failing).rejects.toBe(failure);
    await expect(database.transaction((sql) => sql.query("SELECT nothing"))).rejects.toMatchObject({
      code: "42703",
    });
    await expect(database.copyIn("numbers", ["number"], [["3"], ["no number"]])).rejects.toMatchObject({
      code: "22P02",
    });
    await database.transaction((sql) => sql.query("INSERT INTO numbers VALUES (4)"));
    expect(await database.query("SELECT * FROM numbers")).toEqual([{ number: 4 }]);
  });

  test("migrations are applied once, by one of many, and a later version's are refused", async () => {
    const again = await engine.again(database);
    await Promise.all([migrate(database), migrate(again), migrate(database)]);
    const applied = await database.query<{ number: number }>("SELECT number FROM migrations ORDER BY 1");
    expect(applied.map(({ number }) => number)).toEqual(applied.map((_, at) => at + 1));
    await database.query("INSERT INTO migrations (number, name) VALUES (99, 'later')");
    await expect(migrate(database)).rejects.toBeInstanceOf(NewerDatabase);
    await again.close();
  });

  test("a short code has one key, however its flag was written", async () => {
    await migrate(database, MIGRATIONS.slice(0, 3));
    const keys = ["true", "Yes", "1", "off", "0", "false"];
    for (const [at, flag] of keys.entries()) {
      await database.query(
        `INSERT INTO records (list, key, position, data, version, created, updated, from_revision, change)
         VALUES ('destinations', $1, $2, '{}', 1, now(), now(), 1, 1)`,
        [JSON.stringify([String(at), 'of "B"]', "outbound", flag]), at],
      );
    }
    await migrate(database);
    const found = await database.query<{ key: string }>("SELECT key FROM records ORDER BY position");
    expect(found.map(({ key }) => JSON.parse(key).at(-1))).toEqual([
      ...["true", "true", "true", "false", "false", "false"],
    ]);
    expect(found.map(({ key }) => JSON.parse(key)[1])).toEqual(keys.map(() => 'of "B"]'));
  });

  test("a migration that fails leaves the database as it was", async () => {
    const steps = [{ name: "broken", sql: "CREATE TABLE half (number integer); SELECT nothing;" }];
    await expect(migrate(database, steps)).rejects.toMatchObject({ code: "42703" });
    const tables = await database.query(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    expect(tables).toEqual([]);
  });

  test("an older database, restored from a dump, is upgraded and opens", async () => {
    await database.script(readFileSync(join(import.meta.dirname, "dumps/001-book.sql"), "utf8"));
    await database.script("SET search_path TO public");
    const store = await openStore(database);
    const present = await store.present();
    expect(present.revision).toBe(2);
    expect(bookDigest(present.data)).toBe(present.digest);
    const first = await store.revision(1);
    expect(bookDigest(first?.data)).toBe(first?.digest);
    expect(first?.data.tariffs?.[0]?.rates).toHaveLength(2);
    await store.write({ user: "t", method: "PATCH", path: "/" }, async (writing) => {
      expect(await writing.nextID("numbers")).toBe("4");
      writing.revise({ upsert: { customers: [{ id: 8 }] } });
    });
    expect((await store.present()).revision).toBe(3);
    const [migrated] = await database.query<{ count: string }>("SELECT count(*) FROM migrations");
    expect(Number(migrated?.count)).toBeGreaterThan(1);
  });
});

/** What a database has, as both engines say it. */
async function catalog(database: Database): Promise<unknown> {
  const columns = await database.query(
    `SELECT table_name, column_name, ordinal_position, data_type, is_nullable, column_default, collation_name,
       is_identity, identity_generation
     FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`,
  );
  const indexes = await database.query(
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname",
  );
  const constraints = await database.query(
    `SELECT conrelid::regclass::text AS table_name, conname, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2`,
  );
  const sequences = await database.query(
    "SELECT sequencename, data_type::text, start_value, increment_by FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  const extensions = await database.query("SELECT extname FROM pg_extension WHERE extname <> 'plpgsql'");
  expect(extensions).toEqual([]);
  return { columns, indexes, constraints, sequences };
}

test.runIf(ENGINES.length > 1)(
  "H32 both engines have the same tables, columns, indexes and constraints",
  async () => {
    const catalogs = [];
    for (const engine of ENGINES) {
      const database = await engine.empty();
      await migrate(database);
      catalogs.push(await catalog(database));
      await database.close();
    }
    expect(catalogs[0]).toEqual(catalogs[1]);
  },
);

test.runIf(ENGINES.length > 1)(
  "a connection that PostgreSQL ends while a transaction holds it fails the transaction, and nothing else",
  async () => {
    const url = await emptyPostgres();
    const [database, other] = [await openPostgres(url, { poolSize: 1 }), await openPostgres(url)];
    const fault = await database
      .transaction(async (sql) => {
        const [own] = await sql.query<{ process: number }>("SELECT pg_backend_pid() AS process");
        const process = own?.process ?? 0;
        await other.query("SELECT pg_terminate_backend($1)", [process]);
        const isThere = "SELECT 1 FROM pg_stat_activity WHERE pid = $1";
        while ((await other.query(isThere, [process])).length > 0);
        await sql.query("SELECT 1");
      })
      .catch((error: unknown) => error);
    expect(isAway(fault)).toBe(true);
    expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await database.close();
    await other.close();
  },
);

test("H32 a folder belongs to one process, is the same after it is opened again, and is backed up by a copy", async () => {
  const home = join(folder, "data");
  const store = await openStore(await openPglite(home));
  const second = await openPglite(home).catch((error: unknown) => error);
  expect(second).toBeInstanceOf(FileError);
  expect((second as FileError).message).toMatch(
    new RegExp(
      `^${home}: is in use by another run \\(process ${process.pid}, since .*\\); wait until it is done$`,
    ),
  );
  await store.write({ user: "t", method: "PATCH", path: "/" }, async (writing) => {
    writing.revise({ upsert: { customers: [{ id: 8, companyName: "Kept" }] } });
  });
  const { digest } = await store.present();
  await store.close();
  cpSync(home, join(folder, "backup"), { recursive: true });
  for (const each of [home, join(folder, "backup")]) {
    const again = await openStore(await openPglite(each));
    expect((await again.present()).digest).toBe(digest);
    await again.close();
  }
});
