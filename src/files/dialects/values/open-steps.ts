/** Compiles steps once for a file, to be done for the cells of each row. */
import { Fault } from "../../../model/index.ts";
import { isDecimalText } from "../../../money/index.ts";
import type { DialectStep } from "../call-dialect.ts";
import { isZeroAmount, moneyDigits, movePoint, penceOf, signed } from "./amount-text.ts";
import { isoDate, timeOfDay } from "./date-text.ts";
import { roundSeconds, secondsOf } from "./duration-text.ts";
import { phoneDigits, textInAngles, uriUser, urlDecoded } from "./party-text.ts";

/**
 * Does the steps of a cell; "" is blank. A fault says why the row cannot be taken: a text that a table does not have,
 * or a text that rating would misread if it stayed as it is.
 */
export type ReadText = (text: string) => string | Fault;

export interface StepSettings {
  /** Decimals of the book's currency; default 2. */
  readonly currencyDecimals?: number | undefined;
}

/** The steps as one function; undefined for no steps. The function never throws, and takes time linear in the text. */
export function openSteps(steps: readonly DialectStep[], settings: StepSettings = {}): ReadText | undefined {
  const opened = steps.map((step) => openStep(step, settings));
  const [first, second] = opened;
  if (first === undefined || second === undefined) return first;
  return (text) => {
    let turned = text;
    for (const read of opened) {
      const next = read(turned);
      if (typeof next !== "string") return next;
      turned = next;
    }
    return turned;
  };
}

function openStep(step: DialectStep, { currencyDecimals = 2 }: StepSettings): ReadText {
  switch (step) {
    case "uriUser":
      return uriUser;
    case "angle":
      return textInAngles;
    case "urlDecode":
      return urlDecoded;
    case "lower":
      return (text) => text.toLowerCase();
    case "upper":
      return (text) => text.toUpperCase();
    case "phone":
      return phoneDigits;
    case "clock":
      return timeOfDay;
  }
  if ("before" in step) return textBefore(step.before);
  if ("after" in step) return textAfter(step.after);
  if ("cut" in step) return charactersCut(...step.cut);
  if ("dropPrefix" in step) {
    const dropped = typeof step.dropPrefix === "string" ? [step.dropPrefix] : step.dropPrefix;
    return prefixesChanged(dropped.map((prefix) => [prefix, ""]));
  }
  if ("prefixes" in step) return prefixesChanged(Object.entries(step.prefixes));
  if ("table" in step) return openTable(step);
  if ("duration" in step) return (text) => secondsOf(text, step.duration);
  if ("round" in step) return (text) => roundSeconds(text, step.round);
  if ("money" in step) {
    const digits = moneyDigits(step.money, currencyDecimals);
    return (text) => movePoint(text, digits);
  }
  if ("sign" in step) return (text) => signed(text, step.sign);
  if ("zero" in step) return (text) => (isZeroAmount(penceOf(text)) ? "" : text);
  if ("date" in step) return (text) => isoDate(text, step.date);
  return step.decimal === "," ? decimalComma : thousandsCommas;
}

function textBefore(mark: string): ReadText {
  return (text) => {
    const at = text.indexOf(mark);
    return at < 0 ? text : text.slice(0, at).trim();
  };
}

function textAfter(mark: string): ReadText {
  return (text) => {
    const at = text.indexOf(mark);
    return at < 0 ? text : text.slice(at + mark.length).trim();
  };
}

/** Counts characters, some of which are two units of a string. */
function charactersCut(from: number, to?: number): ReadText {
  return (text) => {
    const cut = /[\ud800-\udfff]/.test(text)
      ? [...text].slice(from - 1, to).join("")
      : text.slice(from - 1, to);
    return cut.trim();
  };
}

function prefixesChanged(prefixes: readonly (readonly [prefix: string, instead: string])[]): ReadText {
  const longestFirst = [...prefixes].sort(([a], [b]) => b.length - a.length);
  return (text) => {
    for (const [prefix, instead] of longestFirst) {
      if (text.startsWith(prefix)) return instead + text.slice(prefix.length);
    }
    return text;
  };
}

const NOT_IN_TABLE = new Fault("is not in its table");

/** Codes compare without case, as all names of a dialect do; two codes that differ in case alone match exactly. */
function openTable({ table, otherwise, exactly }: Extract<DialectStep, { table: unknown }>): ReadText {
  const exact = new Map(
    Object.entries(table).map(([code, meaning]) => [code, meaning === null ? "" : String(meaning)]),
  );
  const anyCase = exactly
    ? exact
    : new Map([...exact].reverse().map(([code, meaning]) => [code.toLowerCase(), meaning]));
  return (text) => {
    const meaning = exact.get(text) ?? anyCase.get(exactly ? text : text.toLowerCase());
    if (meaning !== undefined) return meaning;
    if (otherwise === "problem") return NOT_IN_TABLE;
    return otherwise === "blank" ? "" : text;
  };
}

const NO_DECIMAL_COMMA = new Fault("is written with a decimal point where a decimal comma was promised");

/** With a decimal comma, a point may separate thousands: 1.234 must never be read as little more than one. */
function decimalComma(text: string): string | Fault {
  const comma = text.indexOf(",");
  if (comma < 0) return text.includes(".") && isDecimalText(penceOf(text)) ? NO_DECIMAL_COMMA : text;
  const amount = `${text.slice(0, comma)}.${text.slice(comma + 1)}`;
  return isDecimalText(penceOf(amount)) ? amount : text;
}

const GROUPED = /^-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$/;

/** Removes commas between thousands; a comma anywhere else stays, for rating to refuse. */
function thousandsCommas(text: string): string {
  const amount = GROUPED.test(text) ? text.replaceAll(",", "") : text;
  return isDecimalText(amount) ? amount : text;
}
