/** The tables of a dialect, checked entry by entry, so that a fault names its entry. */
import * as z from "zod";
import {
  Fault,
  isBlank,
  isForbiddenKey,
  isPlainRecord,
  nearestName,
  notAFlag,
  quoteValue,
  READABLE_FIELDS,
  type ReadableField,
  readFlag,
  readText,
  SURCHARGED_ORIGINS,
} from "../../model/index.ts";

/** Reads one entry of a table, or says what is wrong with it. */
type EntryReader<T> = (value: unknown, key: string) => T | Fault;

/** A table as a map: whatever a code is called, `__proto__` included, it is a key like any other. */
export function tableOf<T>(readEntry: EntryReader<T>): z.ZodType<ReadonlyMap<string, T>> {
  return z.unknown().transform((value, context) => {
    const table = new Map<string, T>();
    if (!isPlainRecord(value)) {
      context.addIssue({
        code: "custom",
        message: `${quoteValue(value)} is not a table; write { "name": … }`,
      });
      return z.NEVER;
    }
    for (const [key, entry] of Object.entries(value)) {
      const read = readEntry(entry, key);
      if (read instanceof Fault) context.addIssue({ code: "custom", path: [key], message: read.message });
      else table.set(key, read);
    }
    return table;
  });
}

/** What a code stands for as text; blank is "", which makes the code say nothing. */
export function readCode(value: unknown): string | Fault {
  return isBlank(value) ? "" : readText(value);
}

/** What a code says of where a call came from. */
export function readOrigin(value: unknown): string | Fault {
  const origin = readCode(value);
  if (origin instanceof Fault || ["", ...SURCHARGED_ORIGINS].includes(origin)) return origin;
  return new Fault(`${quoteValue(value)} is not an origin; write ${SURCHARGED_ORIGINS.join(", ")} or ""`);
}

/** What a code says of recording. */
export function readRecording(value: unknown): boolean | Fault {
  return readFlag(value) ?? notAFlag(value);
}

/** The name of a call's field. */
export function readFieldName(value: unknown): ReadableField | Fault {
  const field = READABLE_FIELDS.find((known) => known === value);
  if (field !== undefined) return field;
  const nearest = typeof value === "string" ? nearestName(value, READABLE_FIELDS) : undefined;
  const hint =
    nearest === undefined ? "null carries a column under its own name" : `did you mean ${nearest}?`;
  return new Fault(`${quoteValue(value)} is not a field of a call; ${hint}`);
}

/** The fields a column becomes; none where it is carried under its own name. */
export function readFieldNames(value: unknown, column: string): readonly ReadableField[] | Fault {
  if (isForbiddenKey(column)) return new Fault("a column may not be named so");
  if (isBlank(value)) return [];
  const fields: ReadableField[] = [];
  for (const entry of Array.isArray(value) ? value : [value]) {
    const field = readFieldName(entry);
    if (field instanceof Fault) return field;
    fields.push(field);
  }
  return fields;
}

/** A value that a dialect gives a field itself. */
export function readSetValue(value: unknown, key: string): string | Fault {
  const field = readFieldName(key);
  if (field instanceof Fault) return field;
  if (typeof value === "boolean") return String(value);
  return isBlank(value) ? "" : readText(value);
}

/** Names of columns, in order. */
export const columnNames: z.ZodType<readonly string[]> = z.unknown().transform((value, context) => {
  if (!Array.isArray(value)) {
    context.addIssue({ code: "custom", message: `${quoteValue(value)} is not a list of column names` });
    return z.NEVER;
  }
  for (const [index, name] of value.entries()) {
    if (typeof name === "string" && name !== "") continue;
    context.addIssue({
      code: "custom",
      path: [index],
      message: `${quoteValue(name)} is not the name of a column`,
    });
  }
  return value as readonly string[];
});
