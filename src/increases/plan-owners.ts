/** Who can have an annual increase, and whose fields count: the record's own, else its owner's (nearest first). */
import { parseCivilDate } from "../calendar/index.ts";
import { type BookData, DroppedStatuses, type Id, isBlank } from "../model/index.ts";

/** The lists whose records have annual increase fields, each before those that it takes them from. */
export type PlannedResource = "features" | "numbers" | "services" | "customers";

/** A record with annual increase fields, as far as planning reads it. */
export interface PlannedRecord {
  readonly id: Id;
  readonly customerID?: Id | null | undefined;
  readonly numberID?: Id | null | undefined;
  readonly serviceID?: Id | null | undefined;
  readonly annualIncreaseProfile?: string | null | undefined;
  readonly annualIncreaseReferenceDate?: string | null | undefined;
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
  readonly billableFrom?: string | null | undefined;
  readonly billableTo?: string | null | undefined;
  readonly status?: unknown;
  readonly updatedDate?: unknown;
}

/** A record and its list. */
export interface PlannedOwner {
  readonly resource: PlannedResource;
  readonly record: PlannedRecord;
}

/** The records of a book with their owners. */
export class PlanOwners {
  readonly #byID: Readonly<Record<PlannedResource, ReadonlyMap<string, PlannedRecord>>>;

  readonly #dropped: DroppedStatuses;

  constructor(book: BookData) {
    this.#dropped = DroppedStatuses.ofBook(book.droppedStatuses);
    this.#byID = {
      customers: byID(book.customers),
      numbers: byID(book.numbers),
      services: byID(book.services),
      features: byID(book.features),
    };
  }

  /** All records, customers first, each list in its order. */
  *all(): Generator<PlannedOwner> {
    for (const resource of ["customers", "numbers", "services", "features"] as const) {
      for (const record of this.#byID[resource].values()) yield { resource, record };
    }
  }

  /** A record and its owners, nearest first. */
  *chainOf(start: PlannedOwner): Generator<PlannedOwner> {
    let at: PlannedOwner | undefined = start;
    while (at !== undefined) {
      yield at;
      at = this.#ownerOf(at);
    }
  }

  #ownerOf({ resource, record }: PlannedOwner): PlannedOwner | undefined {
    if (resource === "customers") return undefined;
    const { numberID, serviceID, customerID } = record;
    if (resource === "features" && !isBlank(numberID)) return this.#find("numbers", numberID);
    if (resource === "features" && !isBlank(serviceID)) return this.#find("services", serviceID);
    return isBlank(customerID) ? undefined : this.#find("customers", customerID);
  }

  /**
   * Whether a record is in force on a day: by its own dates (inclusive, blank = open), where they leave the end open by
   * its last drop, and a number by its customer's, too (R20).
   */
  isInForce({ resource, record }: PlannedOwner, day: number): boolean {
    const from = dayOf(record.startDate) ?? dayOf(record.billableFrom) ?? Number.NEGATIVE_INFINITY;
    const end = dayOf(record.endDate) ?? dayOf(record.billableTo);
    if (end !== undefined) return from <= day && day <= end;
    const customer =
      resource === "numbers" && !isBlank(record.customerID)
        ? this.#find("customers", record.customerID)?.record
        : undefined;
    const drops = [record, customer ?? {}].map((own) => this.#dropped.lastDayOfRaw(own));
    return from <= day && drops.every((last) => last === undefined || day <= last);
  }

  #find(resource: PlannedResource, id: Id): PlannedOwner | undefined {
    const record = this.#byID[resource].get(String(id));
    return record === undefined ? undefined : { resource, record };
  }
}

function byID(list: readonly PlannedRecord[] | null | undefined): ReadonlyMap<string, PlannedRecord> {
  return new Map((list ?? []).map((record) => [String(record.id), record]));
}

/** The day number of a date; undefined for a blank and for anything else. */
export function dayOf(date: string | null | undefined): number | undefined {
  return typeof date === "string" ? parseCivilDate(date) : undefined;
}
