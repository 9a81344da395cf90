import type * as z from "zod";
import {
  type Amount,
  decimalPlaces,
  type Fraction,
  formatUnits,
  fractionOf,
  isDecimalText,
  MAX_AMOUNT_LENGTH,
  toDecimalText,
} from "../../money/index.ts";
import { Fault, field } from "./field.ts";
import { notAnAmount, quoteValue, textOrNumber } from "./kinds.ts";

/** Most decimal places of decimals that charges write; the product of a price, a count and a percentage has fewer. */
export const MOST_PLACES = 40;

/** An exact decimal with its text as written, without trailing zeros (R1). */
export interface ExactDecimal extends Fraction {
  readonly text: string;
}

/**
 * A decimal that charges wrote, kept exactly: a price after a markup has more decimal places than a price field, and
 * the total of a large count can exceed the largest price.
 */
export const exactDecimal: z.ZodType<ExactDecimal, Amount> = field(readExact, textOrNumber);

/** An exact decimal that is not below zero. */
export const exactQuantity: z.ZodType<ExactDecimal, Amount> = field((value) => {
  const exact = readExact(value);
  return exact instanceof Fault || exact.numerator >= 0n
    ? exact
    : new Fault(`${quoteValue(value)} is below 0`);
}, textOrNumber);

/** The canonical form in which charges write decimals; most decimals are read in this form. */
const PLAIN = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/;

/**
 * Cache of decimals by text: a feature's records repeat the same counts and prices for each period. Each decimal is
 * parsed once, and equal decimals share one object.
 */
const RECENT = new Map<string, ExactDecimal>();
const MOST_RECENT = 1_000;

function readExact(value: unknown): ExactDecimal | Fault {
  const text = toDecimalText(value);
  if (text === undefined) return notAnAmount(value);
  const known = RECENT.get(text);
  if (known !== undefined) return known;
  // `toDecimalText` accepts bigints of any length.
  if (!isDecimalText(text)) return new Fault(`has more than ${MAX_AMOUNT_LENGTH} digits`);
  const places = decimalPlaces(text);
  if (places > MOST_PLACES)
    return new Fault(`${quoteValue(value)} has more than ${MOST_PLACES} decimal places`);
  const exact = exactOf(text, places);
  if (RECENT.size === MOST_RECENT) RECENT.clear();
  RECENT.set(text, exact);
  return exact;
}

function exactOf(text: string, places: number): ExactDecimal {
  const point = text.indexOf(".");
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1, point + 1 + places);
  const { numerator, denominator } = fractionOf(BigInt(digits), places);
  const isPlain = PLAIN.test(text) && text !== "-0";
  // Field by field: a book has millions of decimals, and a spread fraction takes four times as much memory.
  return { numerator, denominator, text: isPlain ? text : formatUnits(numerator, places) };
}
