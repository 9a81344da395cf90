/** A book of one customer with two numbers, the same with a dearer connection, and calls for both. */
import { type BookData, type CallRecord, openBook } from "../../src/index.ts";
import { withTariffs } from "./sample.ts";

export const DATA: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  destinations: [{ prefix: "44", tariffType: "UK" }],
  tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 }],
  customers: [{ id: 7, companyName: "Seven Ltd", defaultNationalTariff: "Business" }],
  numbers: [
    { id: 1007, customerID: 7, number: "020 7946 0018" },
    { id: 1008, customerID: 7, number: "020 7946 0019" },
  ],
};
export const before = openBook(DATA);
export const after = openBook(withTariffs((tariff) => ({ ...tariff, baseCostConnection: 3 }), DATA));

export function call(id: string | number, fields: CallRecord = {}): CallRecord {
  return {
    id,
    target: "02079460018",
    external: "01134960101",
    startDate: "2026-10-01",
    duration: 60,
    ...fields,
  };
}
