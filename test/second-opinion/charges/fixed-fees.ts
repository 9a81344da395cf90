/**
 * Fixed fee tariffs: R72, and R71's wholesale tariff.
 *
 * Decided here where the text leaves it open:
 * - A wholesale tariff is one with `retail` "wholesale"; whom it is for does not matter, as R29 has it for calls, and one
 *   in another currency than the customer's is no wholesale tariff of his, because nothing is converted.
 * - A wholesale tariff without a fitting line gives no wholesale amount; two equal lines of one are `ambiguous-fixed-fee`.
 * - A tariff named by a feature is found among those that are not wholesale.
 * - What a charge costs wholesale is asked only where there is such a charge, after what it costs.
 */
import { Ratio, WHOLE } from "../ratio.ts";
import { isBlank, names, type Row, text } from "../values.ts";
import { inForce, type Kind, labelsOf, type Placed, pounds, quoted, rowsOf } from "./charge-book.ts";
import { ChargeError } from "./charge-error.ts";
import { type Day, formatDay } from "./days.ts";
import { chosenLines, type FeeLine, type FeeQuestion } from "./fee-lines.ts";

export interface Fee {
  readonly price: Ratio;
  readonly type: "proRata" | "fixed";
}

export interface Asked {
  readonly placed: Placed;
  readonly kind: Kind;
  readonly day: Day;
}

function questionOf({ placed, kind, day }: Asked): FeeQuestion {
  const labels = labelsOf(placed, kind);
  return {
    date: formatDay(day),
    chargeKind: kind,
    transactionTypeIDs: labels.transactionType ?? "",
    featureTypeIDs: text(inForce(placed, "featureType")),
    numberTypeIDs: text(placed.number.numberType),
    serviceTypeIDs: text(placed.service.serviceType),
    carrierIDs: labels.carrier ?? "",
  };
}

function chosenLine(tariff: Row, asked: Asked): FeeLine | null {
  const [line, other] = chosenLines(asked.placed.data, tariff.id, questionOf(asked));
  if (line === undefined) return null;
  if (other === undefined) return line;
  throw new ChargeError(
    "ambiguous-fixed-fee",
    "fixedFeeTariff",
    `Two lines of ${quoted(line.tariff.name)} fit feature ${text(asked.placed.feature.id)} equally: ${line.path} and ${other.path}.`,
  );
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
      `The fixed fee tariff ${quoted(tariff.name)} is not for customer ${text(customer?.id)}.`,
    );
  }
  const [theirs, his] = [currencyOf(data, tariff), currencyOf(data, customer ?? {})];
  if (theirs !== his) {
    throw new ChargeError(
      "currency-mismatch",
      "fixedFeeTariff",
      `The fixed fee tariff ${quoted(tariff.name)} is in ${theirs}, customer ${text(customer?.id)} in ${his}.`,
    );
  }
}

/** R72: the fee for one and a whole period; null where no line fits. A markup is put on what wholesale gives. */
export function feeOf(tariff: Row, asked: Asked, wholesaleOf: () => Fee | null): Fee | null {
  checkAllowed(asked.placed, tariff);
  const line = chosenLine(tariff, asked);
  if (line === null) return null;
  const value = pounds(line.row.fixedFeeValue)!;
  if (text(line.row.fixedFeeTariffType) !== "markup") {
    return { price: value, type: text(line.row.fixedFeeTariffType) === "fixed" ? "fixed" : "proRata" };
  }
  const wholesale = wholesaleOf();
  if (wholesale === null) {
    throw new ChargeError(
      "no-carrier-cost",
      asked.kind === "oneOff" ? "connectionChargeCarrier" : "serviceChargeCarrier",
      `Feature ${text(asked.placed.feature.id)} is marked up ${value.toFixed()} % by ${quoted(line.tariff.name)}, but has no wholesale amount.`,
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
      `Two wholesale fixed fee tariffs are for the carrier ${quoted(carrier)} of feature ${text(placed.feature.id)}: ${quoted(tariff.name)} and ${quoted(second.name)}.`,
    );
  }
  const line = chosenLine(tariff, asked);
  if (line === null) return null;
  return {
    price: pounds(line.row.fixedFeeValue)!,
    type: text(line.row.fixedFeeTariffType) === "fixed" ? "fixed" : "proRata",
  };
}

/** R71: whether the lack of a line is an error, because one would fit but for its dates or nothing else is charged. */
export function checkMissingFee(tariff: Row, asked: Asked, hasOtherAmount: boolean): void {
  const isForSomeDay = (kind: Kind): boolean =>
    chosenLines(asked.placed.data, tariff.id, questionOf({ ...asked, kind }), "anyDate").length > 0;
  const isOutOfDate = isForSomeDay(asked.kind);
  const hasOther = asked.kind === "oneOff" || hasOtherAmount || isForSomeDay("oneOff");
  if (!isOutOfDate && hasOther) return;
  const { feature } = asked.placed;
  const featureType = text(inForce(asked.placed, "featureType"));
  const name = featureType === "" ? "" : ` (${featureType})`;
  throw new ChargeError(
    "no-fixed-fee",
    "fixedFeeTariff",
    `${quoted(tariff.name)} has no ${asked.kind === "oneOff" ? "one-off" : "recurring"} fee for feature ${text(feature.id)}${name} on ${formatDay(asked.day)}.`,
  );
}
