/** What a file of results says, so that two can be compared before their makers are timed. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { parse } from "csv-parse";

export const CARD_COSTS = [
  "cost",
  "costBasic",
  "costAccessCharge",
  "costSurchargeMobileOrigination",
] as const;
export const CARD_RESULT_COLUMNS = [
  "id",
  "numberID",
  "tariffID",
  "tariffTime",
  "chargedDuration",
  ...CARD_COSTS,
];

export interface ResultDigest {
  readonly rows: number;
  /** Exact sums in ten-thousandths of a penny, by column. */
  readonly sums: Readonly<Record<string, bigint>>;
  /** Of all rows in order, the given columns, amounts in ten-thousandths. */
  readonly sha256: string;
}

/** Reads the given columns of a CSV of results; of those, `amounts` are pence as decimals. */
export async function readResults(
  path: string,
  columns: readonly string[],
  amounts: readonly string[],
): Promise<ResultDigest> {
  const hash = createHash("sha256");
  const sums = Object.fromEntries(amounts.map((name) => [name, 0n]));
  let rows = 0;
  for await (const row of createReadStream(path).pipe(parse({ columns: true }))) {
    const record = row as Readonly<Record<string, string>>;
    const cells = columns.map((column) => {
      const text = record[column];
      if (text === undefined) throw new Error(`${path} has no column ${column}`);
      if (text === "" || !amounts.includes(column)) return text;
      const units = quantaOf(text);
      sums[column] = (sums[column] ?? 0n) + units;
      return String(units);
    });
    hash.update(`${cells.join(",")}\n`);
    rows++;
  }
  return { rows, sums, sha256: hash.digest("hex") };
}

/** Throws where two files of results differ in a sum or in a row. */
export function requireEqual(ours: ResultDigest, theirs: ResultDigest, whose: string): void {
  const text = (digest: ResultDigest): string =>
    JSON.stringify(digest, (_, value) => (typeof value === "bigint" ? `${value}` : value));
  if (text(ours) !== text(theirs)) {
    throw new Error(`${whose} gives other results:\n${text(ours)}\n${text(theirs)}`);
  }
}

/** Throws where two files of results differ in a cell; only the lines from which their calls come may be others. */
export async function requireSameRows(path: string, otherPath: string, whose: string): Promise<void> {
  const others = rowsOf(otherPath);
  let columns: readonly string[] | undefined;
  for await (const row of rowsOf(path)) {
    const other = (await others.next()).value ?? [];
    columns ??= row;
    const at = columns.findIndex((name, index) => name !== "line" && row[index] !== other[index]);
    if (at >= 0) {
      const texts = [row, other].map((cells) => JSON.stringify(cells[at])).join(" and ");
      throw new Error(`${whose} gives other results: ${columns[at]} of call ${row[0]} is ${texts}`);
    }
  }
  if ((await others.next()).value !== undefined) throw new Error(`${whose} gives fewer results`);
}

async function* rowsOf(path: string): AsyncGenerator<readonly string[], void, undefined> {
  for await (const row of createReadStream(path).pipe(parse())) yield row as readonly string[];
}

function quantaOf(pence: string): bigint {
  const [whole = "", decimals = ""] = pence.split(".");
  if (decimals.length > 4) throw new Error(`${pence} has more than four decimal places`);
  return BigInt(whole + decimals.padEnd(4, "0"));
}
