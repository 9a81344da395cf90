/** R24, R40, R72: which customers may have what is restricted to customers, groups and a currency. */
import { type CheckedCustomer, type CheckedFeature, quoteValue } from "../../model/index.ts";
import { type Restricted, restrictionAgainst } from "../restrictions.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";

/** A discount plan or a fixed fee tariff. */
interface Priced extends Restricted {
  readonly currency?: string;
}

/** Which customers' records may name which plans or tariffs; each pair is looked at once. */
export class AllowedOwners {
  readonly #book: BookUnderCheck;
  readonly #named: (name: string) => Priced | undefined;
  readonly #reasons = new Map<CheckedCustomer, Map<string, string | undefined>>();

  constructor(book: BookUnderCheck, named: (name: string) => Priced | undefined) {
    this.#book = book;
    this.#named = named;
  }

  /** Why a customer's records may not have what a name means; undefined where they may. */
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
    const own = this.#named(name);
    if (own === undefined) return undefined;
    const who = `customer ${shownID(owner.id)}`;
    const restriction = restrictionAgainst(own, owner);
    if (restriction === "customerID") {
      return `is only for customer ${shownID(own.customerID ?? "")}, not for ${who}`;
    }
    if (restriction === "customerGroups") {
      const shown = own.customerGroups?.slice(0, 5).map(quoteValue).join(", ");
      return `is only for the customer groups ${shown}; ${who} is in none of them`;
    }
    const currency = this.#book.currencyOf(own);
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
