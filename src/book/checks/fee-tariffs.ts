/**
 * R72: lines of fixed fee tariffs for the same charges, and records that name a fixed fee tariff that their customer
 * may not have. The latter are warnings: as with tariffs (R24), only charges by such a fixed fee tariff are in error.
 */

import { type CheckedCustomer, type CheckedFeature, madeOnce, quoteValue } from "../../model/index.ts";
import { type Restricted, restrictionAgainst } from "../destinations/restrictions.ts";
import { feeLineKey } from "../fees/fee-lines.ts";
import { SomeWarnings } from "../read-records.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";

export function checkFixedFeeLines(book: BookUnderCheck): void {
  for (const [tariffIndex, tariff] of book.each("fixedFeeTariffs")) {
    const firsts = new Map<string, number>();
    for (const [lineIndex, line] of tariff.rates.entries()) {
      const path = `fixedFeeTariffs[${tariffIndex}].rates[${lineIndex}]`;
      if (tariff.retail === "wholesale" && line.fixedFeeTariffType === "markup") {
        book.problem(
          `${path}.fixedFeeTariffType`,
          "is markup in a wholesale tariff, which has no cost to mark up; write fixed or proRata",
        );
      }
      const key = feeLineKey(line);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, lineIndex);
      else {
        book.problem(
          path,
          `is for the same charges and dates as rates[${first}]; remove one of them or give it another startDate`,
        );
      }
    }
  }
}

/** Warns of customers, numbers, services and features with a fixed fee tariff of another customer, group or currency. */
export function warnOfForeignFees(book: BookUnderCheck): void {
  const tariffs = book.all("fixedFeeTariffs").filter((tariff) => tariff.retail !== "wholesale");
  const retail = new Map(tariffs.map((tariff) => [tariff.name, tariff]));
  if (retail.size === 0) return;
  const owners = new AllowedOwners(book, (name) => retail.get(name));
  const warnings = new SomeWarnings(book);
  const check = (path: string, name: string | undefined, owner: CheckedCustomer | undefined): void => {
    const reason = name === undefined || owner === undefined ? undefined : owners.whyNot(name, owner);
    if (reason !== undefined) {
      warnings.add(path, `the fixed fee tariff ${quoteValue(name)} ${reason}; name another one`);
    }
  };
  for (const [customerIndex, customer] of book.each("customers")) {
    check(`customers[${customerIndex}].fixedFeeTariff`, customer.fixedFeeTariff, customer);
  }
  for (const list of ["numbers", "services"] as const) {
    for (const [recordIndex, record] of book.each(list)) {
      const owner = book.withID("customers", record.customerID);
      check(`${list}[${recordIndex}].fixedFeeTariff`, record.fixedFeeTariff, owner);
    }
  }
  for (const [featureIndex, feature] of book.each("features")) {
    const owner = ownerOf(book, feature);
    check(`features[${featureIndex}].fixedFeeTariff`, feature.fixedFeeTariff, owner);
    if (feature.fixedFeeTariff !== undefined || feature.standardFeature === undefined || owner === undefined)
      continue;
    const name = book.named("standardFeatures", feature.standardFeature)?.fixedFeeTariff;
    const reason = name === undefined ? undefined : owners.whyNot(name, owner);
    if (reason === undefined) continue;
    warnings.add(
      `features[${featureIndex}].standardFeature`,
      `brings the fixed fee tariff ${quoteValue(name)}, which ${reason}; give the feature a fixedFeeTariff of its own`,
    );
  }
  warnings.close("fixedFeeTariffs", "records that name one which their customer may not have");
}

/** A discount plan or a fixed fee tariff. */
interface Priced extends Restricted {
  readonly currency?: string;
}

/** Which customers may have which discount plans or fixed fee tariffs, with a cache of the results. */
export class AllowedOwners {
  readonly #book: BookUnderCheck;
  readonly #named: (name: string) => Priced | undefined;
  readonly #reasons = new Map<CheckedCustomer, Map<string, string | undefined>>();

  constructor(book: BookUnderCheck, named: (name: string) => Priced | undefined) {
    this.#book = book;
    this.#named = named;
  }

  /** Why a customer may not have the plan or tariff of a name; undefined where the customer may. */
  whyNot(name: string, owner: CheckedCustomer): string | undefined {
    const reasons = madeOnce(this.#reasons, owner, () => new Map<string, string | undefined>());
    if (!reasons.has(name)) reasons.set(name, this.#find(name, owner));
    return reasons.get(name);
  }

  #find(name: string, owner: CheckedCustomer): string | undefined {
    const tariff = this.#named(name);
    if (tariff === undefined) return undefined;
    const who = `customer ${shownID(owner.id)}`;
    const restriction = restrictionAgainst(tariff, owner);
    if (restriction === "customerID") {
      return `is only for customer ${shownID(tariff.customerID ?? "")}, not for ${who}`;
    }
    if (restriction === "customerGroups") {
      const shown = tariff.customerGroups?.slice(0, 5).map(quoteValue).join(", ");
      return `is only for the customer groups ${shown}; ${who} is in none of them`;
    }
    const currency = this.#book.currencyOf(tariff);
    const billed = this.#book.currencyOf(owner);
    return currency === billed ? undefined : `is in ${currency}, ${who} is billed in ${billed}`;
  }
}

/** The customer that a feature is billed to, through its number or service where it has one. */
export function ownerOf(book: BookUnderCheck, feature: CheckedFeature): CheckedCustomer | undefined {
  const { customerID, numberID, serviceID } = feature;
  if (customerID !== undefined) return book.withID("customers", customerID);
  const owned =
    numberID === undefined ? book.withID("services", serviceID) : book.withID("numbers", numberID);
  return book.withID("customers", owned?.customerID);
}
