/** Records of a book by id, checked one by one: an increase needs few records, not a whole opened book. */

import { BOOK_LISTS, type BookData, type CheckedBy, checkBySchema, quoteValue } from "../model/index.ts";
import { failed } from "./action-error.ts";
import type { IncreaseResource } from "./increase-request.ts";

type Listed<R extends IncreaseResource> = NonNullable<BookData[R]>[number];
type CheckedOf<R extends IncreaseResource> = CheckedBy<(typeof BOOK_LISTS)[R]>;

/** A record, raw and checked. */
export interface ReadRecord<R extends IncreaseResource> {
  readonly raw: Listed<R>;
  readonly checked: CheckedOf<R>;
}

/** The records of a list; an entry that is no record is found when the book is opened. */
export function recordsOf<R extends IncreaseResource>(book: BookData, resource: R): readonly Listed<R>[] {
  const list: unknown = book[resource];
  return Array.isArray(list) ? list.filter((entry) => typeof entry === "object" && entry !== null) : [];
}

/**
 * The record with an id (string or integer alike, R20).
 *
 * @throws ActionFailure 400502 where no record has the id, or the record is faulty
 */
export function recordWithID<R extends IncreaseResource>(
  book: BookData,
  resource: R,
  id: string,
): ReadRecord<R> {
  const raw = recordsOf(book, resource).find((record) => String(record.id) === id);
  if (raw === undefined) throw failed(`No record of ${resource} has the id ${quoteValue(id)}.`);
  return readRecord(resource, raw);
}

/**
 * A record checked by its schema (R2).
 *
 * @throws ActionFailure 400502 with the record's first fault
 */
export function readRecord<R extends IncreaseResource>(resource: R, raw: Listed<R>): ReadRecord<R> {
  const read = checkBySchema<unknown>(BOOK_LISTS[resource].schema, raw);
  if (!("faults" in read)) return { raw, checked: read.value as CheckedOf<R> };
  const { path = "", message = "is faulty" } = read.faults[0] ?? {};
  throw failed(`${resource} ${String(raw.id)}${path === "" ? "" : `.${path}`} ${message}`);
}

/** Maximum records of one chain, as when a book is opened. */
const LONGEST_CHAIN = 50;

/**
 * A record and its parents, nearest first (R25, R52).
 *
 * @throws ActionFailure 400502 for a missing parent, a cycle or a chain of more than 50
 */
export function chainOf<R extends "tariffs" | "fixedFeeTariffs">(
  book: BookData,
  resource: R,
  id: string,
): readonly ReadRecord<R>[] {
  const chain = [recordWithID(book, resource, id)];
  for (
    let parent = parentOf(chain[0]?.checked);
    parent !== undefined;
    parent = parentOf(chain.at(-1)?.checked)
  ) {
    if (chain.length === LONGEST_CHAIN) {
      throw failed(`The parents of ${quoteValue(id)} make a cycle or more than ${LONGEST_CHAIN} records.`);
    }
    chain.push(recordWithID(book, resource, parent));
  }
  return chain;
}

function parentOf(record: object | undefined): string | undefined {
  const { parentTariff, parentFixedFeeTariff } = (record ?? {}) as Readonly<
    Record<string, string | undefined>
  >;
  return parentTariff ?? parentFixedFeeTariff;
}
