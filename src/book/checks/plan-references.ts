/** R20, R40: discount plans, what they name and who carries them. */
import {
  type CheckedCustomer,
  type CheckedFeature,
  type CheckedNumber,
  type CheckedStandardFeature,
  quoteValue,
} from "../../model/index.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";

const PLAN_FIELDS = ["discountPlan1", "discountPlan2", "discountPlan3", "discountPlan4"] as const;

/** What discount plans themselves refer to; classes have been checked by their schema. */
export function checkPlans(book: BookUnderCheck): void {
  for (const [place, plan] of book.records.discountPlans.entries()) {
    if (plan === undefined) continue;
    const path = `discountPlans[${place}]`;
    book.checkID(`${path}.customerID`, "customers", plan.customerID);
    for (const name of plan.appliesTo?.callTypes ?? []) {
      book.checkName(() => `${path}.appliesTo.callTypes`, "callTypes", name);
    }
    for (const name of plan.appliesTo?.periods ?? []) {
      book.checkName(() => `${path}.appliesTo.periods`, "ratingPeriods", name);
    }
  }
}

/** The plans that numbers, features and standard features carry. */
export function checkPlanCarriers(book: BookUnderCheck): void {
  const { numbers, features, standardFeatures } = book.records;
  const owners = new PlanOwners(book);
  for (const [place, number] of numbers.entries()) {
    if (number === undefined) continue;
    checkCarried(book, owners, `numbers[${place}]`, number, book.customer(number.customerID));
  }
  for (const [place, template] of standardFeatures.entries()) {
    if (template === undefined) continue;
    checkCarried(book, owners, `standardFeatures[${place}]`, template, undefined);
  }
  for (const [place, feature] of features.entries()) {
    if (feature === undefined) continue;
    const owner = ownerOf(book, feature);
    checkCarried(book, owners, `features[${place}]`, feature, owner);
    const name = feature.standardFeature;
    const at = name === undefined ? undefined : book.names.standardFeatures.placeOf(name);
    const template = at === undefined ? undefined : standardFeatures[at];
    if (template !== undefined && owner !== undefined)
      checkInherited(book, owners, `features[${place}]`, feature, template, owner);
  }
}

/** The customer that a feature is billed to, through its number or service where it has one. */
function ownerOf(book: BookUnderCheck, feature: CheckedFeature): CheckedCustomer | undefined {
  const { customerID, numberID, serviceID } = feature;
  if (customerID !== undefined) return book.customer(customerID);
  const list = numberID === undefined ? "services" : "numbers";
  const place = book.ids[list].placeOf(numberID ?? serviceID ?? "");
  return place === undefined ? undefined : book.customer(book.records[list][place]?.customerID);
}

function checkCarried(
  book: BookUnderCheck,
  owners: PlanOwners,
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
  owners: PlanOwners,
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

/** Which customers' records may carry which plans; each pair is looked at once. */
class PlanOwners {
  readonly #book: BookUnderCheck;
  readonly #reasons = new Map<CheckedCustomer, Map<string, string | undefined>>();

  constructor(book: BookUnderCheck) {
    this.#book = book;
  }

  /** Why a customer's records may not carry a plan; undefined where they may. */
  whyNot(name: string, owner: CheckedCustomer): string | undefined {
    let reasons = this.#reasons.get(owner);
    if (reasons === undefined) {
      reasons = new Map();
      this.#reasons.set(owner, reasons);
    }
    if (!reasons.has(name)) reasons.set(name, this.#find(name, owner));
    return reasons.get(name);
  }

  #find(name: string, owner: CheckedCustomer): string | undefined {
    const plan = this.#book.plan(name);
    if (plan === undefined) return undefined;
    const who = `customer ${shownID(owner.id)}`;
    if (plan.customerID !== undefined && plan.customerID !== owner.id) {
      return `is only for customer ${shownID(plan.customerID)}, not for ${who}`;
    }
    if (plan.customerGroups !== undefined) {
      const groups = new Set(plan.customerGroups);
      if (owner.customerGroups?.some((group) => groups.has(group)) !== true) {
        const shown = plan.customerGroups.slice(0, 5).map(quoteValue).join(", ");
        return `is only for the customer groups ${shown}; ${who} is in none of them`;
      }
    }
    const currency = this.#book.currencyOf(plan);
    const billed = this.#book.currencyOf(owner);
    return currency === billed ? undefined : `is in ${currency}, ${who} is billed in ${billed}`;
  }
}
