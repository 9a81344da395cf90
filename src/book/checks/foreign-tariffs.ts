/**
 * R20, R24, R72: tariffs and fixed fee tariffs that the customer of the record naming them may not have. They are
 * warnings, because only calls and charges that come to such a tariff are in error.
 */
import {
  type CheckedCustomer,
  type CheckedFeature,
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

/** The records that can name a tariff, as far as its name is concerned. */
interface Naming extends Partial<Pick<CheckedCustomer, "defaultTariffs">> {
  readonly tariffs?: CheckedFeature["tariffs"];
  readonly fixedFeeTariff?: string;
  readonly serviceID?: string;
}

/** How records name tariffs of one kind. */
interface TariffKind {
  readonly word: string;
  readonly customerField: string;
  /** Of numbers, services, features and standard features. */
  readonly field: string;
  readonly nameOfCustomer: (customer: Naming) => string | undefined;
  readonly nameIn: (record: Naming) => string | undefined;
}

const FIXED_FEE_TARIFFS: TariffKind = {
  word: "fixed fee tariff",
  customerField: "fixedFeeTariff",
  field: "fixedFeeTariff",
  nameOfCustomer: ({ fixedFeeTariff }) => fixedFeeTariff,
  nameIn: ({ fixedFeeTariff }) => fixedFeeTariff,
};

function tariffsOf(tariffClass: TariffClass): TariffKind {
  const { tariff: field, defaultTariff: customerField } = classFields(tariffClass);
  return {
    word: "tariff",
    customerField,
    field,
    nameOfCustomer: ({ defaultTariffs }) => defaultTariffs?.[tariffClass],
    // R24: features of a service take no part in choosing a tariff.
    nameIn: ({ tariffs, serviceID }) => (serviceID === undefined ? tariffs?.[tariffClass] : undefined),
  };
}

/** `restricted`: the tariffs of the kind that some customer may not have. */
function warnOfForeign(
  book: BookUnderCheck,
  warnings: SomeWarnings,
  { word, customerField, field, nameOfCustomer, nameIn }: TariffKind,
  restricted: ReadonlyMap<string, Priced>,
): void {
  if (restricted.size === 0) return;
  const owners = new AllowedOwners(book, (name) => restricted.get(name));
  const whyNot = (name: string | undefined, owner: CheckedCustomer | undefined): string | undefined =>
    name === undefined || owner === undefined || !restricted.has(name)
      ? undefined
      : owners.whyNot(name, owner);
  const check = (path: string, name: string | undefined, owner: CheckedCustomer | undefined): void => {
    const reason = whyNot(name, owner);
    if (reason !== undefined)
      warnings.add(path, `the ${word} ${quoteValue(name)} ${reason}; name another one`);
  };
  for (const [customerIndex, customer] of book.each("customers"))
    check(`customers[${customerIndex}].${customerField}`, nameOfCustomer(customer), customer);
  for (const list of ["numbers", "services"] as const) {
    for (const [recordIndex, record] of book.each(list))
      check(`${list}[${recordIndex}].${field}`, nameIn(record), book.withID("customers", record.customerID));
  }
  for (const [featureIndex, feature] of book.each("features")) {
    const owner = ownerOf(book, feature);
    const own = nameIn(feature);
    check(`features[${featureIndex}].${field}`, own, owner);
    const template = book.named("standardFeatures", feature.standardFeature);
    if (own !== undefined || template === undefined) continue;
    const name = nameIn(template);
    const reason = whyNot(name, owner);
    if (reason === undefined) continue;
    warnings.add(
      `features[${featureIndex}].standardFeature`,
      `brings the ${word} ${quoteValue(name)}, which ${reason}; give the feature a ${field} of its own`,
    );
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
