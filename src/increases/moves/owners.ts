/** The owners of a book's records: the customers and numbers that a change of some records reaches (R24). */
import {
  addTo,
  type BookData,
  type CheckedTariff,
  currencyOfRaw,
  isBlank,
  isDefaultTariff,
  type Tariff,
} from "../../model/index.ts";
import type { Fields } from "../raised-prices.ts";
import { readRecord } from "../record-of-book.ts";

/** The fields by which records name a tariff. */
interface NamingFields {
  /** Of numbers, services, features and standard features. */
  readonly field: string;
  readonly customerField: string;
}

interface NamedTariff extends NamingFields {
  readonly defaultTariff: CheckedTariff | undefined;
}

/** Lists whose records name tariffs. */
const NAMING_LISTS = ["customers", "numbers", "services", "features", "standardFeatures"] as const;

type NamingRecords = ReadonlyMap<(typeof NAMING_LISTS)[number], readonly Fields[]>;

export function recordsNaming(
  book: BookData,
  name: string,
  { field, customerField }: NamingFields,
): NamingRecords {
  return new Map(
    NAMING_LISTS.map((list) => {
      const key = list === "customers" ? customerField : field;
      const records = (book[list] ?? []) as readonly Fields[];
      return [list, records.filter((record) => !isBlank(record[key]) && String(record[key]) === name)];
    }),
  );
}

/** An index of the customers, numbers and services of a book by their owners. */
export class Owners {
  readonly #book: BookData;
  readonly #customerOfNumber = new Map<string, string>();
  readonly #numbersOfCustomer = new Map<string, Fields[]>();
  readonly #customerOfService = new Map<string, string>();

  constructor(book: BookData) {
    this.#book = book;
    for (const number of (book.numbers ?? []) as readonly Fields[]) {
      const customer = String(number.customerID);
      this.#customerOfNumber.set(String(number.id), customer);
      addTo(this.#numbersOfCustomer, customer, number);
    }
    for (const service of (book.services ?? []) as readonly Fields[]) {
      if (!isBlank(service.customerID))
        this.#customerOfService.set(String(service.id), String(service.customerID));
    }
  }

  /** The customers and numbers on a tariff by the records that name the tariff; dates of features play no part. */
  reached(
    named: NamingRecords,
    { field, customerField, defaultTariff }: NamedTariff,
  ): { readonly customers: ReadonlySet<string>; readonly numbers: ReadonlySet<string> } {
    const customers = new Set<string>();
    const numbers = new Set<string>();
    const addNumber = (id: string): void => {
      const customer = this.#customerOfNumber.get(id);
      numbers.add(id);
      if (customer !== undefined) customers.add(customer);
    };
    for (const number of named.get("numbers") ?? []) addNumber(String(number.id));
    for (const customer of named.get("customers") ?? []) {
      customers.add(String(customer.id));
      for (const number of this.#numbersOfCustomer.get(String(customer.id)) ?? []) {
        if (isBlank(number[field])) addNumber(String(number.id));
      }
    }
    for (const service of named.get("services") ?? []) {
      const customer = this.#customerOfService.get(String(service.id));
      if (customer !== undefined) customers.add(customer);
    }
    const standard = new Set((named.get("standardFeatures") ?? []).map(({ name }) => String(name)));
    const linked = ((this.#book.features ?? []) as readonly Fields[]).filter(
      (feature) => isBlank(feature[field]) && standard.has(String(feature.standardFeature)),
    );
    for (const feature of [...(named.get("features") ?? []), ...linked]) {
      if (!isBlank(feature.numberID)) addNumber(String(feature.numberID));
      if (!isBlank(feature.serviceID)) {
        const customer = this.#customerOfService.get(String(feature.serviceID));
        if (customer !== undefined) customers.add(customer);
      }
      if (isBlank(feature.customerID)) continue;
      customers.add(String(feature.customerID));
      for (const number of this.#numbersOfCustomer.get(String(feature.customerID)) ?? [])
        addNumber(String(number.id));
    }
    if (defaultTariff !== undefined) this.#addDefaults(defaultTariff, { field, customerField }, addNumber);
    return { customers, numbers };
  }

  /**
   * Adds numbers of a type of the default, where neither number nor customer names a tariff of the class and the
   * customer may use the default (R24).
   */
  #addDefaults(
    tariff: CheckedTariff,
    { field, customerField }: NamingFields,
    addNumber: (id: string) => void,
  ): void {
    const { forNumberTypes, customerID, customerGroups } = tariff;
    const currency = currencyOfRaw(this.#book, tariff);
    for (const customer of (this.#book.customers ?? []) as readonly Fields[]) {
      if (!isBlank(customer[customerField])) continue;
      if (customerID !== undefined && customerID !== String(customer.id)) continue;
      if (currency !== currencyOfRaw(this.#book, customer)) continue;
      if (customerGroups !== undefined && !groupsOf(customer).some((group) => customerGroups.includes(group)))
        continue;
      for (const number of this.#numbersOfCustomer.get(String(customer.id)) ?? []) {
        const isOfType =
          forNumberTypes === undefined ||
          forNumberTypes.includes("*") ||
          forNumberTypes.includes(String(number.numberType ?? ""));
        if (isBlank(number[field]) && isOfType) addNumber(String(number.id));
      }
    }
  }
}

/**
 * The checked tariff where it is a default; most tariffs have no field of a default and are not checked.
 *
 * @throws ActionFailure 400502 for a default that is faulty
 */
export function defaultOf(tariff: Tariff): CheckedTariff | undefined {
  if (isBlank(tariff.forCarriers) && isBlank(tariff.forNumberTypes)) return undefined;
  const checked = checkedTariff(tariff);
  return isDefaultTariff(checked) ? checked : undefined;
}

/** @throws ActionFailure 400502 for a faulty tariff */
export function checkedTariff(tariff: Tariff): CheckedTariff {
  return readRecord("tariffs", tariff).checked as CheckedTariff;
}

function groupsOf({ customerGroups }: Fields): readonly string[] {
  if (Array.isArray(customerGroups)) return customerGroups.map(String);
  return isBlank(customerGroups)
    ? []
    : String(customerGroups)
        .split(",")
        .map((group) => group.trim());
}
