/** Customers and their numbers as indexes, which are held while all calls are read. */
import { compareIDs } from "../../book/index.ts";
import { detached } from "../text.ts";

/** Indexes of customers' numbers from 0, in order of first occurrence. */
export class CustomerNumbers {
  /** By the customer's id and the number's id, the index of the number. */
  readonly #customers = new Map<string, Map<string, number>>();
  /** Count of numbers, which is the index of the next new number. */
  length = 0;

  numberIndexOf(customerID: string, numberID: string): number {
    let numbers = this.#customers.get(customerID);
    if (numbers === undefined) {
      numbers = new Map();
      this.#customers.set(detached(customerID), numbers);
    }
    const known = numbers.get(numberID);
    if (known !== undefined) return known;
    numbers.set(detached(numberID), this.length);
    return this.length++;
  }

  /** The ids of customers: whole numbers by value, before other ids. */
  customerIDs(): readonly string[] {
    return [...this.#customers.keys()].sort(compareIDs);
  }

  /** Indexes of a customer's numbers, by id. */
  numbersOf(customerID: string): ReadonlyMap<string, number> {
    return this.#customers.get(customerID) ?? new Map();
  }
}
