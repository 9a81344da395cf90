/** The tariffs that a customer is on (R24). */
import { type BookData, classFields, type Id, isBlank, quoteValue, type Tariff } from "../../model/index.ts";
import { type ActionError, ActionFailure, answerOf } from "../action-error.ts";
import { defaultOf, Owners, recordsNaming } from "./owners.ts";

/**
 * The retail tariffs that a customer is on, in the order of the book: tariffs that the customer, its numbers, services,
 * features or their standard features name, and the defaults that apply to its numbers (R24). Carriers of defaults
 * and dates of features play no part, nor do tariffs that are only parents.
 *
 * Never throws because of the request: an error object with 404001 says that the book has no such customer.
 *
 * @example
 * const on = tariffsOfCustomer(
 *   {
 *     tariffs: [
 *       { id: 1, name: "UK", tariffClass: "national", baseCost: 1, forCarriers: "*" },
 *       { id: 2, name: "Business UK", tariffClass: "national", baseCost: 2 },
 *     ],
 *     customers: [{ id: 7 }],
 *     numbers: [{ id: 70, customerID: 7, number: "020 7946 0001", nationalTariff: "Business UK" }],
 *   },
 *   7,
 * );
 * !isActionError(on) && on.map(({ name }) => name); // => ["Business UK"]
 */
export function tariffsOfCustomer(book: BookData, customerID: Id): readonly Tariff[] | ActionError {
  return answerOf(() => {
    const part = partOfCustomer(book, String(customerID));
    const owners = new Owners(part);
    return (book.tariffs ?? []).filter((tariff) => {
      if (tariff.retail === "wholesale") return false;
      const { tariff: field, defaultTariff: customerField } = classFields(tariff.tariffClass);
      const named = recordsNaming(part, String(tariff.name), { field, customerField });
      const naming = { field, customerField, defaultTariff: defaultOf(tariff) };
      return owners.reached(named, naming).customers.size > 0;
    });
  });
}

/** The part of the book that belongs to one customer. */
function partOfCustomer(book: BookData, customerID: string): BookData {
  const isOf = (id: unknown): boolean => !isBlank(id) && String(id) === customerID;
  const customers = (book.customers ?? []).filter(({ id }) => isOf(id));
  if (customers.length === 0) {
    throw new ActionFailure("notFound", `No record of customers has the id ${quoteValue(customerID)}.`);
  }
  const numbers = (book.numbers ?? []).filter((number) => isOf(number.customerID));
  const services = (book.services ?? []).filter((service) => isOf(service.customerID));
  const numberIDs = new Set(numbers.map(({ id }) => String(id)));
  const serviceIDs = new Set(services.map(({ id }) => String(id)));
  const features = (book.features ?? []).filter(
    (feature) =>
      isOf(feature.customerID) ||
      numberIDs.has(String(feature.numberID)) ||
      serviceIDs.has(String(feature.serviceID)),
  );
  const { currency, standardFeatures = [] } = book;
  return { currency, customers, numbers, services, features, standardFeatures };
}
