/** One customer in the page's table. The page writes the first rows, its script all further rows, from one source. */
import { countText, type MoneyText, percentText, signOf } from "../money-text.ts";

/** A customer as the page's data holds it: short names, as there may be tens of thousands. */
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
  readonly marginAfter: string | null;
  /** Indexes of the example calls; their elements have the ids `example-<index>`. */
  readonly examples: readonly number[];
}

/** What the page hands to its script. */
export interface PageData {
  readonly currency: string;
  readonly currencyDecimals: number;
  readonly beforeName: string;
  readonly afterName: string;
  readonly customers: readonly CustomerRow[];
}

/** Customers whose rows the page itself holds; its script shows as many at first. */
export const ROWS_AT_FIRST = 200;

/** The columns by which the table sorts. */
export type CustomerColumn = "name" | "calls" | "before" | "after" | "difference" | "percent";

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
  const { calls, before, after, difference, percent } = customer;
  const sign = signOf(difference);
  const direction = sign === 0 ? "same" : sign > 0 ? "more" : "less";
  return [
    { text: countText(calls), title: undefined, className: "amount wide" },
    { text: money.total(before), title: money.exact(before), className: "amount wide" },
    { text: money.total(after), title: money.exact(after), className: "amount wide" },
    {
      text: money.change(difference),
      title: money.exactChange(difference),
      className: `amount ${direction}`,
    },
    { text: percentText(percent), title: undefined, className: `amount ${direction}` },
  ];
}

/** Under the name on a narrow screen: what the hidden columns say. */
export function customerNarrowText({ calls, before, after }: CustomerRow, money: MoneyText): string {
  return `${countText(calls)} ${calls === 1 ? "call" : "calls"} · ${money.total(before)} → ${money.total(after)}`;
}
