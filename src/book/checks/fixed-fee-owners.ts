/**
 * R72: fixed fee tariffs that a record names and that its customer may not have. As with tariffs (R24) only what would
 * be charged by them is in error, so that it is a warning of the book.
 */
import { type CheckedCustomer, type CheckedFixedFeeTariff, quoteValue } from "../../model/index.ts";
import { SomeWarnings } from "../some-warnings.ts";
import { AllowedOwners, ownerOf } from "./allowed-owners.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Warns of customers, numbers, services and features with a fixed fee tariff of another customer, group or currency. */
export function warnOfForeignFees(book: BookUnderCheck): void {
  const retail = new Map<string, CheckedFixedFeeTariff>();
  for (const [, own] of book.each("fixedFeeTariffs"))
    if (own.retail !== "wholesale") retail.set(own.name, own);
  if (retail.size === 0) return;
  const owners = new AllowedOwners(book, (name) => retail.get(name));
  const warnings = new SomeWarnings(book);
  const check = (path: string, name: string | undefined, owner: CheckedCustomer | undefined): void => {
    const reason = name === undefined || owner === undefined ? undefined : owners.whyNot(name, owner);
    if (reason !== undefined) {
      warnings.add(path, `the fixed fee tariff ${quoteValue(name)} ${reason}; name another one`);
    }
  };
  for (const [place, own] of book.each("customers")) {
    check(`customers[${place}].fixedFeeTariff`, own.fixedFeeTariff, own);
  }
  for (const list of ["numbers", "services"] as const) {
    for (const [place, own] of book.each(list)) {
      const owner = book.withID("customers", own.customerID);
      check(`${list}[${place}].fixedFeeTariff`, own.fixedFeeTariff, owner);
    }
  }
  for (const [place, own] of book.each("features")) {
    const owner = ownerOf(book, own);
    check(`features[${place}].fixedFeeTariff`, own.fixedFeeTariff, owner);
    if (own.fixedFeeTariff !== undefined || own.standardFeature === undefined || owner === undefined)
      continue;
    const name = book.named("standardFeatures", own.standardFeature)?.fixedFeeTariff;
    const reason = name === undefined ? undefined : owners.whyNot(name, owner);
    if (reason === undefined) continue;
    warnings.add(
      `features[${place}].standardFeature`,
      `brings the fixed fee tariff ${quoteValue(name)}, which ${reason}; give the feature a fixedFeeTariff of its own`,
    );
  }
  warnings.close("fixedFeeTariffs", "records that name one which their customer may not have");
}
