/** Sorted and grouped records for lists and checks, cached for each state of the book. */
import { DroppedStatuses, groupedBy, madeOnce } from "../../model/index.ts";
import { isStoredID, type Present, type StoredRecord } from "../store/index.ts";
import type { Parent, ResourceName } from "./resources.ts";
import { valueOut } from "./values.ts";

const VIEWS = new WeakMap<Present, BookView>();

export function viewOf(present: Present): BookView {
  return madeOnce(VIEWS, present, () => new BookView(present));
}

/** A record with its id as a number, for the order of lists; null for an id of other characters. */
export interface Listed {
  readonly id: bigint | null;
  readonly record: StoredRecord;
}

/** Records in the order of lists, and by their owners. */
export class BookView {
  readonly present: Present;
  readonly #statuses: DroppedStatuses;
  readonly #sorted = new Map<ResourceName, readonly Listed[]>();
  readonly #children = new Map<string, ReadonlyMap<unknown, readonly Listed[]>>();

  constructor(present: Present) {
    this.present = present;
    this.#statuses = DroppedStatuses.ofBook(present.data.droppedStatuses);
  }

  /** All records of a resource, ascending by id (H13). */
  all(resource: ResourceName): readonly Listed[] {
    return madeOnce(this.#sorted, resource, () => this.present.records(resource).map(listed).sort(byID));
  }

  /** The records of a resource that belong to an owner, ascending by id. */
  children(resource: ResourceName, field: Parent["field"], owner: string): readonly Listed[] {
    const byOwner = madeOnce(this.#children, `${resource}.${field}`, () =>
      groupedBy(this.all(resource), ({ record }) => valueOut("id", record.data[field])),
    );
    return byOwner.get(owner) ?? [];
  }

  /** Whether a record has a status that means dropped (R20). */
  isDropped(record: StoredRecord): boolean {
    return this.isDroppedStatus(statusNames(record));
  }

  isDroppedStatus(names: readonly string[]): boolean {
    return this.#statuses.of({ status: names }) !== undefined;
  }
}

/** The names of a record's status, which is one name or a list of names (R20). */
export function statusNames({ data: { status } }: StoredRecord): readonly string[] {
  if (Array.isArray(status)) return status.map(String);
  return status === undefined || status === null ? [] : [String(status)];
}

function listed(record: StoredRecord): Listed {
  return { id: isStoredID(record.key) ? BigInt(record.key) : null, record };
}

/** Ids that no path can name come last, by code unit (H5). */
function byID(a: Listed, b: Listed): number {
  if (a.id !== null && b.id !== null) return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  if (a.id === null && b.id === null) return a.record.key < b.record.key ? -1 : 1;
  return a.id === null ? 1 : -1;
}
