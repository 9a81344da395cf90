/** Fields of a call as dialects name them, and the values that dialects give them. */
import * as z from "zod";
import {
  Fault,
  isBlank,
  nearestName,
  quoteValue,
  READABLE_FIELDS,
  type ReadableField,
  readText,
} from "../../model/index.ts";
import { tableOf } from "../preset-files.ts";

/** The field of a call with a name, or why there is none. */
export function readFieldName(value: unknown): ReadableField | Fault {
  const field = READABLE_FIELDS.find((known) => known === value);
  if (field !== undefined) return field;
  const nearest = typeof value === "string" ? nearestName(value, READABLE_FIELDS) : undefined;
  const hint =
    nearest === undefined ? "null carries a column under its own name" : `did you mean ${nearest}?`;
  return new Fault(`${quoteValue(value)} is not a field of a call; ${hint}`);
}

/** What a code stands for as text; blank is "", which makes the code say nothing. */
export function readCode(value: unknown): string | Fault {
  return isBlank(value) ? "" : readText(value);
}

/** A value that a dialect gives a field itself. */
function readSetValue(value: unknown, key: string): string | Fault {
  const field = readFieldName(key);
  if (field instanceof Fault) return field;
  return typeof value === "boolean" ? String(value) : readCode(value);
}

/** Fields of a call by the value that a dialect gives them; "" says nothing. */
export const setTable: z.ZodType<
  ReadonlyMap<ReadableField, string>,
  { readonly [F in ReadableField]?: string | number | boolean | null }
> = tableOf(readSetValue, undefined, () =>
  z.partialRecord(z.enum(READABLE_FIELDS), z.union([z.string(), z.number(), z.boolean(), z.null()])),
) as never;
