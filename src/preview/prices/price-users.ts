/** The users of prices on a day: customers, numbers and features by tariff, fixed fee tariff and standard feature. */
import {
  isInForce,
  namedByFeature,
  type OpenedBook,
  type OpenedNumber,
  whyNotAllowed,
} from "../../book/index.ts";
import { addTo, type CheckedFeature, madeOnce, resolveFeature, TARIFF_CLASSES } from "../../model/index.ts";
import type { FeeKind } from "./changed-lines.ts";
import type { PriceUser, PriceUses } from "./price-list.ts";
import type { PriceValues } from "./price-texts.ts";

/** Most customers that a price list names for one record. */
const MOST_USERS = 100;

const SURCHARGES = TARIFF_CLASSES.indexOf("surcharges");

export class Users {
  readonly #byCustomer = new Map<string, { numbers: number; features: number }>();
  #numbers = 0;
  #features = 0;

  add(customerID: string | undefined, kind: "numbers" | "features"): void {
    if (kind === "numbers") this.#numbers++;
    else this.#features++;
    if (customerID === undefined) return;
    madeOnce(this.#byCustomer, customerID, () => ({ numbers: 0, features: 0 }))[kind]++;
  }

  get customerIDs(): Iterable<string> {
    return this.#byCustomer.keys();
  }

  get uses(): PriceUses {
    return { customers: this.#byCustomer.size, numbers: this.#numbers, features: this.#features };
  }

  /** The first customers, most numbers and features first. */
  named(nameOf: (customerID: string) => string | null): readonly PriceUser[] {
    return [...this.#byCustomer]
      .sort(([, a], [, b]) => b.numbers + b.features - a.numbers - a.features)
      .slice(0, MOST_USERS)
      .map(([key, counts]) => ({ key, name: nameOf(key), customers: 1, ...counts }));
  }

  static readonly NONE = new Users();
}

class UsersByID {
  readonly #users = new Map<string, Users>();

  of(id: string): Users {
    return madeOnce(this.#users, id, () => new Users());
  }

  get(id: string): Users {
    return this.#users.get(id) ?? Users.NONE;
  }
}

/** The users of a book's prices on a day. */
export class PriceUsers {
  readonly tariffs = new UsersByID();
  readonly fixedFeeTariffs = new UsersByID();
  readonly standardFeatures = new UsersByID();
  /** Features with a price of their own, by their standard feature. */
  readonly ownPriced = new UsersByID();
  /** Features by the fixed fee tariff that prices one of their charges. */
  readonly #paying = { recurring: new UsersByID(), oneOff: new UsersByID() };
  readonly #book: OpenedBook;
  readonly #day: number;
  /** Features in force and their customers, by their standard feature. */
  readonly #features = new Map<string, { readonly feature: PriceValues; readonly customerID: string }[]>();

  constructor(book: OpenedBook, day: number) {
    this.#book = book;
    this.#day = day;
    for (const number of book.tables.byIndex.numbers) this.#addNumber(number);
    this.#addFeatures();
  }

  /** Id of the tariff for a number's calls of a class (R24); a default tariff is for the carrier of the number. */
  tariffOf(number: OpenedNumber, tariffClass: number): string | undefined {
    const { customer } = number;
    const named =
      namedByFeature(number.features, tariffClass, this.#day) ??
      namedByFeature(customer.features, tariffClass, this.#day) ??
      number.named[tariffClass] ??
      customer.defaults[tariffClass];
    if (named !== undefined) return named.tariff.record.id;
    if (tariffClass === SURCHARGES) return undefined;
    const selected = this.#book.tables.retailDefaults.select(
      tariffClass,
      number.callCarrier,
      number.numberType,
      (tariff) => whyNotAllowed(tariff, customer.record, customer.currency) === undefined,
    );
    return selected !== undefined && "tariff" in selected ? selected.tariff.record.id : undefined;
  }

  /** The customers with a feature of which the fixed fee tariff prices a charge of one of the kinds (R71). */
  paying(fixedFeeTariffID: string, kinds: Iterable<FeeKind>): ReadonlySet<string> {
    return new Set([...kinds].flatMap((kind) => [...this.#paying[kind].get(fixedFeeTariffID).customerIDs]));
  }

  /** The customers with a feature of the standard feature that leaves one of the fields blank (R62). */
  without(standardID: string, fields: Iterable<string>): ReadonlySet<string> {
    const names = [...fields];
    const found = (this.#features.get(standardID) ?? []).filter(({ feature }) =>
      names.some((name) => feature[name] === undefined),
    );
    return new Set(found.map(({ customerID }) => customerID));
  }

  isInForce(number: OpenedNumber): boolean {
    return number.billableFrom <= this.#day && this.#day <= number.billableTo;
  }

  #addNumber(number: OpenedNumber): void {
    if (!this.isInForce(number)) return;
    for (let tariffClass = 0; tariffClass < TARIFF_CLASSES.length; tariffClass++) {
      const id = this.tariffOf(number, tariffClass);
      if (id !== undefined) this.tariffs.of(id).add(number.customer.record.id, "numbers");
    }
  }

  #addFeatures(): void {
    const { records, tables } = this.#book;
    const standards = new Map(records.standardFeatures.map((standard) => [standard.name, standard]));
    const numbers = new Map(records.numbers.map((record) => [record.id, record]));
    const services = new Map(records.services.map((record) => [record.id, record]));
    const tariffs = new Map<string, string>();
    for (const { isWholesale, record } of tables.tariffs.values()) {
      if (!isWholesale) tariffs.set(`${record.tariffClass} ${record.name}`, record.id);
    }
    for (const feature of records.features) {
      if (!isInForce(feature, this.#day)) continue;
      const standard = standards.get(feature.standardFeature ?? "");
      const resolved = resolveFeature(feature, standard);
      const owner = numbers.get(feature.numberID ?? "") ?? services.get(feature.serviceID ?? "");
      const customerID = feature.customerID ?? owner?.customerID;
      for (const [tariffClass, name] of Object.entries(resolved.tariffs)) {
        const id = tariffs.get(`${tariffClass} ${name}`);
        if (id !== undefined) this.tariffs.of(id).add(customerID, "features");
      }
      if (standard !== undefined) {
        this.standardFeatures.of(standard.id).add(customerID, "features");
        if (customerID !== undefined) {
          addTo(this.#features, standard.id, { feature: feature as unknown as PriceValues, customerID });
        }
        if (hasOwnPrice(feature)) this.ownPriced.of(standard.id).add(customerID, "features");
      }
      const customer = tables.customers.get(customerID ?? "")?.record;
      const fees = resolved.fixedFeeTariff ?? owner?.fixedFeeTariff ?? customer?.fixedFeeTariff;
      const [fixedFeeTariff] = fees === undefined ? [] : tables.fixedFees.named(fees);
      const kinds = pricedByFees(resolved);
      if (fixedFeeTariff === undefined || kinds.length === 0) continue;
      this.fixedFeeTariffs.of(fixedFeeTariff.id).add(customerID, "features");
      for (const kind of kinds) this.#paying[kind].of(fixedFeeTariff.id).add(customerID, "features");
    }
  }
}

function hasOwnPrice({ serviceCharge, connectionCharge }: CheckedFeature): boolean {
  return serviceCharge !== undefined || connectionCharge !== undefined;
}

/** R71: a fixed fee tariff prices the charges that a feature and its standard feature leave blank. */
function pricedByFees({
  serviceCharge,
  connectionCharge,
  totalFeatureValue,
}: CheckedFeature): readonly FeeKind[] {
  const isRecurring = serviceCharge === undefined && totalFeatureValue === undefined;
  return [
    ...(isRecurring ? ["recurring" as const] : []),
    ...(connectionCharge === undefined ? ["oneOff" as const] : []),
  ];
}
