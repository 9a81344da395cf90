/**
 * R64, R74, R76, R78: intervals, discount schemes and VAT rates that records name and the book does not have. Warnings,
 * not problems: rating calls does not need these names, and only the charges of those records are in error.
 */
import { quoteValue, USUAL_CALLS_TRANSACTION_TYPE } from "../../model/index.ts";
import { SomeWarnings } from "../read-records.ts";
import type { BookUnderCheck, ReferenceNames } from "./book-under-check.ts";

/** The names that charges look up. */
interface NamedByCharges {
  readonly serviceChargeInterval?: string;
  readonly initialFeatureDiscountScheme?: string;
  readonly ongoingFeatureDiscountScheme?: string;
  readonly VATRate?: string;
  readonly VATRateCalls?: string;
}

type FieldOfCharges = keyof NamedByCharges;

const INTERVALS: readonly FieldOfCharges[] = ["serviceChargeInterval"];
const SCHEMES: readonly FieldOfCharges[] = ["initialFeatureDiscountScheme", "ongoingFeatureDiscountScheme"];
const VAT_RATES: readonly FieldOfCharges[] = ["VATRate", "VATRateCalls"];

/** Warns of names that customers, features and standard features give and the book does not know. */
export function warnOfUnknownChargeNames(book: BookUnderCheck): void {
  const { serviceChargeIntervals, featureDiscountSchemes } = book.names;
  const owners = ["features", "standardFeatures"] as const;
  warnOfUnknown(book, owners, INTERVALS, serviceChargeIntervals, "interval", "serviceChargeIntervals");
  warnOfUnknown(book, owners, SCHEMES, featureDiscountSchemes, "discount scheme", "featureDiscountSchemes");
  // A book without VAT rates has no VAT at all: the making of an invoice reports this once.
  if (!book.hasRecords("vatRates")) return;
  const rates = book.known("vatRates", "name");
  warnOfUnknown(book, ["customers", ...owners], VAT_RATES, rates, "VAT rate", "vatRates");
}

function warnOfUnknown(
  book: BookUnderCheck,
  owners: readonly ("customers" | "features" | "standardFeatures")[],
  fields: readonly FieldOfCharges[],
  known: ReferenceNames,
  word: string,
  list: string,
): void {
  const warnings = new SomeWarnings(book);
  for (const owner of owners) {
    const records: readonly (NamedByCharges | undefined)[] = book.records[owner];
    for (let recordIndex = 0; recordIndex < records.length; recordIndex++) {
      const record = records[recordIndex];
      for (const field of fields) {
        const name = record?.[field];
        if (name === undefined || known.has(name)) continue;
        const repair = known.repair(name, `add it to ${list} or correct the name`);
        warnings.add(
          `${owner}[${recordIndex}].${field}`,
          `${quoteValue(name)} is no ${word} of the book, and what needs it cannot be charged${repair}`,
        );
      }
    }
  }
  warnings.close(list, "names that the book does not have");
}

/** R76: warns of a `callsTransactionType` that the book's list lacks. The default name may be the billing system's. */
export function warnOfUnknownCallsType(book: BookUnderCheck): void {
  const { callsTransactionType: name } = book.settings;
  const known = book.names.transactionTypes;
  if (name === USUAL_CALLS_TRANSACTION_TYPE || !book.hasRecords("transactionTypes") || known.has(name))
    return;
  const repair = known.repair(name, "add it to transactionTypes or correct the name");
  book.warn("callsTransactionType", `${quoteValue(name)} is no transaction type of the book${repair}`);
}
