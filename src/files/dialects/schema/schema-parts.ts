/** Kinds of value that many keys of a dialect share, with their faults. */
import * as z from "zod";
import { openZone } from "../../../calendar/index.ts";
import {
  composite,
  Fault,
  field,
  NestedFaults,
  quoteValue,
  readComposite,
  readText,
  type TellFault,
  writtenAs,
  writtenOf,
} from "../../../model/index.ts";
import { hintFor, readColumnName } from "../../preset-files.ts";
import { timeFault } from "../values/index.ts";

/** The most entries of a list: a hostile file may have millions. */
export const MOST_ENTRIES = 10_000;

/** A list whose entries, as written of the type W, `read` reads; a fault names the index of its entry. */
export function listBy<T, W = unknown>(
  of: string,
  read: (entry: unknown) => T | Fault,
  written: () => z.ZodType,
  least = 0,
): z.ZodType<readonly T[], readonly W[]> {
  const schema = composite((value, fault): readonly T[] => {
    if (!Array.isArray(value)) {
      fault([], `${quoteValue(value)} is not a list of ${of}`);
      return z.NEVER;
    }
    if (value.length < least) fault([], `needs ${least === 1 ? "one" : "two"} of ${of}`);
    if (value.length > MOST_ENTRIES) {
      fault([], `has ${value.length} ${of}; at most ${MOST_ENTRIES} are read`);
      return z.NEVER;
    }
    return value.map((entry: unknown, index) => {
      const result = read(entry);
      if (result instanceof NestedFaults) {
        for (const issue of result.issues) fault([index, ...issue.path], issue.message);
      } else if (result instanceof Fault) fault([index], result.message);
      return result as T;
    });
  });
  writtenAs(schema, () => z.array(written()));
  return schema as z.ZodType<readonly T[], readonly W[]>;
}

export const columnName: z.ZodType<string> = field(readColumnName, () => z.string());

export const columnNames = listBy("column names", readColumnName, () => z.string(), 1);

export const texts = listBy(
  "texts",
  (value) => (value === "" ? "" : readText(value)),
  () => z.union([z.string(), z.number()]),
);

export const time: z.ZodType<readonly string[]> = field(
  (value) => {
    const forms: readonly unknown[] = Array.isArray(value) ? value : [value];
    const odd = forms.find((form) => typeof form !== "string" || form === "");
    if (odd !== undefined) return new Fault(`${quoteValue(odd)} does not say how a time is written`);
    const fault =
      forms.length > MOST_FORMS ? `has more than ${MOST_FORMS} forms` : timeFault(forms as string[]);
    return fault === undefined ? (forms as string[]) : new Fault(fault);
  },
  () => z.union([z.string(), z.array(z.string()).min(1)]),
);

/** The most forms of a time that are tried for one cell. */
const MOST_FORMS = 20;

export const zone: z.ZodType<string> = field(
  (value) => {
    const fault = zoneFault(value);
    return fault === undefined ? (value as string) : new Fault(fault);
  },
  () => z.string(),
);

/** Why a value is no time zone; undefined if it is one. */
export function zoneFault(value: unknown): string | undefined {
  if (value === "local" || value === "utc") return undefined;
  try {
    openZone(value as string);
    return undefined;
  } catch {
    const known = ["local", "utc", ...Intl.supportedValuesOf("timeZone")];
    const hint = hintFor(value, known, "write local, utc, or a name such as Europe/London");
    return `${quoteValue(value)} is not a time zone; ${hint}`;
  }
}

/** The highest position of a character, from 1. */
export const MOST_CHARACTERS = 1_000_000;

/** Reads a value by a schema, and passes its faults on as faults of the outer value. */
export function readInto<T>(schema: z.ZodType<T>, value: unknown, fault: TellFault): T {
  const read = readComposite(schema, value);
  if (!(read instanceof NestedFaults)) return read;
  for (const { path, message } of read.issues) fault(path, message);
  return z.NEVER;
}

/** The fault of a record that must have exactly one of some keys; undefined if it has. */
export function onlyOne(given: readonly string[], of: readonly string[]): string | undefined {
  if (given.length === 1) return undefined;
  const list = of.join(", ");
  return given.length === 0
    ? `is blank; write one of ${list}`
    : `stands beside ${given[0]}; write one of ${list}`;
}

/** True or false only, no text such as `yes`: such texts of cells are in a dialect's lists. */
export function flagOnly(): z.ZodType<boolean, boolean> {
  return field(
    (value) =>
      typeof value === "boolean" ? value : new Fault(`${quoteValue(value)} is neither true nor false`),
    () => z.boolean(),
  );
}

/** A list of two values of one kind. */
export function pairOf<T>(kind: z.ZodType<T>): z.ZodType<readonly [T, T]> {
  const schema = composite((value, fault): readonly [T, T] => {
    if (!Array.isArray(value) || value.length !== 2) {
      fault([], `${quoteValue(value)} is not a list of two`);
      return z.NEVER;
    }
    const [first, second] = value.map((part: unknown, index) =>
      readInto(kind, part, (path, message) => fault([index, ...path], message)),
    );
    return [first, second] as [T, T];
  });
  writtenAs(schema, () => z.tuple([writtenOf(kind), writtenOf(kind)]));
  return schema;
}
