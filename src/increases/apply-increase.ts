/** R54: an increase in place. */

import {
  type BookData,
  type FixedFeeTariff,
  type Id,
  isBlank,
  quoteValue,
  type Tariff,
} from "../model/index.ts";
import { formatUnits, toDecimalText, toUnits } from "../money/index.ts";
import { type ActionError, answerOf, failed, isActionError } from "./action-error.ts";
import { type ChildOfRaised, childrenOf } from "./children-of-raised.ts";
import { requireHiddenFees, requirePassedOnCosts } from "./hidden-costs.ts";
import { INCREASE_RESOURCES, type IncreaseRequest, type IncreaseResource } from "./increase-request.ts";
import { type IncreaseTerms, readTerms } from "./increase-terms.ts";
import { type FeatureNotReached, raiseRecord, track } from "./raise-record.ts";
import type { IncreasableRecord, KeptPrice, RaisedPrice } from "./raised-prices.ts";

/** The result of an increase. */
export interface IncreaseResult {
  /** The new record, with prices as decimal strings; the book is unchanged. */
  readonly record: IncreasableRecord;
  /** Prices that changed, in the order of the record. */
  readonly changed: readonly RaisedPrice[];
  /** Prices that would have become zero (with an amount: zero or less) and kept their old value (R50, R57). */
  readonly kept: readonly KeptPrice[];
  /** Present and true where nothing was done: a standard feature with instalments (R53). */
  readonly skipped?: true;
  /** Features of the standard feature with a price of their own, which the increase does not reach (R53). */
  readonly notReached: readonly FeatureNotReached[];
  /** Tariffs that inherit from the tariff increased in place, and their prices that do not follow it (R54). */
  readonly children: readonly ChildOfRaised[];
}

/**
 * A record with its prices raised in place: the same id and name, `increaseOriginalID` its own id,
 * `increasePercent` or `increaseAmount`, `increaseScope`, and for a tariff `revision` + 1 (R50 … R54, R57, R58).
 * A tariff with parents is returned without parents: its lines give the raised prices of the chain. The book passed
 * in does not change; put the record in the place of the old record, or use `increaseBook`.
 *
 * `expertLevel` is the caller's level according to your login: never take it from the request. A value that is no
 * integer counts as 0.
 *
 * Never throws because of the request: an error object `{ error, error_code, hint }` has the first code that applies
 * of 400501 unknown resource, 403001 `expertLevel` below 5, 404001 an id that the book does not have, 400503 missing
 * parameters, 400502 an unknown field, a value out of range (R56), or a tariff of which a child would lose something
 * else than it raises: a cost of the other kind than the tariff's own, a price or a percentage, or a minimum above the
 * tariff's maximum, which the tariff could not pass on without its parent (R51), or a fee that the child hides (R72).
 *
 * @example
 * const raised = applyIncrease(
 *   { tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1.25" }] },
 *   { resource: "tariffs", id: 1, increaseScope: "costOnly", increasePercent: "3.5" },
 *   5,
 * );
 * !isActionError(raised) && raised.record.baseCost; // => "1.2938"
 */
export function applyIncrease(
  book: BookData,
  request: IncreaseRequest,
  expertLevel: number,
): IncreaseResult | ActionError {
  return answerOf(() => {
    const { terms, result } = raiseInPlace(book, request, expertLevel);
    return withChildren(book, { terms, result }, new Set());
  });
}

/** @throws ActionFailure 400502 where a child that is not increased as well would lose something */
function withChildren(
  book: BookData,
  { terms, result }: RaisedInPlace,
  alsoIncreased: ReadonlySet<string>,
): IncreaseResult {
  const children = result.skipped === true ? [] : childrenOf(book, terms, alsoIncreased);
  if (terms.resource === "tariffs") requirePassedOnCosts(book, terms.id, children);
  if (terms.resource === "fixedFeeTariffs")
    requireHiddenFees(book, terms.id, result.record as FixedFeeTariff, children);
  return { ...result, children };
}

/** An increase in place without the children of its record, which depend on the other increases. */
interface RaisedInPlace {
  readonly terms: IncreaseTerms;
  readonly result: Omit<IncreaseResult, "children">;
}

/** @throws ActionFailure */
function raiseInPlace(book: BookData, request: IncreaseRequest, expertLevel: unknown): RaisedInPlace {
  const terms = readTerms(book, request, { isInPlace: true, expertLevel });
  const { record, isSkipped, ...report } = raiseRecord(book, terms);
  if (isSkipped) return { terms, result: { record, ...report, skipped: true } };
  const tracked = track(record, record.id, terms);
  if (terms.resource !== "tariffs") return { terms, result: { record: tracked, ...report } };
  const revision = nextRevision((record as Tariff).revision);
  return { terms, result: { record: { ...(tracked as Tariff), revision }, ...report } };
}

/** The revision plus 1, of the same type: a number stays a number. Blank counts as 0. */
function nextRevision(revision: Tariff["revision"]): number | string {
  if (isBlank(revision)) return 1;
  const next = formatUnits((toUnits(toDecimalText(revision) ?? "0", 0) ?? 0n) + 1n, 0);
  return typeof revision === "number" ? Number(next) : next;
}

/** A book after several increases in place. */
export interface IncreasedBook {
  readonly book: BookData;
  /** The result of each request, in the order of the requests. */
  readonly results: readonly IncreaseResult[];
}

/** The error of the first request that failed; nothing has been increased then. */
export interface IncreaseBookError extends ActionError {
  /** Index of the request in the list. */
  readonly request: number;
}

/**
 * A new book with several records increased in place, as `applyIncrease` does: every record is computed from the
 * original book, so that a child whose parent is increased too is raised once (R58), and no result lists such a child
 * in `children`. The new book shares only unchanged records with the book passed in, which does not change. A record
 * named twice is error 400502.
 *
 * @example
 * const after = increaseBook(
 *   { tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: 2 }] },
 *   [{ resource: "tariffs", id: 1, increaseScope: "costOnly", increaseAmount: "0.5" }],
 *   5,
 * );
 * !isActionError(after) && after.book.tariffs?.[0]?.baseCost; // => "2.5"
 */
export function increaseBook(
  book: BookData,
  requests: readonly IncreaseRequest[],
  expertLevel: number,
): IncreasedBook | IncreaseBookError {
  const raised: RaisedInPlace[] = [];
  const replaced = Object.fromEntries(
    INCREASE_RESOURCES.map((resource) => [resource, new Map<string, object>()]),
  ) as Record<IncreaseResource, Map<string, object>>;
  for (const [requestIndex, request] of requests.entries()) {
    const answer = answerOf(() => {
      const increase = raiseInPlace(book, request, expertLevel);
      const { resource, id } = increase.terms;
      if (replaced[resource].has(id)) {
        throw failed(`${resource} ${quoteValue(id)} is to be increased twice.`);
      }
      replaced[resource].set(id, increase.result.record);
      return increase;
    });
    if (isActionError(answer)) return { ...answer, request: requestIndex };
    raised.push(answer);
  }
  const lists: Record<string, unknown> = {};
  for (const resource of INCREASE_RESOURCES) {
    const records = replaced[resource];
    if (records.size === 0) continue;
    lists[resource] = (book[resource] as readonly ({ id: Id } | null)[]).map(
      (record) => records.get(String(record?.id)) ?? record,
    );
  }
  const results: IncreaseResult[] = [];
  for (const [requestIndex, one] of raised.entries()) {
    const increased = new Set(replaced[one.terms.resource].keys());
    const answer = answerOf(() => withChildren(book, one, increased));
    if (isActionError(answer)) return { ...answer, request: requestIndex };
    results.push(answer);
  }
  return { book: { ...book, ...lists }, results };
}
