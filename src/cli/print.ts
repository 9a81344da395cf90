import { openOutput } from "../files/index.ts";
import type { CliIO } from "./cli-io.ts";

/** Prints to standard output and waits until it has been taken. */
export async function print(io: CliIO, text: string): Promise<void> {
  const output = await openOutput("-", { stdout: io.stdout });
  await output.write(text);
  await output.finish();
}

/** Prints a value as JSON that a person can read, too. */
export function printJson(io: CliIO, value: unknown): Promise<void> {
  return print(io, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** A number of things: `1 call`, `2 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Rows of cells as aligned columns; the columns named in `right` are set to the right. */
export function table(rows: readonly (readonly string[])[], right: ReadonlySet<number> = new Set()): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
  return `${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
