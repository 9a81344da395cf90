/**
 * The kinds of field of a book's records, each a zod schema that converts a value as written into the form that rating
 * needs: prices as whole micro-pence, durations as milliseconds, dates as day numbers. Blank values never reach these
 * schemas (R3), as the record schema skips them.
 */
import * as z from "zod";
import { type DayNumber, parseCivilDate, parseClock, WEEKDAY_NAMES } from "../../calendar/index.ts";
import { type Amount, decimalPlaces, toDecimalText, toSafeUnits } from "../../money/index.ts";
import { type FlagValue, type Id, type NameList, readFlag, safely, type TextValue } from "./blank.ts";
import { Fault, field, type ReaderMessages } from "./field.ts";

/** Decimal places kept of prices and percentages (R2), which are whole multiples of 10^-6. */
export const PRICE_DECIMALS = 6;
/** 100 % in millionths of a percent. */
export const HUNDRED_PERCENT: bigint = 100n * 10n ** BigInt(PRICE_DECIMALS);
/** Largest price, minimum, maximum and rounding multiple, in pence (or pounds for Currency fields), R2. */
export const MAX_PRICE = 1_000_000;
/** Longest duration in seconds (366 days), R2. */
export const MAX_SECONDS = 31_622_400;
/** Largest number of events (R2). */
export const MAX_EVENTS = 1_000_000_000;
/** Longest prefix: an E.164 number has at most 15 digits. */
export const MAX_PREFIX_DIGITS = 15;
/** Longest text of a field, in characters. */
const MAX_TEXT_LENGTH = 10_000;

/** Numbers in records for which JSON has no type: a bigint, or an object of a decimal library. */
const otherNumber = z
  .unknown()
  .refine((value) => toDecimalText(value) !== undefined, {
    abort: true,
    error: ({ input }) => `${quoteValue(input)} is not text or a number`,
  })
  .meta({ type: "integer" });

/** Kinds of value as records write them. */
export const textOrNumber = (messages?: ReaderMessages): z.ZodType =>
  z.union([z.string(), z.number(), otherNumber], messages);
export const textOrFlag = (messages?: ReaderMessages): z.ZodType =>
  z.union([z.boolean(), z.string(), z.number(), otherNumber], messages);
const textOrList = (messages: ReaderMessages): z.ZodType =>
  z.union([z.string(), z.array(textOrNumber())], messages);
const textInForm =
  (form: { readonly format?: string; readonly pattern?: string }) =>
  (messages: ReaderMessages): z.ZodType =>
    z.string(messages).meta(form);
const wordsOrList =
  (words: readonly string[]) =>
  (messages: ReaderMessages): z.ZodType =>
    z.union([z.string(), z.array(z.enum(words))], messages);

/** A value as quoted in a message: short, and never a whole object. */
export function quoteValue(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);
  if (typeof value === "object" && value !== null) {
    return safely(() => {
      if (Array.isArray(value)) return "a list";
      return value instanceof Date ? "a Date object" : "an object";
    }, "an object");
  }
  return typeof value === "function" ? "a function" : String(value);
}

/** The fault of a value that is not an amount, with the repair where it is obvious. */
export function notAnAmount(value: unknown): Fault {
  const shown = quoteValue(value);
  if (typeof value === "string") {
    if (/^-?[0-9]{1,20},[0-9]{1,20}$/.test(value)) {
      const decimal = value.replace(",", ".");
      // Three digits behind a comma may be thousands.
      const written = /^-?[1-9][0-9]{0,2},[0-9]{3}$/.test(value)
        ? `${value.replace(",", "")} or ${decimal}`
        : decimal;
      return new Fault(`${shown} is not an amount; write ${written}`);
    }
    if (/^\s*[£$€]?\s*-?[0-9]{1,20}(?:\.[0-9]{1,20})?\s*(?:p|%|s)?\s*$/.test(value)) {
      return new Fault(
        `${shown} is not an amount; write ${value.replace(/[^0-9.-]/g, "")}, without a unit or spaces`,
      );
    }
    if (/^-?[0-9.]{1,40}[eE]/.test(value))
      return new Fault(`${shown} is not an amount; write it without an exponent`);
  }
  return new Fault(`${shown} is not an amount; write digits such as 1.25`);
}

/** An amount between two bounds, kept as whole units of its last decimal place; `unit` is its unit in messages. */
export function amountField(
  min: number,
  max: number,
  decimals: number,
  unit = "",
): z.ZodType<number, Amount> {
  const scale = 10 ** decimals;
  const named = unit === "" ? "" : ` ${unit}`;
  const read = (value: unknown): number | Fault => {
    const text = toDecimalText(value);
    if (text === undefined) return notAnAmount(value);
    const units = toSafeUnits(text, decimals);
    if (units === undefined && decimalPlaces(text) > decimals) {
      const whole = `must be a whole number${unit === "" ? "" : ` of ${unit}`}`;
      return new Fault(
        `${quoteValue(value)} ${decimals === 0 ? whole : `has more than ${decimals} decimal places`}`,
      );
    }
    if (units !== undefined && units >= min * scale && units <= max * scale) return units;
    return new Fault(`${quoteValue(value)} is outside ${min} to ${max}${named}`);
  };
  const places = decimals === 0 ? "whole" : `at most ${decimals} decimal places`;
  const description = `${min} to ${max}${named}, ${places}`;
  return field(read, (messages) => textOrNumber(messages).meta({ description }));
}

/** A price in pence, kept as whole micro-pence (R2). */
export const price = amountField(-MAX_PRICE, MAX_PRICE, PRICE_DECIMALS, "pence");

/** An amount in pounds (the seeds' type Currency), kept as whole micro-pounds. */
export const pounds = amountField(-MAX_PRICE, MAX_PRICE, PRICE_DECIMALS, "pounds");

/** A percentage, 3.5 meaning 3.5 %, kept as whole millionths of a percent (R2). */
export const percent = amountField(-100, 1_000_000, PRICE_DECIMALS, "percent");

/** A rounding multiple in pence, kept as whole micro-pence (R2). */
export const penceMultiple = amountField(0, MAX_PRICE, PRICE_DECIMALS, "pence");

/** A duration in seconds, kept as whole milliseconds (R2). */
export const seconds = amountField(0, MAX_SECONDS, 3, "seconds");

/** A number of bytes (R2). */
export const bytes = amountField(0, Number.MAX_SAFE_INTEGER, 0, "bytes");

/** A number of events (R2). */
export const events = amountField(0, MAX_EVENTS, 0, "events");

/** A whole number between two bounds. */
export const wholeNumber = (min: number, max: number): z.ZodType<number, Amount> => amountField(min, max, 0);

/** A plain number such as a count or a multiplier, kept as whole millionths. */
export const quantity = amountField(0, 1_000_000_000, PRICE_DECIMALS);

/** Text; numbers and bigints are read as their digits. */
export const text: z.ZodType<string, string> = field(readText, textOrNumber);

/** Text for which the type of a record allows numbers, too: a number is read as its digits. */
export const textValue = text as z.ZodType as z.ZodType<string, TextValue>;

/** Text, or a Fault. */
export function readText(value: unknown): string | Fault {
  const result = typeof value === "number" || typeof value === "bigint" ? toDecimalText(value) : value;
  if (typeof result !== "string") return new Fault(`${quoteValue(value)} is not text`);
  if (result.length > MAX_TEXT_LENGTH) return new Fault(`is longer than ${MAX_TEXT_LENGTH} characters`);
  return result;
}

/** An id: a non-empty string, a safe integer or a bigint; kept as text (R20). */
export const id: z.ZodType<string, Id> = field((value) => {
  const shown = Number.isInteger(value) || typeof value !== "number" ? readText(value) : undefined;
  if (typeof shown !== "string")
    return new Fault(`${quoteValue(value)} is not an id; write a string or a whole number`);
  return shown;
}, textOrNumber);

/** A list, or one text with commas between its entries; `read` returns undefined for an entry to leave out. */
function listField<T, Written>(
  of: string,
  read: (entry: unknown) => T | Fault | undefined,
  written: (messages: ReaderMessages) => z.ZodType,
): z.ZodType<readonly T[], Written> {
  return field((value) => {
    const list = typeof value === "string" ? value.split(",").map((entry) => entry.trim()) : value;
    if (!Array.isArray(list)) return new Fault(`${quoteValue(value)} is not a list of ${of}`);
    const result: T[] = [];
    for (const entry of list) {
      const checked = read(entry);
      if (checked instanceof Fault) return checked;
      if (checked !== undefined) result.push(checked);
    }
    return result;
  }, written);
}

/** A list of names: an array, or one text with commas between the names; blank ones are left out. */
export const names: z.ZodType<readonly string[], NameList> = listField(
  "names",
  (entry) => {
    const name = readText(entry);
    if (name instanceof Fault) return new Fault(`${quoteValue(entry)} in the list is not a name`);
    return name.trim() === "" ? undefined : name.trim();
  },
  textOrList,
);

/** The fault of a value that is not a flag (R3). */
export function notAFlag(value: unknown): Fault {
  return new Fault(`${quoteValue(value)} says neither yes nor no; write true or false`);
}

/** A flag (R3). */
export const flag: z.ZodType<boolean, FlagValue> = field(
  (value) => readFlag(value) ?? notAFlag(value),
  textOrFlag,
);

/** A flag that may also be one of two words, in any case (R3). */
export function flagOrWord(whenTrue: string, whenFalse: string): z.ZodType<boolean, FlagValue> {
  return field((value) => {
    const read = readFlag(value);
    if (read !== undefined) return read;
    const word = typeof value === "string" ? value.toLowerCase() : "";
    if (word === whenTrue) return true;
    if (word === whenFalse) return false;
    const words = `${JSON.stringify(whenTrue)} or ${JSON.stringify(whenFalse)}`;
    return new Fault(`${notAFlag(value).message}, ${words}`);
  }, textOrFlag);
}

/** A civil date, kept as a day number. */
export const date: z.ZodType<DayNumber, string> = field(
  (value) => {
    const day = typeof value === "string" ? parseCivilDate(value) : undefined;
    if (day !== undefined) return day;
    return new Fault(`${quoteValue(value)} is not a date; write YYYY-MM-DD`);
  },
  textInForm({ format: "date" }),
);

/** A clock time "HH:mm", kept as the minute of the day; "24:00" is allowed for an end only. */
export function clock(end: "start" | "end"): z.ZodType<number, string> {
  return field(
    (value) => {
      const minute = typeof value === "string" ? parseClock(value) : undefined;
      if (minute === undefined) return new Fault(`${quoteValue(value)} is not a time; write HH:mm`);
      if (minute === 1440 && end === "start") return new Fault(`"24:00" can only end a period; write 00:00`);
      return minute;
    },
    textInForm({ pattern: "^[0-9]{2}:[0-9]{2}$" }),
  );
}

function readWeekday(value: unknown): number | Fault {
  const index = (WEEKDAY_NAMES as readonly unknown[]).indexOf(value);
  if (index >= 0) return index;
  return new Fault(`${quoteValue(value)} is not a weekday; write one of ${WEEKDAY_NAMES.join(", ")}`);
}

/** A weekday's name, kept as 0 = Monday … 6 = Sunday. */
export const weekday: z.ZodType<number, string> = field(readWeekday, (messages) =>
  z.enum(WEEKDAY_NAMES, messages),
);

/** A list of weekday names. */
export const weekdays: z.ZodType<readonly number[], NameList> = listField(
  "weekdays",
  readWeekday,
  wordsOrList(WEEKDAY_NAMES),
);

const readWord =
  <T extends string>(words: readonly T[]) =>
  (value: unknown): T | Fault =>
    words.find((word) => word === value) ??
    new Fault(`${quoteValue(value)} is not one of ${words.join(", ")}`);

/** One of a few words. */
export function oneOf<const T extends string>(...words: readonly T[]): z.ZodType<T, T> {
  return field(readWord(words), (messages) => z.enum(words, messages));
}

/** A list of some of a few words: an array, or one text with commas between the words. */
export function listOfWords<const T extends string>(
  ...words: readonly T[]
): z.ZodType<readonly T[], string | readonly T[]> {
  return listField(words.join(", "), readWord(words), wordsOrList(words));
}

/** A destination's or a line's prefix: the digits of the canonical number. */
export const prefix: z.ZodType<string, TextValue> = field((value) => {
  const digits = readText(value);
  if (digits instanceof Fault) return digits;
  if (!/^[0-9]*$/.test(digits)) {
    return new Fault(
      `${quoteValue(value)} is not a prefix; write the digits of the canonical number, such as 4420`,
    );
  }
  if (digits.length > MAX_PREFIX_DIGITS)
    return new Fault(`${quoteValue(value)} has more than ${MAX_PREFIX_DIGITS} digits`);
  return digits;
}, textOrNumber);

/** Which way a call goes, seen from the billed number (R22). */
export type Direction = "outbound" | "inbound";

/** A call's direction. */
export const direction: z.ZodType<Direction, Direction> = oneOf("outbound", "inbound");
