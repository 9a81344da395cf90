/** The names of fields in dialects, and the constants that dialects set. */
import * as z from "zod";
import {
  Fault,
  isBlank,
  quoteValue,
  READABLE_FIELDS,
  type ReadableField,
  readText,
} from "../../model/index.ts";
import { hintFor, tableOf } from "../preset-files.ts";

/** The field of a call with a name, or a fault if there is none. */
export function readFieldName(value: unknown): ReadableField | Fault {
  const field = READABLE_FIELDS.find((known) => known === value);
  if (field !== undefined) return field;
  const hint = hintFor(value, READABLE_FIELDS, "null carries a column under its own name");
  return new Fault(`${quoteValue(value)} is not a field of a call; ${hint}`);
}

/** The meaning of a code as text; "" for a code that means blank. */
export function readCode(value: unknown): string | Fault {
  return isBlank(value) ? "" : readText(value);
}

/** A constant that a dialect sets for a field. */
function readSetValue(value: unknown, key: string): string | Fault {
  const field = readFieldName(key);
  if (field instanceof Fault) return field;
  return typeof value === "boolean" ? String(value) : readCode(value);
}

/** The constants that a dialect sets, by field; "" is blank. */
export const setTable: z.ZodType<
  ReadonlyMap<ReadableField, string>,
  { readonly [F in ReadableField]?: string | number | boolean | null }
> = tableOf(readSetValue, undefined, () =>
  z.partialRecord(z.enum(READABLE_FIELDS), z.union([z.string(), z.number(), z.boolean(), z.null()])),
) as never;
