/** R24: the selected tariff; R28: the surcharges tariff; R29: the wholesale tariff. */
import { type Book, nameKey, shareAName, sideKey } from "./book.ts";
import type { Call } from "./call.ts";
import { CallError } from "./errors.ts";
import type { BilledNumber } from "./number.ts";
import { isBlank, isInForce, names, type Row, text } from "./values.ts";

export interface SelectedTariff {
  readonly tariff: Row;
  /** The feature that named it, if one did. */
  readonly feature: Row | null;
  /** Why a named tariff may not be used. */
  readonly refusal: CallError | null;
}

/** The first that is set; else the default. Null where there is none. */
export function selectTariff(
  book: Book,
  call: Call,
  billed: BilledNumber,
  tariffClass: string,
  carrier: string,
): SelectedTariff | null {
  const named = namedTariff(book, call, billed, tariffClass);
  if (named !== null) return named;
  const candidates = (book.tariffsOfSide.get(sideKey(tariffClass, false)) ?? []).filter(
    (tariff) => refusalOf(book, tariff, billed.customer) === null,
  );
  const tariff = defaultTariff(candidates, carrier, text(billed.number.numberType));
  return tariff === null ? null : { tariff, feature: null, refusal: null };
}

/** R24 without its last step. */
export function namedTariff(
  book: Book,
  call: Call,
  { number, customer }: BilledNumber,
  tariffClass: string,
): SelectedTariff | null {
  const field = tariffField(tariffClass);
  const features = [
    ...(book.featuresOfNumber.get(text(number.id)) ?? []),
    ...(book.featuresOfCustomer.get(text(customer.id)) ?? []),
  ].filter((feature) => isInForce(feature.startDate, feature.endDate, call.startDate));

  const feature = features.find((candidate) => featureValue(book, candidate, field) !== "") ?? null;
  const name =
    (feature === null ? "" : featureValue(book, feature, field)) ||
    text(number[field]) ||
    text(customer[defaultField(field)]);
  if (name === "") return null;
  const tariff = book.tariffsByName.get(nameKey(tariffClass, false, name));
  if (tariff === undefined) throw new Error(`The book names an unknown tariff ${name}.`);
  return { tariff, feature, refusal: refusalOf(book, tariff, customer) };
}

/** R29: restrictions and the customer's currency do not apply; another currency than the book's gives none. */
export function wholesaleTariff(book: Book, number: Row, tariffClass: string, carrier: string): Row | null {
  const candidates = book.tariffsOfSide.get(sideKey(tariffClass, true)) ?? [];
  const tariff = defaultTariff(candidates, carrier, text(number.numberType));
  return tariff === null || currencyOf(book, tariff) !== book.settings.currency ? null : tariff;
}

/** By carrier and number type: both named beats one, a tie is an error, none named is never a default. */
function defaultTariff(candidates: readonly Row[], carrier: string, numberType: string): Row | null {
  const named = (tariff: Row): number =>
    (names(tariff.forCarriers).length > 0 ? 1 : 0) + (names(tariff.forNumberTypes).length > 0 ? 1 : 0);
  const matching = candidates.filter(
    (tariff) =>
      text(tariff.availability) !== "Historic" &&
      named(tariff) > 0 &&
      admits(tariff.forCarriers, carrier) &&
      admits(tariff.forNumberTypes, numberType),
  );
  const most = Math.max(0, ...matching.map(named));
  const best = matching.filter((tariff) => named(tariff) === most);
  if (best.length > 1) {
    throw new CallError(
      "ambiguous-tariff",
      `Default tariffs tie: ${best.map((row) => text(row.name)).join(", ")}.`,
    );
  }
  return best[0] ?? null;
}

function admits(list: unknown, name: string): boolean {
  const admitted = names(list);
  return admitted.length === 0 || admitted.includes("*") || (name !== "" && admitted.includes(name));
}

/** Why this customer may not use the tariff; null where it may. */
function refusalOf(book: Book, tariff: Row, customer: Row): CallError | null {
  if (!isFor(tariff, customer)) {
    return new CallError("tariff-not-allowed", `${text(tariff.name)} is not for this customer.`);
  }
  if (currencyOf(book, tariff) !== currencyOf(book, customer)) {
    return new CallError("currency-mismatch", `${text(tariff.name)} is not in the customer's currency.`);
  }
  return null;
}

/** Whether a tariff or a discount plan is for this customer. */
export function isFor({ customerID, customerGroups }: Row, customer: Row): boolean {
  const isOthers = !isBlank(customerID) && text(customerID) !== text(customer.id);
  const isOtherGroups =
    names(customerGroups).length > 0 && !shareAName(customerGroups, customer.customerGroups);
  return !isOthers && !isOtherGroups;
}

function currencyOf(book: Book, row: Row): string {
  return text(row.currency) || book.settings.currency;
}

/** R20: a feature's blank field takes the value of its standard feature. */
export function featureValue(book: Book, feature: Row, field: string): string {
  return text(feature[field]) || text(book.standardFeatures.get(text(feature.standardFeature))?.[field]);
}

/** the class's field names. */
function tariffField(tariffClass: string): string {
  if (tariffClass === "bespoke1") return "bespokeTariff1";
  if (tariffClass === "bespoke2") return "bespokeTariff2";
  return `${tariffClass}Tariff`;
}

export function markupField(tariffClass: string): string {
  if (tariffClass === "bespoke1") return "bespokeTariff1Markup";
  if (tariffClass === "bespoke2") return "bespokeTariff2Markup";
  return `${tariffClass}Markup`;
}

export function defaultField(field: string): string {
  return `default${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}
