/** All migrations in their order. A released migration never changes: later changes are new migrations. */
import { bookTables } from "./001-book.ts";
import { callTables } from "./002-calls.ts";
import { workTables } from "./003-work.ts";
import { keysOfShortCodes } from "./004-keys.ts";

export interface Migration {
  readonly name: string;
  /** Statements, plain SQL that PGlite and PostgreSQL 14 and later understand, without extensions. */
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: "book", sql: bookTables },
  { name: "calls", sql: callTables },
  { name: "work", sql: workTables },
  { name: "keys of short codes", sql: keysOfShortCodes },
];
