/** One customer in the page's table: the page writes the first rows with this code, its script all further rows. */
import { counted, countText, type MoneyText, percentText, signOf, subtractAmounts } from "../money-text.ts";

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

export type NumberRow = readonly [name: string | null, calls: number, before: string, after: string];

/** A customer in the page's data: without names of fields, because there may be ten thousand customers. */
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

export interface PageData {
  readonly currency: string;
  readonly currencyDecimals: number;
  /** Whether the table's amounts have two more decimal places. */
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

/** Most customers whose rows are in the page's markup; the script shows as many at first. */
export const ROWS_AT_FIRST = 200;

export type CustomerColumn = "name" | "calls" | "before" | "after" | "difference" | "percent" | "margin";

export interface CustomerCell {
  readonly text: string;
  /** Every digit, on hover; undefined where the text has every digit. */
  readonly title: string | undefined;
  readonly className: string;
}

export function customerName({ name, id }: CustomerRow): string {
  return name ?? id ?? "without a customer";
}

/** The cells after the name, in the order of the columns. */
export function customerCells(customer: CustomerRow, money: MoneyText): readonly CustomerCell[] {
  const { calls, before, after, difference, percent, margin } = customer;
  return [
    { text: countText(calls), title: undefined, className: "amount wide" },
    amountCell(before, money, "amount wide"),
    amountCell(after, money, "amount wide"),
    changeCell(before, after, money),
    { text: percentText(percent), title: undefined, className: `amount ${goodness(difference)}` },
    margin === null
      ? { text: "not known", title: undefined, className: "amount wide unknown" }
      : amountCell(margin, money, signOf(margin) < 0 ? "amount wide bad" : "amount wide"),
  ];
}

export function amountCell(amount: string, money: MoneyText, className: string): CustomerCell {
  const [text, exact] = [money.total(amount), money.exact(amount)];
  return { text, title: text === exact ? undefined : exact, className };
}

/** The meaning of a rise for the reseller: good for customers' payments and the margin, bad for carriers' charges. */
export type Meaning = "more is good" | "more is bad";

/** The CSS class of a change: good or bad for the margin, or unchanged. */
export function goodness(difference: string, meaning: Meaning = "more is good"): "good" | "bad" | "same" {
  const sign = signOf(difference);
  if (sign === 0) return "same";
  return sign > 0 === (meaning === "more is good") ? "good" : "bad";
}

/** The cell of a change, as the difference of the two printed amounts. */
export function changeCell(before: string, after: string, money: MoneyText): CustomerCell {
  const difference = subtractAmounts(after, before);
  return {
    text: money.between(before, after),
    title: money.exactChange(difference),
    className: `amount ${goodness(difference)}`,
  };
}

/** The hidden columns under the name on a narrow screen. A no-break space keeps the arrow with the amount after it. */
export function customerNarrowText({ calls, before, after }: CustomerRow, money: MoneyText): string {
  return `${counted(calls, "call")} · ${money.total(before)} →\u00a0${money.total(after)}`;
}
