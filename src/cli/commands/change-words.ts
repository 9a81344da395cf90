/** A change in words, for the first line of a preview. */
import { RECORD_WORDS } from "../../book/index.ts";
import { INCREASE_RESOURCES, INCREASE_SCOPES, type MoveResult, type Tariff } from "../../index.ts";
import { currencyOfRaw, TARIFF_CLASSES } from "../../model/index.ts";
import { formatUnits, minorUnit, toDecimalText, toUnits } from "../../money/index.ts";
import { SCOPE_WORDS } from "../../report/index.ts";
import { counted } from "../cli-io.ts";
import type { ChosenRecord, IncreaseGiven, RecordsWanted } from "./chosen-records.ts";

/** The currency of a book, for amounts in words. */
export interface Currency {
  readonly currency: string;
  readonly currencyDecimals: number;
}

/** `+3.5 % on usage prices of 12 tariffs from 1 April 2027`. */
export function increaseWords(
  chosen: readonly ChosenRecord[],
  given: IncreaseGiven & RecordsWanted,
  currency: Currency,
): string {
  const from = given.from === undefined ? "" : ` from ${dayWords(given.from)}`;
  return `${changeLabel(chosen, given, currency)} on ${scopeWords(chosen, given)} of ${recordWords(chosen, given)}${from}`;
}

/** `customers of Business UK on Business UK +3.5% (2 customers, 14 numbers)`. */
export function moveWords({ from, to, customers, numbers }: MoveResult): string {
  return `customers of ${from} on ${to} (${counted(customers, "customer")}, ${counted(numbers, "number")})`;
}

function changeLabel(
  chosen: readonly ChosenRecord[],
  { increase, amount }: IncreaseGiven,
  { currency, currencyDecimals }: Currency,
): string {
  if (increase !== undefined) return `${signed(increase)} %`;
  const units = chosen.map(({ resource, record }) => {
    const recordCurrency = currencyOfRaw({ currency }, record as Tariff);
    return resource === "tariffs" ? minorUnit(recordCurrency, currencyDecimals) : recordCurrency;
  });
  return `${signed(amount ?? "")} ${joined([...new Set(units)])}`;
}

/** The number with its sign and without redundant zeros. */
function signed(number: string): string {
  const text = toDecimalText(number);
  const units = text === undefined ? undefined : toUnits(text, DECIMALS);
  if (units === undefined) return number;
  const digits = formatUnits(units < 0n ? -units : units, DECIMALS);
  return `${units < 0n ? "−" : "+"}${digits}`;
}

/** Decimal places of percentages and amounts of increases (R50, R57). */
const DECIMALS = 6;

function scopeWords(chosen: readonly ChosenRecord[], { scope }: IncreaseGiven): string {
  const resources = INCREASE_RESOURCES.filter((resource) => chosen.some((one) => one.resource === resource));
  const isSome = resources.some((resource) => INCREASE_SCOPES[resource][0] === scope);
  const scopes = resources.map((resource) => INCREASE_SCOPES[resource][isSome ? 0 : 1]);
  return joined([...new Set(scopes.map((name) => SCOPE_WORDS[name]))]);
}

/** Maximum records that are named one by one; more records are counted. */
const NAMED = 3;

function recordWords(
  chosen: readonly ChosenRecord[],
  { tariff = [], all, class: classes = [], customer: customers = [] }: RecordsWanted,
): string {
  if (chosen.length <= NAMED && !all && classes.length + customers.length === 0) {
    return joined(chosen.map(({ record }) => String(record.name)));
  }
  const counts = INCREASE_RESOURCES.flatMap((resource) => {
    const count = chosen.filter((one) => one.resource === resource).length;
    if (count === 0) return [];
    if (resource !== "tariffs") return [counted(count, RECORD_WORDS[resource])];
    if (all) return [`all ${counted(count, "retail tariff")}`];
    // Where other tariffs are named as well, the tariffs are not those of the customers or classes alone.
    if (customers.length > 0 && tariff.length + classes.length === 0) {
      const who = `${customers.length === 1 ? "customer" : "customers"} ${joined(customers)}`;
      return [`the ${counted(count, "tariff")} of ${who}, for everybody on ${count === 1 ? "it" : "them"}`];
    }
    const kinds =
      tariff.length + customers.length === 0 ? TARIFF_CLASSES.filter((name) => classes.includes(name)) : [];
    return [
      kinds.length === 0
        ? counted(count, "tariff")
        : `${count} ${joined(kinds)} ${count === 1 ? "tariff" : "tariffs"}`,
    ];
  });
  return joined(counts);
}

/** `a`, `a and b`, `a, b and c`. */
function joined(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** `1 April 2027`; the check of the options has refused other texts. */
function dayWords(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
