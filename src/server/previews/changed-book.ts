/** The book with a proposed change (H28): increases, or changed records. */
import {
  type BookData,
  BookError,
  type BookRevision,
  type IncreaseRequest,
  type IncreaseScope,
  increaseBook,
  isActionError,
  type OpenedBook,
  reviseBook,
} from "../../index.ts";
import { BOOK_LIST_NAMES, currencyOfRaw } from "../../model/index.ts";
import { majorUnit, minorSign } from "../../money/index.ts";
import { SCOPE_WORDS } from "../../report/index.ts";
import { actionFailure, fieldError } from "../errors.ts";
import { refuseMissing } from "../resources/index.ts";
import type { Present } from "../store/index.ts";

/** A preview changes nothing, so that callers do not need the level of increases in place. */
const LEVEL_OF_INCREASES = 5;

/** A proposed change: increases, or a revision of the book. */
export interface ProposedChange {
  readonly increases?: readonly IncreaseRequest[] | undefined;
  readonly revision?: BookRevision | undefined;
}

/**
 * The present book with a change.
 *
 * @throws ServerError as the change itself would be refused
 */
export function changedBook(present: Present, { increases, revision = {} }: ProposedChange): OpenedBook {
  const { book, data } = present;
  if (increases === undefined) {
    refuseMissing(revision, present);
    return revised(book, revision);
  }
  const increased = increaseBook(data, increases, LEVEL_OF_INCREASES);
  if (isActionError(increased)) throw actionFailure(increased);
  const upsert: Record<string, unknown[]> = {};
  for (const [at, { record }] of increased.results.entries()) {
    const { resource } = increases[at] as IncreaseRequest;
    upsert[resource] = [...(upsert[resource] ?? []), record];
  }
  return revised(book, { upsert: upsert as BookData });
}

function revised(book: OpenedBook, change: BookRevision): OpenedBook {
  try {
    return reviseBook(book, change);
  } catch (error) {
    if (error instanceof BookError) throw fieldError(error.problems);
    throw error;
  }
}

/** The records of `after` that `before` does not hold, for an upsert into `before`. */
export function changedRecords(before: BookData, after: BookData): BookData {
  const lists = BOOK_LIST_NAMES.flatMap((list) => {
    const known = new Set<unknown>(before[list] ?? []);
    const changed = ((after[list] ?? []) as readonly unknown[]).filter((record) => !known.has(record));
    return changed.length === 0 ? [] : [[list, changed] as const];
  });
  return Object.fromEntries(lists) as BookData;
}

export function changeInWords({ book, data }: Present, { increases, revision }: ProposedChange): string {
  if (increases === undefined) {
    const lists = [...Object.keys(revision?.upsert ?? {}), ...Object.keys(revision?.remove ?? {})];
    return `Changed records of ${[...new Set(lists)].join(", ") || "no list"}`;
  }
  return increases.map((request) => increaseInWords(book, data, request)).join("; ");
}

function increaseInWords({ settings }: OpenedBook, data: BookData, request: IncreaseRequest): string {
  const { resource, id, increasePercent, increaseAmount, increaseScope, effectiveDate } = request;
  type Increased = { readonly id?: unknown; readonly name?: unknown; readonly currency?: unknown };
  const records = (data[resource] ?? []) as readonly Increased[];
  const record = records.find((one) => String(one.id) === String(id));
  const currency = currencyOfRaw(data, record ?? {});
  const minor = minorSign(currency, settings.currencyDecimals);
  const unit = resource !== "tariffs" ? ` ${majorUnit(currency)}` : minor.length === 1 ? minor : ` ${minor}`;
  const by = increasePercent ? `${increasePercent} %` : `${increaseAmount ?? "nothing"}${unit}`;
  const from = effectiveDate ? ` from ${effectiveDate}` : "";
  const scope = SCOPE_WORDS[increaseScope as IncreaseScope] ?? increaseScope ?? "no scope";
  return `${String(record?.name ?? id)} by ${by} (${scope})${from}`;
}
