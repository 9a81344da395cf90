/** R20, R40: discount plans, what they name and who carries them. */
import {
  type CheckedCustomer,
  type CheckedFeature,
  type CheckedNumber,
  type CheckedStandardFeature,
  quoteValue,
} from "../../model/index.ts";
import { AllowedOwners, ownerOf } from "./allowed-owners.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** The fields in which numbers, features and standard features name the plans they carry. */
export const PLAN_FIELDS = ["discountPlan1", "discountPlan2", "discountPlan3", "discountPlan4"] as const;

/** The plans that numbers, features and standard features carry. */
export function checkPlanCarriers(book: BookUnderCheck): void {
  const owners = new AllowedOwners(book, (name) => book.named("discountPlans", name));
  for (const [place, number] of book.each("numbers")) {
    checkCarried(book, owners, `numbers[${place}]`, number, book.withID("customers", number.customerID));
  }
  for (const [place, template] of book.each("standardFeatures")) {
    checkCarried(book, owners, `standardFeatures[${place}]`, template, undefined);
  }
  for (const [place, feature] of book.each("features")) {
    const owner = ownerOf(book, feature);
    checkCarried(book, owners, `features[${place}]`, feature, owner);
    const template = book.named("standardFeatures", feature.standardFeature);
    if (template !== undefined && owner !== undefined)
      checkInherited(book, owners, `features[${place}]`, feature, template, owner);
  }
}

function checkCarried(
  book: BookUnderCheck,
  owners: AllowedOwners,
  path: string,
  record: CheckedNumber | CheckedFeature | CheckedStandardFeature,
  owner: CheckedCustomer | undefined,
): void {
  for (const field of PLAN_FIELDS) {
    const name = record[field];
    if (name === undefined) continue;
    book.checkName(() => `${path}.${field}`, "discountPlans", name);
    const reason = owner === undefined ? undefined : owners.whyNot(name, owner);
    if (reason !== undefined) {
      book.problem(`${path}.${field}`, `the discount plan ${quoteValue(name)} ${reason}; name another plan`);
    }
  }
}

/** A standard feature serves many customers: a plan in it may fit some of them and not others. */
function checkInherited(
  book: BookUnderCheck,
  owners: AllowedOwners,
  path: string,
  feature: CheckedFeature,
  template: CheckedStandardFeature,
  owner: CheckedCustomer,
): void {
  for (const field of PLAN_FIELDS) {
    const name = feature[field] === undefined ? template[field] : undefined;
    const reason = name === undefined ? undefined : owners.whyNot(name, owner);
    if (reason !== undefined) {
      book.problem(
        `${path}.standardFeature`,
        `brings the discount plan ${quoteValue(name)} as ${field}, which ${reason}; give the feature a ${field} of its own`,
      );
    }
  }
}
