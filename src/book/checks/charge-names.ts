/**
 * R64, R74, R76, R78: intervals, discount schemes and VAT rates that records name and the book does not have. Warnings,
 * not problems: rating calls does not need these names, and only the charges of those records are in error.
 */
import { quoteValue, USUAL_CALLS_TRANSACTION_TYPE } from "../../model/index.ts";
import { SomeWarnings } from "../read-records.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

const OWNERS = ["features", "standardFeatures"] as const;

/** The lists that charges look names up in, and the fields of records with the names. */
const NAMED_BY_CHARGES = [
  { list: "serviceChargeIntervals", word: "interval", owners: OWNERS, fields: ["serviceChargeInterval"] },
  {
    list: "featureDiscountSchemes",
    word: "discount scheme",
    owners: OWNERS,
    fields: ["initialFeatureDiscountScheme", "ongoingFeatureDiscountScheme"],
  },
  {
    list: "vatRates",
    word: "VAT rate",
    owners: ["customers", ...OWNERS],
    fields: ["VATRate", "VATRateCalls"],
  },
] as const;

/** Warns of names that customers, features and standard features give and the book does not know. */
export function warnOfUnknownChargeNames(book: BookUnderCheck): void {
  for (const { list, word, owners, fields } of NAMED_BY_CHARGES) {
    // A book without VAT rates has no VAT at all: the making of an invoice reports this once.
    if (list === "vatRates" && !book.hasRecords("vatRates")) continue;
    const known = list === "vatRates" ? book.known("vatRates", "name") : book.names[list];
    const warnings = new SomeWarnings(book);
    for (const owner of owners) {
      for (const [recordIndex, record] of book.each(owner)) {
        for (const field of fields) {
          const name = (record as Readonly<Record<string, unknown>>)[field];
          if (typeof name !== "string" || known.has(name)) continue;
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
