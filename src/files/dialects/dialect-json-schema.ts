/** The JSON Schema of a call dialect, for editors and other programs. */
import * as z from "zod";
import type { CallDialect } from "./call-dialect.ts";
import { writtenDialectSchema } from "./schema/index.ts";

/** Descriptions of the keys, for editors. */
const KEYS: Readonly<Record<keyof CallDialect, string>> = {
  about: "Where the file comes from, in a sentence or two.",
  basedOn:
    "The preset it rests on. csv, fields, set, needs, headerNames and direction are merged with it entry by entry, everything else replaces it, null takes away.",
  reads:
    "csv, fixed (columns of fixed widths), json (a document, or several one after another) or jsonl (a document a line).",
  csv: "How a CSV file is written.",
  columns: "The columns of a file without a header, in order; of a file of fixed widths with from and to.",
  headerColumns:
    "All columns that a header may name: one that names another is refused, and those must be there that are not in optionalColumns.",
  optionalColumns: "Columns that a file may lack; without a header the last of columns.",
  headerNames: "Other names in a header, and the column that each stands for.",
  records: "JSON pointer to the list of calls, such as /value.",
  zone: "local (the book's), utc, or a name such as Europe/London.",
  needs: "What a run must choose because no file says it, and why: a sentence each.",
  blank: "Cells that say nothing, in every column.",
  currency: "In another currency than the book's a row, or the file, is a problem.",
  passOver: "Rows that are no calls, and why: they are counted.",
  direction: "Which way calls go, seen from the billed number.",
  unanswered: "Rows that fit are calls of duration 0.",
  fields: "Fields of a call and what they are taken from; start becomes startDate and startTime.",
  set: "Fields where no column of the row says them.",
  legs: "A row is several calls.",
};

/** The JSON Schema of a call dialect file. Rules across several keys are checked by `openCallDialect` only. */
export function callDialectJsonSchema(): Readonly<Record<string, unknown>> {
  const whole = withNulls(z.toJSONSchema(writtenDialectSchema(), { io: "input" })) as ObjectSchema;
  const { $schema, properties, ...schema } = whole;
  const described = Object.entries(properties ?? {}).map(([key, kind]) => {
    const description = KEYS[key as keyof CallDialect];
    return [key, description === undefined ? kind : { description, ...kind }];
  });
  const title = "A dialect of Tollbook: how a foreign file of calls is read";
  return { $schema, title, ...schema, properties: Object.fromEntries(described) };
}

interface ObjectSchema {
  readonly $schema?: string;
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** Allows null for every optional key of a JSON Schema; null removes the preset's value. */
function withNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNulls);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, part]) => [key, withNulls(part)] as const);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  const { properties, required = [] } = copy as ObjectSchema;
  if (properties === undefined) return copy;
  const orNull = Object.entries(properties).map(([key, kind]) => [
    key,
    required.includes(key) ? kind : { anyOf: [kind, { type: "null" }] },
  ]);
  return { ...copy, properties: Object.fromEntries(orNull) };
}
