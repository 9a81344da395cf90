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

/** Decimal places of the exact decimals that charges write down; the product of a price, a count and a percentage has fewer. */
export const MOST_PLACES = 40;

/** A decimal, exactly and as it is written: without trailing zeros (R1). */
export interface ExactDecimal extends Fraction {
  readonly text: string;
}

/**
 * A decimal that charges wrote down, kept exactly: a price of one after its markup has more decimal places than a price,
 * and what many cost together is more than a price may be.
 */
export const exactDecimal: z.ZodType<ExactDecimal, Amount> = field(readExact, textOrNumber);

/** An exact decimal that is not below zero. */
export const exactQuantity: z.ZodType<ExactDecimal, Amount> = field((value) => {
  const exact = readExact(value);
  return exact instanceof Fault || exact.numerator >= 0n
    ? exact
    : new Fault(`${quoteValue(value)} is below 0`);
}, textOrNumber);

/** How charges write a decimal; most are read as they wrote them. */
const PLAIN = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?$/;

/**
 * The decimals read of late. A feature's records say the same counts and prices period after period: one object stands
 * for all of them, and each is taken apart once.
 */
const RECENT = new Map<string, ExactDecimal>();
const MOST_RECENT = 1_000;

function readExact(value: unknown): ExactDecimal | Fault {
  const text = toDecimalText(value);
  if (text === undefined) return notAnAmount(value);
  const known = RECENT.get(text);
  if (known !== undefined) return known;
  // A bigint of any length is a decimal text, too.
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
  // Field by field: a book has millions of these, and a spread fraction takes four times as much memory.
  return { numerator, denominator, text: isPlain ? text : formatUnits(numerator, places) };
}
