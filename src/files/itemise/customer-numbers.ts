/** Customers and their numbers as whole numbers: what is held of them while the calls of all are read. */
import { detached } from "../text.ts";
import { compareTexts } from "./compare-texts.ts";

const NONE = -1;

/** Customers and numbers from 0, each in the order in which they come. */
export class CustomerNumbers {
  readonly #customers = new Map<string, number>();
  /** By customer and id. */
  readonly #numbers = new Map<string, number>();
  readonly #numberIDs: string[] = [];
  /** The number of each customer that came last, and before each number another of its customer. */
  readonly #last: number[] = [];
  readonly #before: number[] = [];

  /** How many numbers there are: the next new one gets this. */
  get length(): number {
    return this.#numberIDs.length;
  }

  /** The number of a customer with an id. */
  numberOf(customerID: string, numberID: string): number {
    const customer = this.#customers.get(customerID) ?? this.#addCustomer(customerID);
    const key = `${customer}:${numberID}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numberIDs.length;
    this.#numbers.set(key, number);
    this.#numberIDs.push(detached(numberID));
    this.#before.push(this.#last[customer] as number);
    this.#last[customer] = number;
    return number;
  }

  #addCustomer(customerID: string): number {
    const customer = this.#last.length;
    this.#customers.set(detached(customerID), customer);
    this.#last.push(NONE);
    return customer;
  }

  /** The ids of customers: whole numbers by value, before others. */
  customerIDs(): readonly string[] {
    return [...this.#customers.keys()].sort(compareTexts);
  }

  /** A customer's numbers, by id. */
  numbersOf(customerID: string): ReadonlyMap<string, number> {
    const numbers = new Map<string, number>();
    let number = this.#last[this.#customers.get(customerID) ?? NONE] ?? NONE;
    for (; number !== NONE; number = this.#before[number] as number)
      numbers.set(this.#numberIDs[number] as string, number);
    return numbers;
  }
}
