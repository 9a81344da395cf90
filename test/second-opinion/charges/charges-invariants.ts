/**
 * What is true of charges whatever the book, R60 to R75. As the worked examples, for whatever charges features: the
 * second opinion, and the engine.
 */
import { expect } from "vitest";
import { NONE, type Ratio, sumOf } from "../ratio.ts";
import { isBlank, type Row, text } from "../values.ts";
import { type ChargesCase, changed as withChanges } from "./any-charges-book.ts";
import { pounds, rounded, whole } from "./charge-book.ts";
import { parseDay } from "./days.ts";
import type { ChargesDriver } from "./worked-examples.ts";

type Run = ReturnType<ChargesDriver["charges"]>;

function laidOver(data: Row, states: readonly Row[]): Row {
  const byID = new Map(states.map((state) => [text(state.id), state]));
  const features = (data.features as readonly Row[]).map((feature) => ({
    ...feature,
    ...byID.get(text(feature.id)),
    id: feature.id,
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
    features: withChanges(states.features as readonly Row[], changes),
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
export function expectRoundedShares({ book }: ChargesCase, { first, second, end }: Course): void {
  const transactions = [...first.transactions, ...second.transactions];
  for (const [at, feature] of (end.features as readonly Row[]).entries()) {
    // What another system recorded need not be what it charged.
    if ((book.features as readonly Row[])[at]?.chargesMade) continue;
    const records = ((feature.chargesMade ?? []) as readonly Row[]).filter(
      ({ source }) => source === "recurring",
    );
    for (const record of records) {
      const value = pounds(record.value)!;
      expect(value).toEqual(rounded(end, record.fixed ? value : shareOf(record)));
    }
    const own = transactions.filter(
      ({ featureID, transactionSource }) =>
        featureID === text(feature.id) && ["recurring", "correction"].includes(transactionSource as string),
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

/** Fields that say what the instalments of a feature are. */
const INSTALMENTS = [
  "instalments",
  "totalFeatureValue",
  "serviceCharge",
  "featureCount",
  "featureCountCommitted",
  "datedChanges",
  "startDate",
  "dueDate",
];

/** R75: the instalments of a feature that was never charged elsewhere sum to what it says was charged, and to its total. */
export function expectInstalmentsSum({ book, changes }: ChargesCase, { first, second, end }: Course): void {
  const transactions = [...first.transactions, ...second.transactions];
  for (const [at, feature] of (end.features as readonly Row[]).entries()) {
    const { totalValueCharged, totalValueRemaining } = feature;
    const before = (book.features as readonly Row[])[at]!;
    const isOurs =
      before.dueDate === undefined &&
      before.totalValueCharged === undefined &&
      book.chargesFrom === undefined &&
      // A dueDate that is set by hand says that what fell due before it was charged elsewhere.
      changes[at]?.dueDate === undefined &&
      changes[at]?.instalments === undefined;
    if (totalValueCharged === undefined || totalValueRemaining === undefined || !isOurs) continue;
    const own = transactions.filter(
      (row) => row.featureID === text(feature.id) && row.transactionSource === "instalment",
    );
    expect(totalOf(own)).toEqual(pounds(totalValueCharged));
    if (!INSTALMENTS.some((field) => changes[at]?.[field] !== undefined)) {
      expect(NONE.isAbove(pounds(totalValueRemaining)!)).toBe(false);
    }
  }
}

/** Codes that leave a feature untouched. */
const UNTOUCHED = [
  "malformed-feature",
  "no-customer",
  "no-start-date",
  "instalments-missing",
  "unknown-interval",
  "unknown-scheme",
  "too-many-charges",
];

/**
 * R79: each feature is charged, not due, or in error. One that has a price of its own, has begun and does not end is due,
 * whatever else it says; one in error by the first seven codes is left as it was.
 */
export function expectAccounted({ book, first: [, to] }: ChargesCase, { first }: Course): void {
  const errors = new Map(first.errors.map((row) => [row.featureID, text(row.error)]));
  const charged = new Set(first.transactions.map(({ featureID }) => featureID));
  const stored = new Set(first.features.map(({ id }) => id));
  for (const feature of book.features as readonly Row[]) {
    const id = text(feature.id);
    if (UNTOUCHED.includes(errors.get(id) ?? ""))
      expect([charged.has(id), stored.has(id)]).toEqual([false, false]);
    const { startDate, endDate, dueDate, serviceCharge, instalments, serviceChargeInterval } = feature;
    const isPlain =
      [endDate, dueDate, feature.standardFeature, feature.chargesMade, instalments].every(isBlank) &&
      isBlank(book.chargesFrom) &&
      !isBlank(serviceCharge) &&
      ["", "Monthly", "Calendar Monthly"].includes(text(serviceChargeInterval));
    const isDue = isPlain && (isBlank(startDate) || text(startDate) <= to);
    if (isDue) expect([id, charged.has(id) || errors.has(id)]).toEqual([id, true]);
    if (charged.has(id)) expect([id, stored.has(id)]).toEqual([id, true]);
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
  const withoutScheme = (list: unknown): readonly Row[] =>
    (list as readonly Row[]).map((row) => ({
      ...row,
      initialFeatureDiscountScheme: null,
      ongoingFeatureDiscountScheme: null,
    }));
  const plain = withoutScheme(book.features);
  const without = { ...book, features: plain, standardFeatures: withoutScheme(book.standardFeatures) };
  const schemes = [...(book.featureDiscountSchemes as readonly Row[]), nothing];
  const named = plain.map((feature) => ({ ...feature, initialFeatureDiscountScheme: "Nothing off" }));
  expect(driver.charges({ ...without, featureDiscountSchemes: schemes, features: named }, ...first)).toEqual(
    driver.charges(without, ...first),
  );
}

/** R60: the order of the features in the book does not matter. */
export function expectNoOrder({ book, first }: ChargesCase, driver: ChargesDriver): void {
  const features = (book.features as readonly Row[]).toReversed();
  expect(driver.charges({ ...book, features }, ...first)).toEqual(driver.charges(book, ...first));
}
