/** R20: what customers, numbers, services, features and standard features refer to, discount plans apart. */
import { type ByClass, classFields, TARIFF_CLASSES } from "../../model/index.ts";
import type { BookUnderCheck } from "./book-under-check.ts";
import { FixedFeeNames, RetailTariffNames } from "./tariff-names.ts";

/** Checks every reference of the records that belong to customers. */
export function checkPartyReferences(book: BookUnderCheck): void {
  const { customers, numbers, services, features, standardFeatures } = book.records;
  const fees = new FixedFeeNames(book);
  const tariffs = new RetailTariffNames(book);
  const checkTariffs = (path: string, named: ByClass<string>, field: "tariff" | "defaultTariff"): void => {
    for (const tariffClass of TARIFF_CLASSES) {
      const name = named[tariffClass];
      if (name !== undefined)
        tariffs.check(() => `${path}.${classFields(tariffClass)[field]}`, tariffClass, name);
    }
  };
  for (const [place, customer] of customers.entries()) {
    if (customer === undefined) continue;
    checkTariffs(`customers[${place}]`, customer.defaultTariffs, "defaultTariff");
    fees.check(`customers[${place}]`, customer.fixedFeeTariff);
  }
  for (const [place, number] of numbers.entries()) {
    if (number === undefined) continue;
    const path = `numbers[${place}]`;
    book.checkID(`${path}.customerID`, "customers", number.customerID);
    checkTariffs(path, number.tariffs, "tariff");
    fees.check(path, number.fixedFeeTariff);
  }
  for (const [place, service] of services.entries()) {
    if (service === undefined) continue;
    book.checkID(`services[${place}].customerID`, "customers", service.customerID);
    fees.check(`services[${place}]`, service.fixedFeeTariff);
  }
  for (const [place, feature] of features.entries()) {
    if (feature === undefined) continue;
    const path = `features[${place}]`;
    book.checkID(`${path}.customerID`, "customers", feature.customerID);
    book.checkID(`${path}.numberID`, "numbers", feature.numberID);
    book.checkID(`${path}.serviceID`, "services", feature.serviceID);
    book.checkName(() => `${path}.standardFeature`, "standardFeatures", feature.standardFeature);
    checkTariffs(path, feature.tariffs, "tariff");
    fees.check(path, feature.fixedFeeTariff);
    checkTypes(book, path, feature);
  }
  for (const [place, template] of standardFeatures.entries()) {
    if (template === undefined) continue;
    const path = `standardFeatures[${place}]`;
    checkTariffs(path, template.tariffs, "tariff");
    fees.check(path, template.fixedFeeTariff);
    checkTypes(book, path, template);
  }
}

/** Fields that name a type of feature or of transaction. */
interface TypeNames {
  readonly featureType?: string;
  readonly connectionTransactionType?: string;
  readonly serviceTransactionType?: string;
}

/** A book without any such types leaves them to the billing system; one that lists some must list all it names. */
function checkTypes(book: BookUnderCheck, path: string, record: TypeNames): void {
  if (book.hasRecords("featureTypes")) {
    book.checkName(() => `${path}.featureType`, "featureTypes", record.featureType);
  }
  if (!book.hasRecords("transactionTypes")) return;
  for (const field of ["connectionTransactionType", "serviceTransactionType"] as const) {
    book.checkName(() => `${path}.${field}`, "transactionTypes", record[field]);
  }
}

/** What call types, feature types and fixed fee tariffs refer to. */
export function checkFeeReferences(book: BookUnderCheck): void {
  if (book.hasRecords("transactionTypes")) {
    for (const [place, type] of book.records.callTypes.entries()) {
      const path = (): string => `callTypes[${place}].transactionType`;
      book.checkName(path, "transactionTypes", type?.transactionType);
    }
  }
  for (const [place, type] of book.records.featureTypes.entries()) {
    if (type !== undefined) checkTypes(book, `featureTypes[${place}]`, type);
  }
  for (const [place, tariff] of book.records.fixedFeeTariffs.entries()) {
    if (tariff === undefined) continue;
    book.checkID(`fixedFeeTariffs[${place}].customerID`, "customers", tariff.customerID);
    for (const [at, line] of tariff.rates.entries()) {
      const path = (field: string) => (): string => `fixedFeeTariffs[${place}].rates[${at}].${field}`;
      checkTypeLists(book, path, line);
    }
  }
}

/** Names in the lines of a fixed fee tariff; number and service types and carriers have no list in the book. */
function checkTypeLists(
  book: BookUnderCheck,
  path: (field: string) => () => string,
  line: { readonly featureTypeIDs?: readonly string[]; readonly transactionTypeIDs?: readonly string[] },
): void {
  if (book.hasRecords("featureTypes")) {
    for (const name of line.featureTypeIDs ?? [])
      book.checkName(path("featureTypeIDs"), "featureTypes", name);
  }
  if (book.hasRecords("transactionTypes")) {
    for (const name of line.transactionTypeIDs ?? []) {
      book.checkName(path("transactionTypeIDs"), "transactionTypes", name);
    }
  }
}
