/** One customer in the page's table. The page writes the first rows, its script all further rows, from one source. */
import { countText, type MoneyText, percentText, signOf, subtractAmounts } from "../money-text.ts";

/** A customer as the table shows it. */
export interface CustomerRow {
  readonly id: string | null;
  readonly name: string | null;
  readonly calls: number;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
  readonly percent: string | null;
  readonly dearer: number;
  readonly cheaper: number;
  readonly newlyRated: number;
  readonly newlyUnrated: number;
  readonly marginBefore: string | null;
  readonly margin: string | null;
  /** Indexes of the example calls; their elements have the ids `example-<index>`. */
  readonly examples: readonly number[];
  readonly numbers: readonly NumberRow[];
}

/** One of a customer's numbers. */
export type NumberRow = readonly [name: string | null, calls: number, before: string, after: string];

/** A customer as the page's data holds it: without names of fields, as there may be ten thousand. */
export type PackedCustomer = readonly [
  id: string | null,
  name: string | null,
  calls: number,
  before: string,
  after: string,
  percent: string | null,
  counts: readonly [dearer: number, cheaper: number, newlyRated: number, newlyUnrated: number],
  marginBefore: string | null,
  margin: string | null,
  examples: readonly number[],
  numbers: readonly NumberRow[],
];

/** What the page hands to its script. */
export interface PageData {
  readonly currency: string;
  readonly currencyDecimals: number;
  /** Whether the table's amounts have two decimal places more. */
  readonly isFine: boolean;
  readonly beforeName: string;
  readonly afterName: string;
  readonly customers: readonly PackedCustomer[];
}

export function unpackCustomer(packed: PackedCustomer): CustomerRow {
  const [id, name, calls, before, after, percent, counts, marginBefore, margin, examples, numbers] = packed;
  const [dearer, cheaper, newlyRated, newlyUnrated] = counts;
  const difference = subtractAmounts(after, before);
  const amounts = { before, after, difference, percent, marginBefore, margin };
  return { id, name, calls, ...amounts, dearer, cheaper, newlyRated, newlyUnrated, examples, numbers };
}

/** Customers whose rows the page itself holds; its script shows as many at first. */
export const ROWS_AT_FIRST = 200;

/** The columns by which the table sorts. */
export type CustomerColumn = "name" | "calls" | "before" | "after" | "difference" | "percent" | "margin";

/** A cell behind the name. */
export interface CustomerCell {
  readonly text: string;
  /** Every digit, on hover; undefined where the text has them all. */
  readonly title: string | undefined;
  readonly className: string;
}

export function customerName({ name, id }: CustomerRow): string {
  return name ?? id ?? "without a customer";
}

/** The cells behind the name, in the order of the columns. */
export function customerCells(customer: CustomerRow, money: MoneyText): readonly CustomerCell[] {
  const { calls, before, after, difference, percent, margin } = customer;
  const meaning = goodOrBad(difference);
  return [
    { text: countText(calls), title: undefined, className: "amount wide" },
    amountCell(before, money, "amount wide"),
    amountCell(after, money, "amount wide"),
    {
      text: money.between(before, after),
      title: money.exactChange(difference),
      className: `amount ${meaning}`,
    },
    { text: percentText(percent), title: undefined, className: `amount ${meaning}` },
    margin === null
      ? { text: "not known", title: undefined, className: "amount wide unknown" }
      : amountCell(margin, money, signOf(margin) < 0 ? "amount wide bad" : "amount wide"),
  ];
}

export function amountCell(amount: string, money: MoneyText, className: string): CustomerCell {
  const [text, exact] = [money.total(amount), money.exact(amount)];
  return { text, title: text === exact ? undefined : exact, className };
}

/** The class of a change of what a customer pays. */
export function goodOrBad(difference: string): "good" | "bad" | "same" {
  const sign = signOf(difference);
  return sign === 0 ? "same" : sign > 0 ? "good" : "bad";
}

/** Under the name on a narrow screen: what the hidden columns say. The arrow stays with the amount behind it. */
export function customerNarrowText({ calls, before, after }: CustomerRow, money: MoneyText): string {
  return `${countText(calls)} ${calls === 1 ? "call" : "calls"} · ${money.total(before)} →\u00a0${money.total(after)}`;
}
