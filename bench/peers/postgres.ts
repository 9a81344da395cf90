/** PostgreSQL through `psql`, where a server answers; the usual PG* variables say which. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { cardTotals, POSTGRES_DIALECT } from "./card-sql.ts";
import { CALL_COLUMNS, TABLES } from "./card-tables.ts";

export interface PostgresRun {
  readonly version: string;
  readonly seconds: number;
  /** rated, basic, access, mobile. */
  readonly totals: readonly string[];
}

/** Undefined where there is no `psql` or no server. Everything happens in tables that end with the session. */
export function runPostgres(folder: string, calls: string): PostgresRun | undefined {
  const version = psql("show server_version");
  if (version === undefined) return undefined;
  const columns = Object.entries(CALL_COLUMNS).map(([name, type]) => `"${name}" ${type}`);
  const told = psql(
    [
      ...Object.entries(TABLES).flatMap(([table, own]) => [
        `create temporary table ${table} (${own});`,
        `\\copy ${table} from '${join(folder, `${table}.csv`)}' (format csv)`,
      ]),
      `create temporary table calls (${columns.join(", ")});`,
      `\\copy calls from '${calls}' (format csv, header)`,
      "create unique index on number (target) include (number_id, tariff_id);",
      "create unique index on line_range (tariff_id, range_start);",
      "analyze number; analyze tariff; analyze line_range; analyze calls;",
      // The first run warms it up.
      `${cardTotals("calls", POSTGRES_DIALECT)};`,
      "\\timing on",
      `${cardTotals("calls", POSTGRES_DIALECT)};`,
    ].join("\n"),
  );
  const rows = told?.trim().split("\n") ?? [];
  const milliseconds = /^Time: ([0-9.]+) ms/.exec(rows.at(-1) ?? "")?.[1];
  const totals = rows.at(-2)?.split("|");
  if (milliseconds === undefined || totals === undefined)
    throw new Error(`psql said something else:\n${told}`);
  return { version: version.trim(), seconds: Number(milliseconds) / 1000, totals };
}

/** What psql prints, rows as values with bars between; undefined where it cannot connect. */
function psql(script: string): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(
    "psql",
    ["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1", "--file", "-"],
    { input: `${script}\n`, encoding: "utf8" },
  );
  if (error !== undefined || status === 2) return undefined;
  if (status !== 0) throw new Error(`psql: ${stderr}`);
  return stdout;
}
