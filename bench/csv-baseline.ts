/**
 * CSV to CSV as most programs do it: csv-parse makes objects, zod checks each, something rates it, and lines are
 * joined. Written in pieces of some hundred lines, the quickest for strings.
 */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { parse } from "csv-parse";
import * as z from "zod";

export interface CsvPipeline<Call> {
  readonly calls: string;
  readonly out: string;
  readonly schema: z.ZodType<Call>;
  readonly columns: readonly string[];
  /** The record to write. */
  readonly rate: (call: Call) => object;
}

const LINES_OF_A_PIECE = 500;

/** Gives the seconds it took. */
export async function runCsvPipeline<Call>(pipeline: CsvPipeline<Call>): Promise<number> {
  const { columns, schema, rate } = pipeline;
  const startedAt = performance.now();
  const output = await open(pipeline.out, "w");
  let piece = `${columns.join(",")}\n`;
  let lines = 0;
  for await (const row of createReadStream(pipeline.calls).pipe(parse({ columns: true, bom: true }))) {
    const record = rate(schema.parse(row)) as Readonly<Record<string, unknown>>;
    piece += `${columns.map((column) => cell(record[column])).join(",")}\n`;
    if (++lines % LINES_OF_A_PIECE === 0) {
      await output.write(piece);
      piece = "";
    }
  }
  await output.write(piece);
  await output.close();
  return (performance.now() - startedAt) / 1000;
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A call of the card. */
export const cardCallSchema = z.object({
  id: z.string().min(1),
  target: z.string().regex(/^[0-9]{1,15}$/),
  external: z.string().regex(/^[0-9]{1,15}$/),
  startDate: z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
  startTime: z.string().regex(/^[0-9]{2}:[0-9]{2}:[0-9]{2}$/),
  duration: z.string().regex(/^[0-9]{1,8}$/),
  tariffType: z.literal("International"),
  callTypeOriginationTypeFlag: z.enum(["", "mobile", "payphone"]),
  location: z.string().max(1000),
});

/** Any call: a row of text. What its fields must be is for the second opinion to say. */
export const anyCallSchema = z.record(z.string(), z.string().max(1000));
