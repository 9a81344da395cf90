/** The server's interface to databases: PostgreSQL, in the process (PGlite) or as a server. */

/** A value of a parameter. A list becomes an array, of which `unnest($1::text[])` makes rows. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | readonly (string | number | bigint | boolean | null)[];

/** Rows for COPY, by column. */
export type Rows = Iterable<readonly (string | null)[]>;

/** Runs statements: a transaction, or the database itself, each statement in a separate transaction. */
export interface Sql {
  /**
   * The rows of one statement. `bigint`, `numeric`, `json` and dates come as text, `timestamptz` as text such as
   * `2026-10-01T12:00:00.123456Z`, smaller integers as numbers, `boolean` as boolean.
   */
  query<Row = Readonly<Record<string, unknown>>>(
    text: string,
    values?: readonly SqlValue[],
  ): Promise<readonly Row[]>;
  /** Runs several statements without parameters. */
  script(text: string): Promise<void>;
  /** Adds rows by COPY, for thousands of rows. `table` and `columns` are constants of the program. */
  copyIn(table: string, columns: readonly string[], rows: Rows): Promise<void>;
}

export interface TransactionOptions {
  /** For work that only reads, from one state; default: each statement sees all earlier commits. */
  readonly isolation?: "repeatable read";
}

/** An open database. */
export interface Database extends Sql {
  readonly kind: "pglite" | "postgresql";
  /** Commits what `work` did, or rolls it back where it throws. */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * The same database for work that a signal aborts (H33): on abort, waiting for a connection ends, the running
   * statement is cancelled, and uncommitted writes are rolled back; then the signal's reason is thrown. The embedded
   * database cannot cancel a statement; there the next statement does not begin. `onCommit` is called right before
   * writes are committed; a signal that has not aborted by then does not stop the commit.
   */
  until(signal: AbortSignal, onCommit?: () => void): Database;
  /** Of a database from `until`: the original database, for objects that outlive the work. */
  readonly root?: Database;
  close(): Promise<void>;
}

/** An error of a statement, as both engines throw it. */
interface SqlFault {
  readonly code: string;
}

/** The SQLSTATE of an error of PostgreSQL; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const { code } = (error ?? {}) as Partial<SqlFault>;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Errors of a connection, by the codes of Node and of PostgreSQL. */
const AWAY = /^(?:ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH|08|57P0|53)/;

/** Whether a statement failed because the database is away or out of resources, not because of the statement. */
export function isAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === "string") return AWAY.test(code);
  // Errors of the driver, which have no code.
  return typeof message === "string" && /^(?:Connection terminated|Client has encountered)/.test(message);
}

/** A parameter in PostgreSQL's text format. */
export function parameterText(value: SqlValue): string | null {
  if (value === null || typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return `{${value.map(elementText).join(",")}}`;
  return String(value);
}

function elementText(value: string | number | bigint | boolean | null): string {
  if (value === null) return "NULL";
  return `"${String(value).replace(/[\\"]/g, "\\$&")}"`;
}

/** PostgreSQL's OIDs of the types whose values are returned as text. */
export const TYPES_AS_TEXT = {
  int8: 20,
  date: 1082,
  time: 1083,
  json: 114,
  numeric: 1700,
  jsonb: 3802,
} as const;
export const TIMESTAMPTZ = 1184;

/** Converts PostgreSQL's UTC text, `2026-10-01 12:00:00.5+00`, to ISO form with six decimals. */
export function isoStamp(text: string): string {
  const [date = "", time = ""] = text.replace(/\+00$/, "").split(" ");
  const [clock = "", fraction = ""] = time.split(".");
  return `${date}T${clock}.${fraction.padEnd(6, "0")}Z`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
/** Characters of a piece of COPY's text, at least. */
const COPY_PIECE = 1 << 18;

/** Rows in COPY's text format, in pieces. */
export function* copyText(rows: Rows): Generator<string> {
  let text = "";
  for (const row of rows) {
    for (let column = 0; column < row.length; column++) {
      const value = row[column] as string | null;
      if (column > 0) text += "\t";
      text += value === null ? "\\N" : value.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] as string);
    }
    text += "\n";
    if (text.length >= COPY_PIECE) {
      yield text;
      text = "";
    }
  }
  if (text !== "") yield text;
}

/** The start of a COPY statement. */
export function copyTarget(table: string, columns: readonly string[]): string {
  return `COPY ${table} (${columns.join(", ")}) FROM`;
}
