/** R20, R22, R40: references of records and discount plans by id and name, except those of rate lines. */
import {
  type BookListName,
  type ByClass,
  classFields,
  quoteValue,
  TARIFF_CLASSES,
} from "../../model/index.ts";
import { PLAN_FIELDS } from "../fees/discount-tables.ts";
import type { BookUnderCheck, ListWithIDs, ListWithNames } from "./book-under-check.ts";
import { AllowedOwners } from "./foreign-tariffs.ts";
import { ownedRecords } from "./owned-records.ts";
import { FixedFeeNames, RetailTariffNames } from "./tariff-references.ts";

/** Checks one record; `path` is the path of the record. */
type Check = (path: () => string, record: Readonly<Record<string, unknown>>) => void;

type References = { readonly [L in BookListName]?: readonly Check[] };

/** R22: the call types of destinations and charge bands must exist. */
export function checkCallTypeReferences(book: BookUnderCheck): void {
  const callType = nameIn(book, "tariffType", "callTypes");
  checkEach(book, { destinations: [callType], chargeBands: [callType] });
}

/** References of customers, numbers, services, features and standard features, except to discount plans. */
export function checkPartyReferences(book: BookUnderCheck): void {
  const fees = new FixedFeeNames(book);
  const tariffs = new RetailTariffNames(book);
  const tariffsIn =
    (group: "tariffs" | "defaultTariffs", field: "tariff" | "defaultTariff"): Check =>
    (path, record) => {
      const named = record[group] as ByClass<string>;
      for (const tariffClass of TARIFF_CLASSES) {
        const name = named[tariffClass];
        if (name !== undefined)
          tariffs.check(() => `${path()}.${classFields(tariffClass)[field]}`, tariffClass, name);
      }
    };
  const fee: Check = (path, { fixedFeeTariff }) => fees.check(path, fixedFeeTariff as string | undefined);
  const customer = idIn(book, "customerID", "customers");
  const tariffNames = tariffsIn("tariffs", "tariff");
  checkEach(book, {
    customers: [tariffsIn("defaultTariffs", "defaultTariff"), fee],
    numbers: [customer, tariffNames, fee],
    services: [customer, fee],
    features: [
      customer,
      idIn(book, "numberID", "numbers"),
      idIn(book, "serviceID", "services"),
      nameIn(book, "standardFeature", "standardFeatures"),
      tariffNames,
      fee,
      ...typesIn(book),
    ],
    standardFeatures: [tariffNames, fee, ...typesIn(book)],
  });
}

/** References of discount plans; the schema has checked classes. */
export function checkPlans(book: BookUnderCheck): void {
  const callTypes = namesIn(book, "callTypes", "callTypes");
  const periods = namesIn(book, "periods", "ratingPeriods");
  const appliesTo: Check = (path, { appliesTo: calls }) => {
    if (calls === undefined) return;
    for (const check of [callTypes, periods]) check(() => `${path()}.appliesTo`, calls as object as never);
  };
  checkEach(book, { discountPlans: [idIn(book, "customerID", "customers"), appliesTo] });
}

/** References of call types, feature types and fixed fee tariffs. There are no lists of number types or carriers. */
export function checkFeeReferences(book: BookUnderCheck): void {
  const lines = [
    ...(book.hasRecords("featureTypes") ? [namesIn(book, "featureTypeIDs", "featureTypes")] : []),
    ...(book.hasRecords("transactionTypes") ? [namesIn(book, "transactionTypeIDs", "transactionTypes")] : []),
  ];
  const rates: Check = (path, record) => {
    for (const [lineIndex, line] of (record.rates as readonly never[]).entries()) {
      for (const check of lines) check(() => `${path()}.rates[${lineIndex}]`, line);
    }
  };
  checkEach(book, {
    callTypes: book.hasRecords("transactionTypes")
      ? [nameIn(book, "transactionType", "transactionTypes")]
      : [],
    featureTypes: typesIn(book),
    fixedFeeTariffs: [idIn(book, "customerID", "customers"), rates],
  });
}

function checkEach(book: BookUnderCheck, references: References): void {
  for (const [list, checks] of Object.entries(references) as [BookListName, readonly Check[]][]) {
    if (checks.length === 0) continue;
    for (const [recordIndex, record] of book.each(list)) {
      const path = (): string => `${list}[${recordIndex}]`;
      for (const check of checks) check(path, record as never);
    }
  }
}

function idIn(book: BookUnderCheck, field: string, list: ListWithIDs): Check {
  return (path, record) =>
    book.checkID(() => `${path()}.${field}`, list, record[field] as string | undefined);
}

function nameIn(book: BookUnderCheck, field: string, list: ListWithNames | "ratingPeriods"): Check {
  return (path, record) =>
    book.checkName(() => `${path()}.${field}`, list, record[field] as string | undefined);
}

function namesIn(book: BookUnderCheck, field: string, list: ListWithNames | "ratingPeriods"): Check {
  return (path, record) => {
    for (const name of (record[field] as readonly string[] | undefined) ?? []) {
      book.checkName(() => `${path()}.${field}`, list, name);
    }
  };
}

/** Feature types and transaction types are the billing system's where the list is empty; else the list is complete. */
function typesIn(book: BookUnderCheck): Check[] {
  const checks = [];
  if (book.hasRecords("featureTypes")) checks.push(nameIn(book, "featureType", "featureTypes"));
  if (book.hasRecords("transactionTypes")) {
    checks.push(nameIn(book, "connectionTransactionType", "transactionTypes"));
    checks.push(nameIn(book, "serviceTransactionType", "transactionTypes"));
  }
  return checks;
}

/** Checks the discount plans that numbers, features and standard features carry. */
export function checkPlanCarriers(book: BookUnderCheck): void {
  const owners = new AllowedOwners(book, (name) => book.named("discountPlans", name));
  for (const list of ["numbers", "standardFeatures", "features"] as const) {
    for (const { path, record, owner, template } of ownedRecords(book, list)) {
      for (const field of PLAN_FIELDS) {
        const name = record[field];
        book.checkName(() => `${path}.${field}`, "discountPlans", name);
        const reason = owners.whyNot(name, owner);
        if (reason !== undefined) {
          const message = `the discount plan ${quoteValue(name)} ${reason}; name another plan`;
          book.problem(`${path}.${field}`, message);
        }
      }
      // A plan in a standard feature may be restricted to some of the customers whose features use it.
      for (const field of PLAN_FIELDS) {
        const name = record[field] === undefined ? template?.[field] : undefined;
        const reason = owners.whyNot(name, owner);
        if (reason !== undefined) {
          book.problem(
            `${path}.standardFeature`,
            `brings the discount plan ${quoteValue(name)} as ${field}, which ${reason}; give the feature a ${field} of its own`,
          );
        }
      }
    }
  }
}
