/** The words of a preview for decision makers: no codes, no names of fields, no paths into a book. */
import type { IncreaseScope, PreviewReport } from "../index.ts";
import { counted } from "./money-text.ts";

export type SideNames = Readonly<Record<"before" | "after", string>>;

export function sideNames({ against }: Pick<PreviewReport, "against">): SideNames {
  return against === "recorded"
    ? { before: "As charged", after: "As rated" }
    : { before: "Before", after: "After" };
}

/** R24: that some customers are billed in other currencies than the book's; empty without any. */
export function otherCurrenciesText({
  currency,
  otherCurrencies = [],
}: Pick<PreviewReport, "currency" | "otherCurrencies">): string {
  if (otherCurrencies.length === 0) return "";
  const names = otherCurrencies.map((other) => other.currency).join(", ");
  return `some customers are billed in ${names}: their sums stand apart, without carriers’ costs, which are in ${currency}; nothing is converted`;
}

/** Caveats of bills: calls that are on no bill, and customers whose VAT is not known on both sides. */
export function* billWords({ bills }: Pick<PreviewReport, "bills">): Generator<string> {
  if (bills === null) return;
  const left = Math.max(bills.callsLeft.before, bills.callsLeft.after);
  if (left > 0)
    yield `${counted(left, "call")} ${left === 1 ? "starts" : "start"} after the last day of the bills and ${left === 1 ? "is" : "are"} on none`;
  // A customer whose VAT neither side knows has an error of each; without a customer an error is of all of them.
  const customers = new Set(bills.errors.map(({ customerID }) => customerID));
  if (customers.has(null)) yield "the VAT of any customer is not known";
  else if (customers.size > 0)
    yield `the VAT of ${counted(customers.size, "customer")} is not known, so that ${customers.size === 1 ? "its bill is" : "their bills are"} in no amount with VAT`;
}

type Reason = PreviewReport["unrated"][number]["before"];

const REASONS: Readonly<Record<string, string>> = {
  "malformed-record": "the record is faulty",
  "duplicate-call": "the call was there before",
  "unregistered-number": "the number belongs to no customer",
  "number-not-billable": "the number is not billable",
  "unknown-call-type": "the kind of call is not known",
  "no-rate": "no tariff has a price for it",
  "no-tariff": "the customer has no tariff for it",
  "no-carrier-cost": "its carrier’s cost is missing",
  ignored: "the book says to ignore it",
  "not-recorded": "the record does not say what was charged",
};

export function reasonWords(reason: Reason): string {
  return REASONS[reason] ?? spaced(reason);
}

const CLASSES: Readonly<Record<string, string>> = {
  national: "UK landlines",
  mobile: "UK mobiles",
  nongeographic: "Non-geographic numbers",
  serviceNumbers: "Service numbers",
  international: "International",
  extendedInternational: "Satellite and further international",
  surcharges: "Surcharges",
  inbound: "Inbound",
  bespoke1: "Other services (first class)",
  bespoke2: "Other services (second class)",
};

/** The words for a tariff's class; the two classes that a book may define freely are other services. */
export function classWords(name: string): string {
  return (Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined) ?? name;
}

/** The prices that an increase raises. */
export const SCOPE_WORDS: Readonly<Record<IncreaseScope, string>> = {
  costOnly: "usage prices",
  allCharges: "all prices",
  recurringOnly: "recurring fees",
  recurringAndConnections: "all fees",
};

const CHARGE_TYPES: Readonly<Record<string, string>> = {
  perMinute: "a minute",
  perEvent: "an event",
  perKilobyte: "a kilobyte",
  perMegabyte: "a megabyte",
  perGigabyte: "a gigabyte",
  perCall: "a call",
  markup: "% on the cost",
  markupSuggested: "% on the suggested price",
};

/** What a price of the charge type is for, as it follows the amount; a type that is none remains as it is. */
export function chargeTypeWords(type: string): string {
  return (Object.hasOwn(CHARGE_TYPES, type) ? CHARGE_TYPES[type] : undefined) ?? type;
}

/**
 * A text of an explanation without terms that only editors of a book know: paths, names of charge types. `sign` is the
 * unit of prices, such as `p`.
 */
export function plainWords(text: string, sign: string): string {
  return text
    .replace(/ \((?:rates|lines|fees)\[\d+\]\)/g, "")
    .replace(
      /\b(per[A-Z][a-z]+|markup|markupSuggested), cost (-?[\d.]+|blank)/g,
      (whole, type: string, cost: string) => {
        const unit = chargeTypeWords(type);
        if (unit === type) return whole;
        return `${cost === "blank" ? "no price" : cost} ${type.startsWith("per") ? `${sign} ` : ""}${unit}`;
      },
    );
}

const FIELDS: Readonly<Record<string, string>> = {
  cost: "Price",
  costConnection: "Connection",
  initialCost: "Initial block",
  costMin: "Least price of a call",
  costMax: "Highest price of a call",
  chargeType: "Charged",
  fixedFeeValue: "Fee",
  serviceCharge: "Recurring charge",
  connectionCharge: "One-off charge",
};

/** The words for a field of a price list. */
export function fieldWords(field: string): string {
  if (Object.hasOwn(FIELDS, field)) return FIELDS[field] ?? field;
  const words = spaced(field.replace(/^cost(?=[A-Z])/, ""));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `nationalRate` and `no-rate` as `national rate` and `no rate`. */
function spaced(name: string): string {
  return name
    .replace(/-/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, lower: string, upper: string) => `${lower} ${upper.toLowerCase()}`);
}
