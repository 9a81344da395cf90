/**
 * R20, R24, R72: tariffs and fixed fee tariffs that the customer of the record naming them may not have. They are
 * warnings, because only calls and charges that come to such a tariff are in error.
 */
import {
  type CheckedCustomer,
  type CheckedFixedFeeTariff,
  type CheckedTariff,
  classFields,
  madeOnce,
  quoteValue,
  TARIFF_CLASSES,
  type TariffClass,
} from "../../model/index.ts";
import { type Restricted, restrictionAgainst } from "../destinations/restrictions.ts";
import { SomeWarnings } from "../read-records.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";
import { type Naming, ownedRecords } from "./owned-records.ts";

/** Warns of records with a tariff or a fixed fee tariff of another customer, group or currency. */
export function warnOfForeignTariffs(book: BookUnderCheck): void {
  const currencies = new Set(book.all("customers").map((customer) => book.currencyOf(customer)));
  /** The retail tariffs that some customer may not have, by name. */
  const restricted = <T extends CheckedTariff | CheckedFixedFeeTariff>(
    tariffs: readonly T[],
  ): Map<string, T> => {
    const found = tariffs.filter((tariff) => {
      const { customerID, customerGroups, retail } = tariff;
      const isForSome = customerID !== undefined || customerGroups !== undefined;
      return (
        retail !== "wholesale" && (isForSome || [...currencies].some((of) => of !== book.currencyOf(tariff)))
      );
    });
    return new Map(found.map((tariff) => [tariff.name, tariff]));
  };
  const calls = new SomeWarnings(book);
  const tariffs = book.all("tariffs");
  for (const tariffClass of TARIFF_CLASSES) {
    const ofClass = tariffs.filter((tariff) => tariff.tariffClass === tariffClass);
    warnOfForeign(book, calls, tariffsOf(tariffClass), restricted(ofClass));
  }
  calls.close("tariffs", NAMED_BY_OTHERS);
  const fees = new SomeWarnings(book);
  warnOfForeign(book, fees, FIXED_FEE_TARIFFS, restricted(book.all("fixedFeeTariffs")));
  fees.close("fixedFeeTariffs", NAMED_BY_OTHERS);
}

const NAMED_BY_OTHERS = "records that name one which their customer may not have";

/** How records name tariffs of one kind. */
interface TariffKind {
  readonly word: string;
  readonly customerField: string;
  /** Of numbers, services, features and standard features. */
  readonly field: string;
  readonly nameIn: (record: Naming) => string | undefined;
}

const FIXED_FEE_TARIFFS: TariffKind = {
  word: "fixed fee tariff",
  customerField: "fixedFeeTariff",
  field: "fixedFeeTariff",
  nameIn: ({ fixedFeeTariff }) => fixedFeeTariff,
};

function tariffsOf(tariffClass: TariffClass): TariffKind {
  const { tariff: field, defaultTariff: customerField } = classFields(tariffClass);
  return {
    word: "tariff",
    customerField,
    field,
    // R24: features of a service take no part in choosing a tariff.
    nameIn: ({ defaultTariffs, tariffs, serviceID }) =>
      (defaultTariffs ?? (serviceID === undefined ? tariffs : undefined))?.[tariffClass],
  };
}

/** `restricted`: the tariffs of the kind that some customer may not have. */
function warnOfForeign(
  book: BookUnderCheck,
  warnings: SomeWarnings,
  { word, customerField, field, nameIn }: TariffKind,
  restricted: ReadonlyMap<string, Priced>,
): void {
  if (restricted.size === 0) return;
  const owners = new AllowedOwners(book, (name) => restricted.get(name));
  for (const list of ["customers", "numbers", "services", "features"] as const) {
    for (const { path, record, owner, template } of ownedRecords(book, list)) {
      const own = nameIn(record);
      const reason = owners.whyNot(own, owner);
      if (reason !== undefined) {
        const named = `${path}.${list === "customers" ? customerField : field}`;
        warnings.add(named, `the ${word} ${quoteValue(own)} ${reason}; name another one`);
      }
      const brought = own === undefined && template !== undefined ? nameIn(template) : undefined;
      const whyNot = owners.whyNot(brought, owner);
      if (whyNot !== undefined) {
        warnings.add(
          `${path}.standardFeature`,
          `brings the ${word} ${quoteValue(brought)}, which ${whyNot}; give the feature a ${field} of its own`,
        );
      }
    }
  }
}

/** A discount plan, a tariff or a fixed fee tariff. */
interface Priced extends Restricted {
  readonly currency?: string;
}

/** Which customers may have which discount plans or tariffs, with a cache of the results. */
export class AllowedOwners {
  readonly #book: BookUnderCheck;
  readonly #named: (name: string) => Priced | undefined;
  readonly #reasons = new Map<CheckedCustomer, Map<string, string | undefined>>();

  constructor(book: BookUnderCheck, named: (name: string) => Priced | undefined) {
    this.#book = book;
    this.#named = named;
  }

  /** Why a customer may not have the plan or tariff of a name; undefined where the customer may. */
  whyNot(name: string | undefined, owner: CheckedCustomer | undefined): string | undefined {
    const priced = name === undefined ? undefined : this.#named(name);
    if (name === undefined || owner === undefined || priced === undefined) return undefined;
    const reasons = madeOnce(this.#reasons, owner, () => new Map<string, string | undefined>());
    if (!reasons.has(name)) reasons.set(name, this.#find(priced, owner));
    return reasons.get(name);
  }

  #find(tariff: Priced, owner: CheckedCustomer): string | undefined {
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
