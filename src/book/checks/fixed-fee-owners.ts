/**
 * R72: fixed fee tariffs that a record names and that its customer may not have. As with tariffs (R24) only what would
 * be charged by them is in error, so that it is a warning of the book.
 */
import { type CheckedCustomer, quoteValue } from "../../model/index.ts";
import { SomeWarnings } from "../some-warnings.ts";
import { AllowedOwners, ownerOf } from "./allowed-owners.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Warns of customers, numbers, services and features with a fixed fee tariff of another customer, group or currency. */
export function warnOfForeignFees(book: BookUnderCheck): void {
  const { customers, numbers, services, features, standardFeatures, fixedFeeTariffs } = book.records;
  const retail = new Map(
    fixedFeeTariffs.flatMap((own) =>
      own === undefined || own.retail === "wholesale" ? [] : [[own.name, own] as const],
    ),
  );
  if (retail.size === 0) return;
  const owners = new AllowedOwners(book, (name) => retail.get(name));
  const warnings = new SomeWarnings(book);
  const check = (path: string, name: string | undefined, owner: CheckedCustomer | undefined): void => {
    const reason = name === undefined || owner === undefined ? undefined : owners.whyNot(name, owner);
    if (reason !== undefined) {
      warnings.add(path, `the fixed fee tariff ${quoteValue(name)} ${reason}; name another one`);
    }
  };
  for (const [place, own] of customers.entries()) {
    check(`customers[${place}].fixedFeeTariff`, own?.fixedFeeTariff, own);
  }
  for (const [place, own] of numbers.entries()) {
    check(`numbers[${place}].fixedFeeTariff`, own?.fixedFeeTariff, book.customer(own?.customerID));
  }
  for (const [place, own] of services.entries()) {
    check(`services[${place}].fixedFeeTariff`, own?.fixedFeeTariff, book.customer(own?.customerID));
  }
  for (const [place, own] of features.entries()) {
    if (own === undefined) continue;
    const owner = ownerOf(book, own);
    check(`features[${place}].fixedFeeTariff`, own.fixedFeeTariff, owner);
    if (own.fixedFeeTariff !== undefined || own.standardFeature === undefined || owner === undefined)
      continue;
    const at = book.names.standardFeatures.placeOf(own.standardFeature);
    const name = at === undefined ? undefined : standardFeatures[at]?.fixedFeeTariff;
    const reason = name === undefined ? undefined : owners.whyNot(name, owner);
    if (reason === undefined) continue;
    warnings.add(
      `features[${place}].standardFeature`,
      `brings the fixed fee tariff ${quoteValue(name)}, which ${reason}; give the feature a fixedFeeTariff of its own`,
    );
  }
  warnings.close("fixedFeeTariffs", "records that name one which their customer may not have");
}
