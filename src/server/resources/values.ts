/** Values in answers and bodies (H4), by kind of field. */
import * as z from "zod";
import { parseCivilDate } from "../../calendar/index.ts";
import { isBlank, isPlainRecord, readFlag } from "../../model/index.ts";
import { toDecimalText } from "../../money/index.ts";

/**
 * The kind of a field. Answers give amounts, percentages and ids as text, counts, durations and bytes as numbers.
 * "nameText" is a list of names that the platform keeps as one text; "status" is one name or a list of names, as it is
 * stored; "stamp" is a time of which the platform shows the date.
 */
export type FieldKind =
  | "text"
  | "id"
  | "decimal"
  | "number"
  | "flag"
  | "date"
  | "stamp"
  | "names"
  | "nameText"
  | "status"
  | { readonly each: Readonly<Record<string, FieldKind>> };

/** An amount as R1 writes it: no exponent, no trailing zeros, no -0; undefined for a value that is no amount. */
export function plainDecimal(value: unknown): string | undefined {
  const text = toDecimalText(value);
  if (text === undefined) return undefined;
  const [, sign = "", whole = "", fraction = ""] = /^(-?)0*([0-9]+)(?:\.([0-9]*?)0*)?$/.exec(text) ?? [];
  const digits = fraction === "" ? whole : `${whole}.${fraction}`;
  return digits === "0" ? "0" : `${sign}${digits}`;
}

/** Converts a value for an answer: a value that does not fit its kind stays as it is stored, a blank becomes null. */
export function valueOut(kind: FieldKind, value: unknown): unknown {
  if (isBlank(value)) return null;
  if (typeof kind === "object") return recordsOut(kind.each, value);
  switch (kind) {
    case "text":
    case "id":
    case "date":
      if (typeof value === "string") return value;
      // A book's file may hold a value that is no text; the answer has its JSON.
      return toDecimalText(value) ?? JSON.stringify(value);
    case "status":
      return valueOut(Array.isArray(value) ? "names" : "text", value);
    case "stamp":
      return typeof value === "string" ? value.slice(0, 10) : value;
    case "decimal":
      return plainDecimal(value) ?? value;
    case "number": {
      const text = toDecimalText(value);
      return text === undefined ? value : Number(text);
    }
    case "flag":
      return flagOf(value) ?? value;
    case "names": {
      const names = namesOf(value);
      return names === undefined ? value : names;
    }
    case "nameText":
      return nameTextOf(value);
  }
}

/** Converts records within a record: only fields that are present. */
function recordsOut(kinds: Readonly<Record<string, FieldKind>>, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.length === 0
    ? []
    : value.map((record: unknown) => (isPlainRecord(record) ? fieldsOut(kinds, record) : record));
}

function fieldsOut(kinds: Readonly<Record<string, FieldKind>>, record: object): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    out[name] = Object.hasOwn(kinds, name) ? valueOut(kinds[name] as FieldKind, value) : value;
  }
  return out;
}

/** Words for flags, beside those of R3. */
const FLAG_WORDS: Readonly<Record<string, boolean>> = {
  single: true,
  "time-based": false,
  use: true,
  ignore: false,
};

function flagOf(value: unknown): boolean | undefined {
  const read = readFlag(value);
  if (read !== undefined || typeof value !== "string") return read;
  const word = value.toLowerCase();
  return Object.hasOwn(FLAG_WORDS, word) ? FLAG_WORDS[word] : undefined;
}

/** A list of names, given as a list or as one text with commas. */
function namesOf(value: unknown): readonly unknown[] | null | undefined {
  const list = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(list)) return undefined;
  const names = list
    .map((name: unknown) => (typeof name === "string" ? name.trim() : (toDecimalText(name) ?? name)))
    .filter((name) => !isBlank(name));
  return names.length === 0 ? null : names;
}

/** Names as one text with commas; as a list where a name holds a comma itself. */
function nameTextOf(value: unknown): unknown {
  const names = namesOf(value);
  if (names === null || names === undefined) return names ?? value;
  const isPlain = names.every((name) => typeof name === "string" && !name.includes(","));
  return isPlain ? names.join(",") : names;
}

/** Whether two values of a field are equal (H9): 1.20 and "1.2", "A, B" and ["A", "B"], a blank and an absent value. */
export function isSameValue(kind: FieldKind, a: unknown, b: unknown): boolean {
  return canonical(valueOut(kind, a)) === canonical(valueOut(kind, b));
}

/** JSON with the fields of objects sorted, without blank ones; an empty list counts as blank. */
function canonical(value: unknown): string {
  if (isBlank(value) || (Array.isArray(value) && value.length === 0)) return "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object")
    return JSON.stringify(typeof value === "bigint" ? String(value) : value) ?? "null";
  const fields = Object.entries(value as object)
    .filter(([, field]) => canonical(field) !== "null")
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(",")}}`;
}

/** The schema of a kind in a body, for fields that no rule of the library reads. */
export function schemaIn(kind: FieldKind): z.ZodType {
  if (typeof kind === "object") return z.array(z.looseObject({}));
  switch (kind) {
    case "text":
      return z.union([z.string(), z.number()], "is not text");
    case "id":
      return z.union([z.string(), z.number()], "is not an id; write a string or a whole number");
    case "decimal":
    case "number":
      return z
        .union([z.string(), z.number()], "is not a number; write digits such as 1.25")
        .refine((value) => toDecimalText(value) !== undefined, "is not a number; write digits such as 1.25");
    case "flag":
      return z
        .union([z.boolean(), z.string(), z.number()], "says neither yes nor no; write true or false")
        .refine((value) => flagOf(value) !== undefined, "says neither yes nor no; write true or false");
    case "date":
    case "stamp":
      return z
        .string("is not a date; write YYYY-MM-DD")
        .refine((text) => parseCivilDate(text) !== undefined, "is not a date; write YYYY-MM-DD")
        .meta({ format: "date" });
    case "names":
    case "nameText":
    case "status":
      return z.union([z.string(), z.array(z.union([z.string(), z.number()]))], "is not a list of names");
  }
}

/** The schema of a kind in an answer, for the documentation. */
export function schemaOut(kind: FieldKind): z.ZodType {
  if (typeof kind === "object") {
    const fields = Object.entries(kind.each).map(([name, field]) => [name, schemaOut(field).optional()]);
    return z.array(z.looseObject(Object.fromEntries(fields) as Record<string, z.ZodType>)).nullable();
  }
  switch (kind) {
    case "number":
      return z.number().nullable();
    case "flag":
      return z.boolean().nullable();
    case "date":
    case "stamp":
      return z.string().meta({ format: "date" }).nullable();
    case "names":
      return z.array(z.string()).nullable();
    case "status":
      return z.union([z.string(), z.array(z.string())]).nullable();
    case "decimal":
      return z.string().meta({ description: "decimal" }).nullable();
    default:
      return z.string().nullable();
  }
}
