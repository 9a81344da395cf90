/**
 * Fixed fee tariffs: R72, and R71's wholesale tariff.
 *
 * Decided here where the text leaves it open:
 * - A wholesale tariff is one with `retail` "wholesale"; whom it is for does not matter, as R29 has it for calls, and one
 *   in another currency than the customer's is no wholesale tariff of his, because nothing is converted.
 * - A wholesale tariff without a fitting line gives no wholesale amount; two equal lines of one are `ambiguous-fixed-fee`.
 * - A tariff named by a feature is found among those that are not wholesale.
 */
import { Ratio, WHOLE } from "../ratio.ts";
import { isBlank, names, type Row, text } from "../values.ts";
import { dayOrNull, type Kind, labelsOf, type Placed, pounds, rowsOf } from "./charge-book.ts";
import { ChargeError } from "./charge-error.ts";
import { type Day, formatDay } from "./days.ts";

export interface Fee {
  readonly price: Ratio;
  readonly type: "proRata" | "fixed";
}

/** In the order in which a line that has one wins over a line that has not. */
const LISTS = ["transactionTypeIDs", "featureTypeIDs", "numberTypeIDs", "serviceTypeIDs", "carrierIDs"];

interface Line {
  readonly row: Row;
  /** 0 on the tariff itself, 1 on its parent … */
  readonly depth: number;
  readonly path: string;
}

function linesOf(data: Row, tariff: Row): Line[] {
  const lines: Line[] = [];
  let current: Row | undefined = tariff;
  for (let depth = 0; current !== undefined; depth++) {
    const inherited = ((current.rates ?? []) as readonly Row[])
      .map((row, at) => ({ row, depth, path: `rates[${at}]` }))
      .filter(({ row }) => !lines.some((line) => identity(line.row) === identity(row)));
    lines.push(...inherited);
    const parentID: unknown = current.parentFixedFeeTariff;
    current = isBlank(parentID)
      ? undefined
      : rowsOf(data, "fixedFeeTariffs").find((row) => text(row.id) === text(parentID));
  }
  return lines;
}

/** What an own line replaces: the same five lists as sets, chargeKind and dates. */
function identity(row: Row): string {
  const lists = LISTS.map((list) => [...new Set(names(row[list]))].sort());
  return JSON.stringify([lists, text(row.chargeKind), text(row.startDate), text(row.endDate)]);
}

export interface Asked {
  readonly placed: Placed;
  readonly kind: Kind;
  readonly day: Day;
}

function fitsButForDates({ row }: Line, { placed, kind }: Asked): boolean {
  const labels = labelsOf(placed, kind);
  const own: Readonly<Record<string, string | null>> = {
    transactionTypeIDs: labels.transactionType,
    featureTypeIDs: text(placed.featureType.featureTypeName),
    numberTypeIDs: text(placed.number.numberType),
    serviceTypeIDs: text(placed.service.serviceType),
    carrierIDs: labels.carrier,
  };
  const isIn = (list: string) => names(row[list]).length === 0 || names(row[list]).includes(own[list] || "");
  return (
    LISTS.every(isIn) &&
    (isBlank(row.chargeKind) || text(row.chargeKind) === kind) &&
    !isBlank(row.fixedFeeValue)
  );
}

function isInForce({ row }: Line, day: Day): boolean {
  const [start, end] = [dayOrNull(row.startDate), dayOrNull(row.endDate)];
  return (start === null || start <= day) && (end === null || day <= end);
}

/** The larger says which line wins, number by number. */
function rankOf({ row, depth }: Line): number[] {
  const set = LISTS.map((list) => (names(row[list]).length > 0 ? 1 : 0));
  const listsSet = set.filter((one) => one === 1).length;
  return [
    listsSet,
    ...set,
    isBlank(row.chargeKind) ? 0 : 1,
    -depth,
    dayOrNull(row.startDate) ?? Number.NEGATIVE_INFINITY,
  ];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, place) => value !== b[place]);
  return at === -1 ? 0 : a[at]! > b[at]! ? 1 : -1;
}

function chosenLine(tariff: Row, asked: Asked): Row | null {
  const fitting = linesOf(asked.placed.data, tariff)
    .filter((line) => fitsButForDates(line, asked) && isInForce(line, asked.day))
    .sort((a, b) => compareRanks(rankOf(b), rankOf(a)));
  const [best, next] = fitting;
  if (best === undefined) return null;
  if (next !== undefined && compareRanks(rankOf(best), rankOf(next)) === 0) {
    throw new ChargeError(
      "ambiguous-fixed-fee",
      "fixedFeeTariff",
      `Two lines of "${text(tariff.name)}" fit feature ${text(asked.placed.feature.id)} equally: ${best.path} and ${next.path}.`,
    );
  }
  return best.row;
}

/** R71: the tariff of the feature, else of standard feature, number or service, customer. */
export function fixedFeeTariffOf({ data, feature, standard, number, service, customer }: Placed): Row | null {
  const level = [feature, standard, number, service, customer ?? {}].find(
    (row) => !isBlank(row.fixedFeeTariff),
  );
  if (level === undefined) return null;
  const name = text(level.fixedFeeTariff);
  return (
    rowsOf(data, "fixedFeeTariffs").find(
      (row) => text(row.name) === name && text(row.retail) !== "wholesale",
    ) ?? null
  );
}

function currencyOf(data: Row, row: Row): string {
  return text(row.currency) || text(data.currency) || "GBP";
}

function checkAllowed({ data, customer }: Placed, tariff: Row): void {
  const groups = names(tariff.customerGroups);
  const own = names(customer?.customerGroups);
  if (
    (!isBlank(tariff.customerID) && text(tariff.customerID) !== text(customer?.id)) ||
    (groups.length > 0 && !groups.some((group) => own.includes(group)))
  ) {
    throw new ChargeError(
      "tariff-not-allowed",
      "fixedFeeTariff",
      `The fixed fee tariff "${text(tariff.name)}" is not for customer ${text(customer?.id)}.`,
    );
  }
  const [theirs, his] = [currencyOf(data, tariff), currencyOf(data, customer ?? {})];
  if (theirs !== his) {
    throw new ChargeError(
      "currency-mismatch",
      "fixedFeeTariff",
      `The fixed fee tariff "${text(tariff.name)}" is in ${theirs}, customer ${text(customer?.id)} in ${his}.`,
    );
  }
}

/** R72: the fee for one and a whole period; null where no line fits. `wholesale` is what a markup is put on. */
export function feeOf(tariff: Row, asked: Asked, wholesale: Fee | null): Fee | null {
  checkAllowed(asked.placed, tariff);
  const line = chosenLine(tariff, asked);
  if (line === null) return null;
  const value = pounds(line.fixedFeeValue)!;
  if (text(line.fixedFeeTariffType) !== "markup") {
    return { price: value, type: text(line.fixedFeeTariffType) === "fixed" ? "fixed" : "proRata" };
  }
  if (wholesale === null) {
    throw new ChargeError(
      "no-carrier-cost",
      asked.kind === "oneOff" ? "connectionChargeCarrier" : "serviceChargeCarrier",
      `Feature ${text(asked.placed.feature.id)} is marked up ${value.toFixed()} % by "${text(tariff.name)}", but has no wholesale amount.`,
    );
  }
  const factor = WHOLE.plus(value.over(new Ratio(100n, 1n)));
  return { price: wholesale.price.times(factor), type: wholesale.type };
}

/** R71: the wholesale tariff's amount for one; null where there is none. */
export function wholesaleFeeOf(asked: Asked): Fee | null {
  const { placed } = asked;
  const carrier = labelsOf(placed, asked.kind).carrier;
  if (carrier === null) return null;
  const tariffs = rowsOf(placed.data, "fixedFeeTariffs").filter(
    (row) =>
      text(row.retail) === "wholesale" &&
      text(row.availability) !== "Historic" &&
      names(row.wholesaleForCarrierIDs).includes(carrier) &&
      currencyOf(placed.data, row) === currencyOf(placed.data, placed.customer ?? {}),
  );
  const [tariff, second] = tariffs;
  if (tariff === undefined) return null;
  if (second !== undefined) {
    throw new ChargeError(
      "ambiguous-fixed-fee",
      "fixedFeeTariff",
      `Two wholesale tariffs are for the carrier "${carrier}" of feature ${text(placed.feature.id)}: "${text(tariff.name)}" and "${text(second.name)}".`,
    );
  }
  const line = chosenLine(tariff, asked);
  if (line === null) return null;
  return {
    price: pounds(line.fixedFeeValue)!,
    type: text(line.fixedFeeTariffType) === "fixed" ? "fixed" : "proRata",
  };
}

/** R71: whether the lack of a line is an error, because one would fit but for its dates or nothing else is charged. */
export function checkMissingFee(tariff: Row, asked: Asked, hasOtherAmount: boolean): void {
  const lines = linesOf(asked.placed.data, tariff);
  const oneOff: Asked = { ...asked, kind: "oneOff" };
  const isOutOfDate = lines.some((line) => fitsButForDates(line, asked));
  const hasOneOffLine = lines.some((line) => fitsButForDates(line, oneOff));
  if (!isOutOfDate && (asked.kind === "oneOff" || hasOtherAmount || hasOneOffLine)) return;
  const { feature, featureType } = asked.placed;
  const name = isBlank(featureType.featureTypeName) ? "" : ` (${text(featureType.featureTypeName)})`;
  throw new ChargeError(
    "no-fixed-fee",
    "fixedFeeTariff",
    `"${text(tariff.name)}" has no ${asked.kind === "oneOff" ? "one-off" : "recurring"} fee for feature ${text(feature.id)}${name} on ${formatDay(asked.day)}.`,
  );
}
