import { Fault, quoteValue } from "../../model/index.ts";
import { MAX_AMOUNT_LENGTH } from "../../money/index.ts";

/** How a sheet writes numbers. */
export interface NumberStyle {
  readonly decimal: "." | "," | "either";
  /** A currency sign that may stand before the number; "" for none. */
  readonly sign: string;
}

const ZERO = 48;
const NINE = 57;
const POINT = 46;
const COMMA = 44;

/**
 * The number in a cell as plain decimal text, without needless zeros. Nothing is calculated and nothing guessed:
 * what may mean two things is a Fault that says what to do.
 *
 * @example decimalInCell("0,1250", { decimal: ",", sign: "" }) // => "0.125"
 */
export function decimalInCell(cell: string, style: NumberStyle): string | Fault {
  const text = withoutSign(cell, style.sign);
  const point = pointOf(text, style.decimal);
  if (point === undefined) return notANumber(cell, text);
  return point < 0 ? plain(text, "") : plain(text.slice(0, point), text.slice(point + 1));
}

/** Where the decimal point of a number is, -1 where it has none; undefined for a text that is no number. */
function pointOf(text: string, decimal: NumberStyle["decimal"]): number | undefined {
  if (text.length > MAX_AMOUNT_LENGTH) return undefined;
  let point = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) continue;
    const isPoint = (code === POINT && decimal !== ",") || (code === COMMA && decimal !== ".");
    if (!isPoint || point >= 0) return undefined;
    point = at;
  }
  return text.length === 0 || point === text.length - 1 ? undefined : point;
}

function withoutSign(cell: string, sign: string): string {
  return sign !== "" && cell.startsWith(sign) ? cell.slice(sign.length).trimStart() : cell;
}

function notANumber(cell: string, text: string): Fault {
  const shown = quoteValue(cell);
  if (/^-[0-9.,]+$/.test(text)) {
    return new Fault(`${shown} is negative; if it means that there is no price, list it under "blank"`);
  }
  if (/^[0-9.,]+[eE]/.test(text)) {
    return new Fault(`${shown} has an exponent; give the column a plain number format and save it again`);
  }
  if (text.includes(",") && text.includes(".")) {
    return new Fault(`${shown} has a comma and a point; write it without grouping thousands`);
  }
  if (/^[0-9]*,[0-9]+$/.test(text)) {
    return new Fault(`${shown} has a comma; say "decimal": "," if commas are its decimal points`);
  }
  if (/^[0-9]*\.[0-9]+$/.test(text)) {
    return new Fault(`${shown} has a point; say "decimal": "either" if some of its cells have points`);
  }
  return new Fault(`${shown} is not an amount; write digits such as 1.25`);
}

function plain(whole: string, decimals: string): string {
  let start = 0;
  while (start < whole.length - 1 && whole.charCodeAt(start) === ZERO) start++;
  let end = decimals.length;
  while (end > 0 && decimals.charCodeAt(end - 1) === ZERO) end--;
  const before = whole.slice(start) || "0";
  return end === 0 ? before : `${before}.${decimals.slice(0, end)}`;
}

/**
 * A plain decimal text with its point moved to the right: pounds as pence.
 *
 * @example shiftPoint("0.2093", 2) // => "20.93"
 */
export function shiftPoint(text: string, places: number): string {
  const point = text.indexOf(".");
  const whole = point < 0 ? text : text.slice(0, point);
  const decimals = point < 0 ? "" : text.slice(point + 1);
  return plain(whole + decimals.slice(0, places).padEnd(places, "0"), decimals.slice(places));
}

/**
 * A plain decimal text times a whole number, exactly: a price for a second as one for a minute.
 *
 * @example timesWhole("0.0125", 60) // => "0.75"
 */
export function timesWhole(text: string, factor: number): string {
  const point = text.indexOf(".");
  const places = point < 0 ? 0 : text.length - point - 1;
  const product = (BigInt(text.replace(".", "")) * BigInt(factor)).toString().padStart(places + 1, "0");
  return plain(product.slice(0, product.length - places), product.slice(product.length - places));
}
