/** One record a customer of a preview, for the letters that tell customers of new prices. */
import { currencyOf } from "../book/index.ts";
import { parseCivilDate } from "../calendar/index.ts";
import type { BookData, OpenedBook, PreviewReport } from "../index.ts";
import { ADDRESS_FIELDS } from "../model/index.ts";
import {
  addFractions,
  compareFractions,
  type Fraction,
  formatUnits,
  fractionOf,
  nearestDivide,
  quantise,
  scaleFraction,
  toUnits,
  ZERO_FRACTION,
} from "../money/index.ts";
import {
  type ChangedPrices,
  type Comparison,
  type CustomerPrices,
  namesOf,
  pricesByCustomer,
  SUM_DECIMALS,
} from "../preview/index.ts";
import { dateText } from "./money-text.ts";
import { billedMonths, minimumMonths } from "./preview-summary.ts";

/** The fields of a customer's record that a letter needs, as the book has them. */
const ACCOUNT_FIELDS = [
  "accountNumber",
  "customerReference",
  "title",
  "firstnames",
  "lastname",
  "companyName",
  ...ADDRESS_FIELDS,
] as const;

type AccountField = (typeof ACCOUNT_FIELDS)[number];

/**
 * A customer whose prices or payments change. Amounts are pounds (the major unit of the customer's currency) of a month,
 * excluding VAT; null where unknown.
 */
export interface LetterRecord extends Readonly<Record<AccountField, string | null>> {
  readonly customerID: string;
  readonly name: string | null;
  /** Calls of the customer in the preview. */
  readonly calls: number;
  /**
   * A month's bill: calls, minimum spend and the fixed charges that recur, an annual one by its twelfth; only calls for
   * a preview without bills. One-off charges, instalments and corrections are not included.
   */
  readonly billBefore: string;
  readonly billAfter: string;
  /** billAfter less billBefore, both as rounded here. */
  readonly differenceMonth: string;
  /** Twelve times the month's difference, before it was rounded. */
  readonly differenceYear: string;
  /** Percentage of the month's bill before, to two decimal places; null where that bill is 0. */
  readonly percent: string | null;
  /** The first day of the first change, `YYYY-MM-DD`; null: at once. */
  readonly from: string | null;
  /** What changes, in words; where no price does, the parts of the bill, as in `charges for calls rise`. */
  readonly changes: string;
  /** The currency of the amounts; absent where all customers of the preview are billed in the book's (R24). */
  readonly currency?: string;
}

/** The fields of the records in the order in which files write them. */
export const LETTER_FIELDS: readonly (keyof LetterRecord)[] = [
  "customerID",
  "name",
  ...ACCOUNT_FIELDS,
  "calls",
  "billBefore",
  "billAfter",
  "differenceMonth",
  "differenceYear",
  "percent",
  "from",
  "changes",
];

/**
 * One record for each customer whose prices change, with or without calls, or whose bill changes: largest rise first,
 * of several currencies (R24) one after another, the book's first. `before` and `after` are the books of the report,
 * which has to be of two books.
 *
 * @throws TypeError for a report against records, which have no price list
 * @example
 * const dearer = reviseBook(book, {
 *   upsert: { tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.26", baseCostConnection: 2 }] },
 * });
 * const [letter] = letterRecords(previewChange(book, dearer, calls), book, dearer);
 * letter?.changes; // => "Business: prices rise by 5%"
 */
export function letterRecords(
  report: PreviewReport,
  before: OpenedBook,
  after: OpenedBook,
): readonly LetterRecord[] {
  if (report.against === "recorded") {
    throw new TypeError("Letters tell of new prices; a preview against records has none.");
  }
  // Without a day, users count whose price has no end, as in the price list of the report.
  const lastDay = parseCivilDate(report.bills?.to ?? report.to ?? "") ?? Number.POSITIVE_INFINITY;
  const prices = pricesByCustomer(before, after, lastDay);
  const months = new Map(
    [report, ...(report.otherCurrencies ?? [])].flatMap((part) => [...monthsOfCustomers(part)]),
  );
  const currencies = ["", ...(report.otherCurrencies ?? []).map(({ currency }) => currency)];
  const currencyRank = (id: string): number => Math.max(0, currencies.indexOf(currencyOf(after, id)));
  const accounts = accountsOf(before.source?.data, after.source?.data);
  const names = namesOf([before, after]);
  return [...new Set([...prices.keys(), ...months.keys()])]
    .map((id) => ({ id, month: months.get(id) ?? NO_MONTH, prices: toldOf(prices.get(id) ?? []) }))
    .filter(({ month, prices: ofCustomer }) => ofCustomer.length > 0 || changedParts(month).length > 0)
    .sort(
      (a, b) =>
        currencyRank(a.id) - currencyRank(b.id) ||
        compareFractions(differenceOf(b.month), differenceOf(a.month)),
    )
    .map(
      ({ id, month, prices: ofCustomer }): LetterRecord => ({
        customerID: id,
        name: names.customer(id),
        ...accountOf(accounts.get(id)),
        calls: month.calls,
        ...amountsOf(month, report.currencyDecimals),
        from: firstDayOf(ofCustomer),
        changes: (ofCustomer.length > 0 ? ofCustomer.map(wordsOf) : changedParts(month)).join("; "),
        ...(report.otherCurrencies && { currency: currencyOf(after, id) }),
      }),
    );
}

/** The changes of a customer without the tariffs that are new and to which it moves: the move tells of their prices. */
function toldOf(prices: readonly CustomerPrices[]): readonly CustomerPrices[] {
  const moves = prices.filter(({ record }) => record.isMove).map(({ record }) => record.after?.id);
  return prices.filter(
    ({ record: { resource, before, after } }) =>
      resource !== "tariffs" || before !== null || !moves.includes(after?.id),
  );
}

/** The payments of a customer in a month, pence. */
interface Month {
  readonly calls: number;
  readonly before: Fraction;
  readonly after: Fraction;
  /** The parts of the bill by their names. */
  readonly parts: Readonly<Record<string, Comparison>>;
}

const NO_MONTH: Month = { calls: 0, before: ZERO_FRACTION, after: ZERO_FRACTION, parts: {} };

function monthsOfCustomers(report: PreviewReport): ReadonlyMap<string, Month> {
  const { breakdowns, bills } = report;
  const { numerator, denominator } = billedMonths(report) ?? { numerator: 1, denominator: 1 };
  const ofMinimums = minimumMonths(report);
  const monthOf = (amount: string): Fraction => scaleFraction(penceOf(amount), denominator, numerator);
  const byCustomer = new Map<string, Month>();
  for (const { key, calls, retail } of breakdowns.customer) {
    if (key === null) continue;
    const parts = { "charges for calls": retail };
    byCustomer.set(key, { calls, before: monthOf(retail.before), after: monthOf(retail.after), parts });
  }
  for (const { key, calls, fixedCharges, minimum, bill } of bills?.customers ?? []) {
    const billOf = (side: "before" | "after"): Fraction =>
      addFractions(
        monthOf(calls[side]),
        scaleFraction(penceOf(minimum[side]), ofMinimums.denominator, ofMinimums.numerator),
      );
    const { calls: count } = byCustomer.get(key) ?? NO_MONTH;
    // Calls that rise under a minimum change no bill.
    const parts: Month["parts"] =
      bill.difference === "0"
        ? {}
        : {
            "charges for calls": calls,
            "fixed charges": fixedCharges,
            "charges up to the minimum spend": minimum,
          };
    byCustomer.set(key, { calls: count, before: billOf("before"), after: billOf("after"), parts });
  }
  for (const { key, perMonth } of report.fixedCharges?.runRate.byCustomer ?? []) {
    if (key === null) continue;
    const month = byCustomer.get(key) ?? NO_MONTH;
    byCustomer.set(key, {
      ...month,
      before: addFractions(month.before, penceOf(perMonth.before)),
      after: addFractions(month.after, penceOf(perMonth.after)),
      // What falls due in the days of the bills need not be what recurs.
      parts: perMonth.difference === "0" ? month.parts : { ...month.parts, "fixed charges": perMonth },
    });
  }
  return byCustomer;
}

/** The parts of a bill that change, in words. */
function changedParts({ parts }: Month): readonly string[] {
  const changed = Object.entries(parts).filter(([, { difference }]) => difference !== "0");
  return changed.map(([name, { difference }]) => `${name} ${difference.startsWith("-") ? "fall" : "rise"}`);
}

function penceOf(amount: string): Fraction {
  return fractionOf(toUnits(amount, SUM_DECIMALS) ?? 0n, SUM_DECIMALS);
}

function differenceOf({ before, after }: Month): Fraction {
  return addFractions(after, scaleFraction(before, -1));
}

type Amounts = Pick<
  LetterRecord,
  "billBefore" | "billAfter" | "differenceMonth" | "differenceYear" | "percent"
>;

function amountsOf(month: Month, currencyDecimals: number): Amounts {
  const pounds = (units: bigint): string => fixedText(units, currencyDecimals);
  const [before, after] = [quantise(month.before, 0), quantise(month.after, 0)];
  const difference = differenceOf(month);
  return {
    billBefore: pounds(before),
    billAfter: pounds(after),
    differenceMonth: pounds(after - before),
    differenceYear: pounds(quantise(scaleFraction(difference, 12), 0)),
    percent: percentOf(difference, month.before),
  };
}

/** Two decimal places, halves away from zero. */
function percentOf(difference: Fraction, before: Fraction): string | null {
  const whole = before.numerator < 0n ? -before.numerator : before.numerator;
  if (whole === 0n) return null;
  const scaled = difference.numerator * before.denominator * 10_000n;
  return formatUnits(nearestDivide(scaled, difference.denominator * whole), 2);
}

/** Whole minor units as text in the major unit, with all decimal places. */
function fixedText(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

type CustomerRecord = NonNullable<BookData["customers"]>[number];

/** Customers' records by id; the last book takes precedence. */
function accountsOf(...books: readonly (BookData | undefined)[]): ReadonlyMap<string, CustomerRecord> {
  const accounts = new Map<string, CustomerRecord>();
  for (const book of books) {
    for (const record of book?.customers ?? []) accounts.set(String(record.id), record);
  }
  return accounts;
}

function accountOf(record: CustomerRecord | undefined): Record<AccountField, string | null> {
  const fields = (record ?? {}) as Readonly<Record<string, unknown>>;
  const account = {} as Record<AccountField, string | null>;
  for (const field of ACCOUNT_FIELDS) {
    const value = fields[field];
    account[field] = value === undefined || value === null || value === "" ? null : String(value);
  }
  return account;
}

/** The first day of the changes; null where a price changes at once. */
function firstDayOf(prices: readonly CustomerPrices[]): string | null {
  const days = prices.map(({ record }) => record.since);
  return days.reduce(
    (first, day) => (first === null || day === null ? null : day < first ? day : first),
    days[0] ?? null,
  );
}

function wordsOf({ record, hasMore, by }: CustomerPrices): string {
  const name = by?.name ?? (record.after ?? record.before)?.name ?? "";
  const from = record.since === null ? "" : ` from ${dateText(record.since)}`;
  if (record.isMove) {
    const move = `${name} in place of ${record.before?.name ?? ""}`;
    return record.changedLines === 0 ? move : `${move}: ${changeOf(record, hasMore)}${from}`;
  }
  if (record.after === null) return `${name} is withdrawn`;
  if (record.before === null) return `${name} is new`;
  return `${name}: ${changeOf(record, hasMore)}${from}`;
}

/** The change of a record's prices in words: `prices rise by 3.5%`, `prices rise by 3.5%, others or terms change`. */
function changeOf({ resource, percent }: ChangedPrices, hasMore: boolean): string {
  const what = resource === "tariffs" ? "prices" : "charges";
  const more = hasMore ? ", others or terms change" : "";
  if (percent === null) return `${what} or terms change`;
  const { least, most } = percent;
  const falls = most.startsWith("-");
  if (falls || !least.startsWith("-")) {
    const [low, high] = falls ? [most.slice(1), least.slice(1)] : [least, most];
    return `${what} ${falls ? "fall" : "rise"} by ${low === high ? `${low}%` : `${low}% to ${high}%`}${more}`;
  }
  return `${what} change by ${least}% to +${most}%${more}`;
}
