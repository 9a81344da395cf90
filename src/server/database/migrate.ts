/** Brings a database's tables to the schema of this version of the program. */
import { MIGRATIONS } from "./migrations/index.ts";
import type { Database } from "./sql.ts";

/** Advisory lock: one of several processes that start at once makes the tables. */
const MIGRATION_LOCK = "7164201117";

/** Thrown where a database was made by a later version of the program. */
export class NewerDatabase extends Error {
  override readonly name = "NewerDatabase";
}

/**
 * Applies the migrations that a database does not have, each in a separate transaction.
 *
 * @throws NewerDatabase where the database has a migration that this version does not know
 */
export async function migrate(database: Database, migrations = MIGRATIONS): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await database.transaction(async (sql) => {
      await sql.query("SELECT pg_advisory_xact_lock($1::bigint)", [MIGRATION_LOCK]);
      await sql.script(`CREATE TABLE IF NOT EXISTS migrations (
        number integer PRIMARY KEY,
        name text NOT NULL,
        applied timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
      const applied = await sql.query<{ number: number; name: string }>(
        "SELECT number, name FROM migrations ORDER BY number",
      );
      const newer = applied.find(({ number }) => number > migrations.length);
      if (newer !== undefined) {
        throw new NewerDatabase(
          `The database has migration ${newer.number} (${newer.name}) of a later version of tollbook; this one knows ${migrations.length}. Start that version.`,
        );
      }
      const next = migrations[applied.length];
      if (next === undefined) return true;
      await sql.script(next.sql);
      await sql.query("INSERT INTO migrations (number, name) VALUES ($1, $2)", [
        applied.length + 1,
        next.name,
      ]);
      return false;
    });
  }
}
