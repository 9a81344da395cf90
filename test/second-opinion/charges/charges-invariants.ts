/**
 * What is true of charges whatever the book, R60 to R75. As the worked examples, for whatever charges features: the
 * second opinion, and the engine.
 */
import { expect } from "vitest";
import { NONE, type Ratio, sumOf } from "../ratio.ts";
import type { Row } from "../values.ts";
import type { ChargesCase } from "./any-charges-book.ts";
import { pounds, rounded, whole } from "./charge-book.ts";
import { parseDay } from "./days.ts";
import type { ChargesDriver } from "./worked-examples.ts";

type Run = ReturnType<ChargesDriver["charges"]>;

function laidOver(data: Row, states: readonly Row[]): Row {
  const features = (data.features as readonly Row[]).map((feature) => ({
    ...feature,
    ...states.find((state) => state.id === feature.id),
  }));
  return { ...data, features };
}

interface Course {
  readonly first: Run;
  /** The book after the first run, and after what changed then. */
  readonly book: Row;
  readonly second: Run;
  readonly end: Row;
}

export function courseOf({ book, first, second, changes }: ChargesCase, driver: ChargesDriver): Course {
  const one = driver.charges(book, ...first);
  const states = laidOver(book, one.features);
  const changed = {
    ...states,
    features: (states.features as readonly Row[]).map((feature, at) => ({ ...feature, ...changes[at] })),
  };
  const two = driver.charges(changed, ...second);
  return { first: one, book: changed, second: two, end: laidOver(changed, two.features) };
}

/** R60: the same range again on the features returned. */
export function expectNothingAgain({ second }: ChargesCase, { end }: Course, driver: ChargesDriver): void {
  const again = driver.charges(end, ...second);
  expect(again.transactions).toEqual([]);
  expect(again.features).toEqual([]);
}

/** R60: two adjoining ranges give what one gives, but for the bill date. */
export function expectSameInTwo({ second, cut }: ChargesCase, course: Course, driver: ChargesDriver): void {
  const [from, to] = second;
  const one = driver.charges(course.book, from, cut);
  const between = laidOver(course.book, one.features);
  const next =
    cut < to ? driver.charges(between, dayAfter(cut), to) : { transactions: [], features: [], errors: [] };
  const byFeature = (rows: readonly Row[]): Row[] =>
    rows
      .map((row) => ({ ...row, transactionBillDate: null }))
      .sort((a: Row, b: Row) => Number(a.featureID) - Number(b.featureID));
  expect(byFeature([...one.transactions, ...next.transactions])).toEqual(
    byFeature(course.second.transactions),
  );
  expect(laidOver(between, next.features)).toEqual(course.end);
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** R69: what a period brought is its rounded share, and the transactions are all that it brought. */
export function expectRoundedShares({ first, second, end }: Course): void {
  const transactions = [...first.transactions, ...second.transactions];
  for (const feature of end.features as readonly Row[]) {
    const records = ((feature.chargesMade ?? []) as readonly Row[]).filter(
      ({ source }) => source === "recurring",
    );
    for (const record of records) {
      const value = pounds(record.value)!;
      expect(value).toEqual(rounded(end, record.fixed ? value : shareOf(record)));
    }
    const own = transactions.filter(
      ({ featureID, transactionSource }) =>
        featureID === feature.id && ["recurring", "correction"].includes(transactionSource as string),
    );
    expect(totalOf(own)).toEqual(sumOf(records.map(({ value }) => pounds(value)!)));
  }
}

function shareOf({ periodStart, periodEnd, parts }: Row): Ratio {
  const length = (from: unknown, to: unknown) => whole(parseDay(to as string) - parseDay(from as string) + 1);
  return sumOf(
    (parts as readonly Row[]).map(({ startDate, endDate, net }) =>
      pounds(net)!.times(length(startDate, endDate)),
    ),
  ).over(length(periodStart, periodEnd));
}

function totalOf(rows: readonly Row[]): Ratio {
  return rows.map(({ transactionValue }) => pounds(transactionValue)!).reduce((a, b) => a.plus(b), NONE);
}

/** R75: the instalments of a feature that was never charged elsewhere sum to what it says was charged, and to its total. */
export function expectInstalmentsSum({ book, changes }: ChargesCase, { first, second, end }: Course): void {
  const transactions = [...first.transactions, ...second.transactions];
  for (const [at, feature] of (end.features as readonly Row[]).entries()) {
    const { totalValueCharged, totalValueRemaining } = feature;
    const isOurs =
      (book.features as readonly Row[])[at]?.dueDate === undefined && book.chargesFrom === undefined;
    if (totalValueCharged === undefined || !isOurs) continue;
    const own = transactions.filter(
      (row) => row.featureID === feature.id && row.transactionSource === "instalment",
    );
    expect(totalOf(own)).toEqual(pounds(totalValueCharged));
    if (changes[at]?.datedChanges === undefined) {
      expect(NONE.isAbove(pounds(totalValueRemaining)!)).toBe(false);
    }
  }
}

/** R74: a scheme of 0 % in place of none changes no transaction. */
export function expectNoDiscountOfNothing({ book, first }: ChargesCase, driver: ChargesDriver): void {
  const nothing: Row = {
    name: "Nothing off",
    oneOffType: "percent",
    oneOffValue: "0",
    recurringType: "percent",
    recurringValue: "0",
  };
  const plain = (book.features as readonly Row[]).map((feature) => ({
    ...feature,
    initialFeatureDiscountScheme: null,
    ongoingFeatureDiscountScheme: null,
  }));
  const schemes = [...(book.featureDiscountSchemes as readonly Row[]), nothing];
  const named = plain.map((feature) => ({ ...feature, initialFeatureDiscountScheme: "Nothing off" }));
  expect(driver.charges({ ...book, featureDiscountSchemes: schemes, features: named }, ...first)).toEqual(
    driver.charges({ ...book, features: plain }, ...first),
  );
}

/** R60: the order of the features in the book does not matter. */
export function expectNoOrder({ book, first }: ChargesCase, driver: ChargesDriver): void {
  const features = (book.features as readonly Row[]).toReversed();
  expect(driver.charges({ ...book, features }, ...first)).toEqual(driver.charges(book, ...first));
}
