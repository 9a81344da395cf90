/** R58: several increases together, all computed from the book as it was. */
import { type BookData, type Id, quoteValue } from "../model/index.ts";
import { type ActionError, ActionFailure, answerOf, isActionError } from "./action-error.ts";
import { type IncreaseResult, type RaisedInPlace, raiseInPlace } from "./apply-increase.ts";
import { childrenOf } from "./children-of-raised.ts";
import { INCREASE_RESOURCES, type IncreaseRequest, type IncreaseResource } from "./increase-request.ts";

/** A book after several increases in place. */
export interface IncreasedBook {
  readonly book: BookData;
  /** What each request gave, in their order. */
  readonly results: readonly IncreaseResult[];
}

/** The first request that could not be carried out; nothing has been increased then. */
export interface IncreaseBookError extends ActionError {
  /** Its place among the requests. */
  readonly request: number;
}

/**
 * A new book with several records increased in place, as `applyIncrease` does: every one computed from the book
 * as it was, so that a child whose parent is increased too is raised once (R58), and is none of the `children` that
 * a result lists. Nothing is shared but what did not change, and the book that is handed in stays as it is. A record
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
  for (const [place, request] of requests.entries()) {
    const answer = answerOf(() => {
      const own = raiseInPlace(book, request, expertLevel);
      const { resource, id } = own.terms;
      if (replaced[resource].has(id)) {
        throw new ActionFailure("failed", `${resource} ${quoteValue(id)} is to be increased twice.`);
      }
      replaced[resource].set(id, own.result.record);
      return own;
    });
    if (isActionError(answer)) return { ...answer, request: place };
    raised.push(answer);
  }
  const lists: Record<string, unknown> = {};
  for (const resource of INCREASE_RESOURCES) {
    const records = replaced[resource];
    if (records.size === 0) continue;
    lists[resource] = (book[resource] as readonly { id: Id }[]).map(
      (record) => records.get(String(record.id)) ?? record,
    );
  }
  const results = raised.map(({ terms, result }): IncreaseResult => {
    const increased = new Set(replaced[terms.resource].keys());
    return { ...result, children: result.skipped === true ? [] : childrenOf(book, terms, increased) };
  });
  return { book: { ...book, ...lists }, results };
}
