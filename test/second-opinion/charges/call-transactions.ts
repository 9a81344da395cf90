/**
 * R76 and R77: calls as transactions, and a number's minimum.
 *
 * Decided here where the text leaves it open: `site` and `campaign` are the number's; of
 * transactions that differ only in one's having no VAT rate or code that one is last; a minimum has the transaction type
 * of a call whose call type names none.
 */
import { withDrops } from "../book.ts";
import { NONE, Ratio, sumOf } from "../ratio.ts";
import { isBlank, type Row, text } from "../values.ts";
import {
  compareIDs,
  dayOrNull,
  firstSet,
  inForce,
  nameOrNull,
  place,
  pounds,
  rounded,
  rowsOf,
  smallestUnit,
} from "./charge-book.ts";
import { type Day, formatDay, parseDay } from "./days.ts";

/** A rated call, as far as an invoice looks at it: pence, seconds, and the local date on which it starts. */
export interface BilledCall {
  readonly numberID: string;
  readonly tariffType: string;
  readonly startDate: string;
  readonly duration?: string | number | null;
  readonly bytes?: string | number | null;
  readonly events?: string | number | null;
  readonly costBase: string;
  readonly cost: string;
  readonly costCarrier: string | null;
}

interface Labelled {
  readonly transactionType: string;
  readonly vatRate: string | null;
  readonly code: string | null;
  readonly carrier: string | null;
}

function numberOf(data: Row, numberID: string): Row {
  return rowsOf(data, "numbers").find((row) => text(row.id) === numberID)!;
}

function customerOf(data: Row, number: Row): Row {
  return rowsOf(data, "customers").find((row) => text(row.id) === text(number.customerID))!;
}

/** R24's order: features of the number, then of the customer; latest startDate first, then highest id. */
function featuresOn(data: Row, number: Row, day: Day): Row[] {
  const inForceOn = (row: Row): boolean =>
    (dayOrNull(row.startDate) ?? day) <= day && (dayOrNull(row.endDate) ?? day) >= day;
  const sorted = withDrops(data)
    .features.filter(inForceOn)
    .sort(
      (a, b) =>
        (dayOrNull(b.startDate) ?? Number.NEGATIVE_INFINITY) -
          (dayOrNull(a.startDate) ?? Number.NEGATIVE_INFINITY) || compareIDs(b.id, a.id),
    );
  return [
    ...sorted.filter((row) => !isBlank(row.numberID) && text(row.numberID) === text(number.id)),
    ...sorted.filter((row) => !isBlank(row.customerID) && text(row.customerID) === text(number.customerID)),
  ];
}

function labelsOf(data: Row, number: Row, day: Day, tariffType: string | null): Labelled {
  const callType = rowsOf(data, "callTypes").find((row) => text(row.name) === tariffType);
  const transactionType = text(firstSet(callType?.transactionType, data.callsTransactionType, "Calls"));
  const type = rowsOf(data, "transactionTypes").find(
    (row) => text(row.transactionTypeName) === transactionType,
  );
  const customer = customerOf(data, number);
  const features = featuresOn(data, number, day).map((feature) => place(data, feature));
  const ofFeatures = (field: string): unknown => firstSet(...features.map((one) => inForce(one, field)));
  return {
    transactionType,
    vatRate: nameOrNull(firstSet(ofFeatures("VATRateCalls"), customer.VATRateCalls, customer.VATRate)),
    code: nameOrNull(firstSet(ofFeatures("callsTransactionCode"), type?.defaultTransactionCode)),
    carrier: nameOrNull(type?.defaultTransactionCarrier),
  };
}

function isUsed(call: BilledCall): boolean {
  const used = [call.duration, call.bytes, call.events].some((value) => !isBlank(value) && Number(value) > 0);
  return used || !pounds(call.costBase)!.equals(NONE);
}

/** How many calls a bill counts, and their whole minutes. */
export function countsOf(calls: readonly BilledCall[]): { calls: number; minutes: number } {
  const seconds = sumOf(calls.map(({ duration }) => pounds(duration) ?? NONE));
  const minutes = seconds.over(new Ratio(60n, 1n)).nearest(new Ratio(1n, 1n));
  return { calls: calls.filter(isUsed).length, minutes: Number(minutes.toFixed()) };
}

/** Pence as pounds: the minor unit is the last of the currency's places. */
function majorSum(data: Row, minors: readonly string[]): Ratio {
  return rounded(data, sumOf(minors.map((minor) => pounds(minor)!)).times(smallestUnit(data)));
}

function transactionOf(number: Row, labels: Labelled, fields: Row): Row {
  return {
    customerID: text(number.customerID),
    numberID: text(number.id),
    serviceID: null,
    featureID: null,
    transactionSource: fields.transactionSource,
    transactionType: labels.transactionType,
    transactionDescription: null,
    transactionDate: fields.to,
    transactionBillDate: fields.to,
    transactionStartDate: fields.start,
    transactionEndDate: fields.end,
    featureCount: null,
    transactionValue: fields.value,
    transactionValueCarrier: fields.carrier,
    transactionCarrier: labels.carrier,
    transactionCode: labels.code,
    transactionVATRate: labels.vatRate,
    site: nameOrNull(number.site),
    campaign: nameOrNull(number.campaign),
    transactionCallCount: fields.calls,
    transactionCallMinutes: fields.minutes,
  };
}

function sortedBy({ transactionType, vatRate, code }: Labelled): readonly (string | null)[] {
  return [transactionType, vatRate, code];
}

/** None comes last. */
function compareTexts(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  const [one = null, other = null] = [a[at], b[at]];
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

/** By number, then transaction type, VAT rate and code. */
export function callTransactions(data: Row, rated: readonly BilledCall[], to: string): Row[] {
  const groups = new Map<string, { number: Row; labels: Labelled; calls: BilledCall[] }>();
  for (const call of rated) {
    if (parseDay(call.startDate) > parseDay(to)) continue;
    const number = numberOf(data, call.numberID);
    const labels = labelsOf(data, number, parseDay(call.startDate), call.tariffType);
    const key = JSON.stringify([
      call.numberID,
      labels.transactionType,
      labels.vatRate ?? "",
      labels.code ?? "",
    ]);
    const group = groups.get(key) ?? { number, labels, calls: [] };
    groups.set(key, group);
    group.calls.push(call);
  }
  return [...groups]
    .sort(
      ([, a], [, b]) =>
        compareIDs(a.number.id, b.number.id) || compareTexts(sortedBy(a.labels), sortedBy(b.labels)),
    )
    .map(([, { number, labels, calls }]) => {
      const days = calls.map(({ startDate }) => parseDay(startDate));
      const carriers = calls.map(({ costCarrier }) => costCarrier).filter((cost) => cost !== null);
      const value = majorSum(
        data,
        calls.map(({ cost }) => cost),
      );
      return transactionOf(number, labels, {
        transactionSource: "calls",
        to,
        start: formatDay(Math.min(...days)),
        end: formatDay(Math.max(...days)),
        value: value.toFixed(),
        carrier: carriers.length < calls.length ? null : majorSum(data, carriers).toFixed(),
        ...countsOf(calls),
      });
    });
}

/** R77: one for each number billable on some day of the range whose calls come to less than its minimum. */
export function minimumTransactions(data: Row, ofCalls: readonly Row[], from: string, to: string): Row[] {
  const [first, last] = [parseDay(from), parseDay(to)];
  return withDrops(data).numbers.flatMap((number): Row[] => {
    const minimum = pounds(number.lowInvoiceActionValue);
    const billableFrom = Math.max(dayOrNull(number.billableFrom) ?? first, first);
    const isBillable = billableFrom <= Math.min(dayOrNull(number.billableTo) ?? last, last);
    const sum = sumOf(
      ofCalls
        .filter(({ numberID }) => numberID === text(number.id))
        .map(({ transactionValue }) => pounds(transactionValue)!),
    );
    if (minimum === null || !isBillable || !minimum.isAbove(sum)) return [];
    const minimumOf = transactionOf(number, labelsOf(data, number, last, null), {
      transactionSource: "minimum",
      to,
      start: from,
      end: to,
      value: rounded(data, minimum.minus(sum)).toFixed(),
      carrier: null,
      calls: null,
      minutes: null,
    });
    return [minimumOf];
  });
}
