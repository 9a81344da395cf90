/** The book's lists by the keys the rules look them up by. A valid book is assumed. */
import type { Decimal } from "decimal.js";
import { type FlagWords, flagWords } from "./call.ts";
import { canonical, type Dialling, diallingOf } from "./canonical.ts";
import { createPeriods, type Periods } from "./period.ts";
import { AMOUNTS, baseField } from "./rate-fields.ts";
import { amount, compareIDs, isTrue, names, type ReadAmount, type Row, text } from "./values.ts";
import { createZone, type Zone } from "./zone.ts";

/** R21: which field of a number is in a call record; "" for `number` and `CDRNumber`, else 2, 3, 4. */
export interface NumberMatch {
  readonly number: Row;
  readonly field: string;
  readonly suffix: string;
}

export interface Settings {
  readonly currency: string;
  /** R16: 100, unless the currency has other decimal places. */
  readonly penceInAPound: number;
  readonly costDecimals: number;
  readonly periodRule: string;
  readonly ambiguousTime: string;
  readonly dialling: Dialling;
  readonly billingPeriodStartDay: number;
}

export interface Book {
  readonly settings: Settings;
  readonly zone: Zone;
  readonly periods: Periods;
  readonly readAmount: ReadAmount;
  readonly customers: ReadonlyMap<string, Row>;
  readonly numbers: ReadonlyMap<string, Row>;
  readonly numbersOfCustomer: ReadonlyMap<string, readonly Row[]>;
  readonly numbersByCLI: ReadonlyMap<string, readonly NumberMatch[]>;
  readonly ignoredNumbers: ReadonlyMap<string, readonly Row[]>;
  /** Latest startDate first, then highest id. */
  readonly featuresOfNumber: ReadonlyMap<string, readonly Row[]>;
  readonly featuresOfCustomer: ReadonlyMap<string, readonly Row[]>;
  readonly standardFeatures: ReadonlyMap<string, Row>;
  readonly discountPlans: ReadonlyMap<string, Row>;
  readonly classOfCallType: ReadonlyMap<string, string>;
  readonly callDirections: ReadonlyMap<string, string>;
  readonly flagWords: FlagWords;
  /** By `bandKey`. */
  readonly chargeBands: ReadonlyMap<string, Row>;
  /** By `listKey`, then by prefix or short code. */
  readonly destinations: ReadonlyMap<string, DestinationList>;
  readonly roundings: ReadonlyMap<string, Row>;
  readonly tariffs: ReadonlyMap<string, Row>;
  /** By `sideKey`. */
  readonly tariffsOfSide: ReadonlyMap<string, readonly Row[]>;
  /** By `nameKey`. */
  readonly tariffsByName: ReadonlyMap<string, Row>;
  readonly linesOf: ReadonlyMap<Row, LinesByPrefix>;
}

export interface DestinationList {
  readonly shortCodes: Map<string, Row>;
  readonly prefixes: Map<string, Row>;
}

export type LinesByPrefix = ReadonlyMap<string, readonly Row[]>;

export function bandKey(direction: string, carrier: string, chargeBand: string): string {
  return [direction, carrier, chargeBand].join("\u0000");
}

export function listKey(direction: string, carrier: string): string {
  return [direction, carrier].join("\u0000");
}

export function nameKey(tariffClass: string, isWholesale: boolean, name: string): string {
  return [tariffClass, isWholesale, name].join("\u0000");
}

export function sideKey(tariffClass: string, isWholesale: boolean): string {
  return [tariffClass, isWholesale].join("\u0000");
}

/** R20: numbers and features with the ends that statuses give them. */
export function withDrops(book: Row): {
  readonly numbers: readonly Row[];
  readonly features: readonly Row[];
} {
  const dropped = droppedStatuses(book);
  const customers = byField(rows(book.customers), "id");
  return {
    numbers: rows(book.numbers).map((row) => {
      const customer = customers.get(text(row.customerID)) ?? {};
      return withEnd(row, "billableTo", [lastDayOf(row, dropped), lastDayOf(customer, dropped)]);
    }),
    features: rows(book.features).map((row) => withEnd(row, "endDate", [lastDayOf(row, dropped)])),
  };
}

export function openBook(book: Row, decimals: "eachTime" | "once"): Book {
  const dialling = diallingOf(book);
  const zone = createZone(text(book.timeZone) || "Europe/London");
  const customers = byField(rows(book.customers), "id");
  const { numbers, ...ended } = withDrops(book);
  const tariffs = rows(book.tariffs);
  const features = [...ended.features].sort(byStartDateThenID);
  const costDecimals = amount(book.costDecimals);
  const billingPeriodStartDay = amount(book.billingPeriodStartDay);
  const currencyDecimals = amount(book.currencyDecimals);
  return {
    settings: {
      currency: text(book.currency) || "GBP",
      penceInAPound: 10 ** (currencyDecimals === null ? 2 : currencyDecimals.toNumber()),
      costDecimals: costDecimals === null ? 4 : costDecimals.toNumber(),
      periodRule: text(book.periodRule) || "start",
      ambiguousTime: text(book.ambiguousTime) || "earlier",
      dialling,
      billingPeriodStartDay: billingPeriodStartDay === null ? 1 : billingPeriodStartDay.toNumber(),
    },
    zone,
    periods: createPeriods(rows(book.ratingPeriods), rows(book.holidays), zone),
    readAmount: decimals === "once" ? amountsReadOnce(tariffs) : (row, field) => amount(row[field]),
    customers,
    numbers: byField(numbers, "id"),
    numbersOfCustomer: groupBy(numbers, (row) => text(row.customerID)),
    numbersByCLI: numbersByCLI(numbers, dialling),
    ignoredNumbers: groupBy(rows(book.ignoredNumbers), (row) => canonical(text(row.number), dialling)),
    featuresOfNumber: groupBy(features, (row) => text(row.numberID)),
    featuresOfCustomer: groupBy(features, (row) => text(row.customerID)),
    standardFeatures: byField(rows(book.standardFeatures), "name"),
    discountPlans: byField(rows(book.discountPlans), "discountPlanName"),
    classOfCallType: new Map(rows(book.callTypes).map((row) => [text(row.name), text(row.tariffClass)])),
    callDirections: new Map(rows(book.callDirections).map((row) => [text(row.name), text(row.direction)])),
    flagWords: flagWords(rows(book.callOrigins), rows(book.callRecordings)),
    chargeBands: new Map(
      rows(book.chargeBands).map((row) => [
        bandKey(text(row.direction) || "outbound", text(row.callCarrier), text(row.chargeBand)),
        row,
      ]),
    ),
    destinations: destinationLists(rows(book.destinations)),
    roundings: byField(rows(book.roundings), "name"),
    tariffs: byField(tariffs, "id"),
    tariffsOfSide: groupBy(tariffs, (row) =>
      sideKey(text(row.tariffClass), text(row.retail) === "wholesale"),
    ),
    tariffsByName: new Map(
      tariffs.map((row) => [
        nameKey(text(row.tariffClass), text(row.retail) === "wholesale", text(row.name)),
        row,
      ]),
    ),
    linesOf: new Map(
      tariffs.map((tariff) => [tariff, groupBy(rows(tariff.rates), (line) => text(line.prefix))]),
    ),
  };
}

function rows(list: unknown): readonly Row[] {
  return Array.isArray(list) ? (list as Row[]) : [];
}

/** R20: the names of status that mean dropped, in lower case. */
function droppedStatuses(book: Row): readonly string[] {
  const given = names(book.droppedStatuses);
  return (given.length === 0 ? ["Dropped"] : given).map((name) => name.toLowerCase());
}

/** R20: the last day of a dropped record; "" where it is not dropped. */
function lastDayOf(row: Row, dropped: readonly string[]): string {
  const status = Array.isArray(row.status) ? row.status.map(text) : [text(row.status)];
  return status.some((name) => dropped.includes(name.toLowerCase())) ? text(row.updatedDate) : "";
}

/** R20: the row with the first of these days as its end, where its own is blank. */
function withEnd(row: Row, field: string, days: readonly string[]): Row {
  const [first] = days.filter((day) => day !== "").sort();
  return text(row[field]) !== "" || first === undefined ? row : { ...row, [field]: first };
}

function byField(list: readonly Row[], field: string): Map<string, Row> {
  return new Map(list.map((row) => [text(row[field]), row]));
}

export function groupBy<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** R24: blank startDate = always, so the earliest of all. */
function byStartDateThenID(a: Row, b: Row): number {
  const [dateA, dateB] = [text(a.startDate), text(b.startDate)];
  if (dateA !== dateB) return dateA > dateB ? -1 : 1;
  return compareIDs(text(b.id), text(a.id));
}

const CLI_FIELDS: readonly { field: string; suffix: string }[] = [
  { field: "number", suffix: "" },
  { field: "CDRNumber", suffix: "" },
  { field: "CDRNumber2", suffix: "2" },
  { field: "CDRNumber3", suffix: "3" },
  { field: "CDRNumber4", suffix: "4" },
];

/** R21: in each list the fields of one number stand in the order in which they decide. */
function numbersByCLI(numbers: readonly Row[], dialling: Dialling): Map<string, NumberMatch[]> {
  const matches = numbers.flatMap((number) => CLI_FIELDS.map((cli) => ({ number, ...cli })));
  const groups = groupBy(matches, ({ number, field }) => canonical(text(number[field]), dialling));
  groups.delete("");
  return groups;
}

function destinationLists(destinations: readonly Row[]): Map<string, DestinationList> {
  const lists = new Map<string, DestinationList>();
  for (const row of destinations) {
    const key = listKey(text(row.direction) || "outbound", text(row.locationCarrier));
    const list = lists.get(key) ?? { shortCodes: new Map(), prefixes: new Map() };
    lists.set(key, list);
    (isTrue(row.short) ? list.shortCodes : list.prefixes).set(text(row.prefix), row);
  }
  return lists;
}

/** The careful baseline: every price of a tariff or line becomes a Decimal here, others when first met. */
function amountsReadOnce(tariffs: readonly Row[]): ReadAmount {
  const known = new WeakMap<Row, Map<string, Decimal | null>>();
  const read: ReadAmount = (row, field) => {
    let fields = known.get(row);
    if (fields === undefined) {
      fields = new Map();
      known.set(row, fields);
    }
    let value = fields.get(field);
    if (value === undefined) {
      value = amount(row[field]);
      fields.set(field, value);
    }
    return value;
  };
  for (const tariff of tariffs) {
    for (const field of AMOUNTS) read(tariff, baseField(field));
    for (const line of rows(tariff.rates)) {
      for (const field of AMOUNTS) read(line, field);
    }
  }
  return read;
}

/** Some names in common (R24). */
export function shareAName(a: unknown, b: unknown): boolean {
  const others = names(b);
  return names(a).some((name) => others.includes(name));
}
