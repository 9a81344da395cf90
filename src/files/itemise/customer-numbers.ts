/** Customers and their numbers as indexes, which are held while all calls are read. */
import { detached } from "../text.ts";

const WHOLE = /^[0-9]{1,15}$/;

/** Sorts whole numbers by value and before other texts, which are sorted by code unit. */
export function compareTexts(a: string, b: string): number {
  const [isWhole, isOtherWhole] = [WHOLE.test(a), WHOLE.test(b)];
  if (isWhole !== isOtherWhole) return isWhole ? -1 : 1;
  if (isWhole && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

const NONE = -1;

/** Indexes of customers and of numbers from 0, each in order of first occurrence. */
export class CustomerNumbers {
  readonly #customers = new Map<string, number>();
  /** Indexes of numbers by the customer's index and the number's id. */
  readonly #numbers = new Map<string, number>();
  readonly #numberIDs: string[] = [];
  /** Linked lists of indexes: the last number of each customer, and before each number the previous of its customer. */
  readonly #last: number[] = [];
  readonly #before: number[] = [];

  /** Count of numbers, which is the index of the next new number. */
  get length(): number {
    return this.#numberIDs.length;
  }

  numberIndexOf(customerID: string, numberID: string): number {
    const customerIndex = this.#customers.get(customerID) ?? this.#addCustomer(customerID);
    const key = `${customerIndex}:${numberID}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const numberIndex = this.#numberIDs.length;
    this.#numbers.set(key, numberIndex);
    this.#numberIDs.push(detached(numberID));
    this.#before.push(this.#last[customerIndex] as number);
    this.#last[customerIndex] = numberIndex;
    return numberIndex;
  }

  #addCustomer(customerID: string): number {
    const customerIndex = this.#last.length;
    this.#customers.set(detached(customerID), customerIndex);
    this.#last.push(NONE);
    return customerIndex;
  }

  /** The ids of customers: whole numbers by value, before other ids. */
  customerIDs(): readonly string[] {
    return [...this.#customers.keys()].sort(compareTexts);
  }

  /** Indexes of a customer's numbers, by id. */
  numbersOf(customerID: string): ReadonlyMap<string, number> {
    const numbers = new Map<string, number>();
    let numberIndex = this.#last[this.#customers.get(customerID) ?? NONE] ?? NONE;
    for (; numberIndex !== NONE; numberIndex = this.#before[numberIndex] as number)
      numbers.set(this.#numberIDs[numberIndex] as string, numberIndex);
    return numbers;
  }
}
