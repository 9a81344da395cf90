/** R58: several increases together, all computed from the book as it was. */
import { type BookData, type Id, quoteValue } from "../model/index.ts";
import { type ActionError, ActionFailure, answerOf, isActionError } from "./action-error.ts";
import { applyTerms, type IncreaseResult } from "./apply-increase.ts";
import { INCREASE_RESOURCES, type IncreaseRequest } from "./increase-request.ts";

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
 * as it was, so that a child whose parent is increased too is raised once (R58). Nothing is shared but what did
 * not change, and the book that is handed in stays as it is. A record named twice is error 400502.
 *
 * @example
 * const after = increaseBook(
 *   { tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: 2 }] },
 *   [{ resource: "tariffs", id: 1, increaseScope: "costOnly", increaseAmount: "0.5", expertLevel: 5 }],
 * );
 * !isActionError(after) && after.book.tariffs?.[0]?.baseCost; // => "2.5"
 */
export function increaseBook(
  book: BookData,
  requests: readonly IncreaseRequest[],
): IncreasedBook | IncreaseBookError {
  const results: IncreaseResult[] = [];
  const replaced = Object.fromEntries(
    INCREASE_RESOURCES.map((resource) => [resource, new Map<string, object>()]),
  );
  for (const [place, request] of requests.entries()) {
    const answer = answerOf(() => {
      const result = applyTerms(book, request);
      const id = String(result.record.id);
      if (replaced[request.resource]?.has(id) === true) {
        throw new ActionFailure("failed", `${request.resource} ${quoteValue(id)} is to be increased twice.`);
      }
      replaced[request.resource]?.set(id, result.record);
      return result;
    });
    if (isActionError(answer)) return { ...answer, request: place };
    results.push(answer);
  }
  const lists: Record<string, unknown> = {};
  for (const resource of INCREASE_RESOURCES) {
    const records = replaced[resource] as Map<string, object>;
    if (records.size === 0) continue;
    lists[resource] = (book[resource] as readonly { id: Id }[]).map(
      (record) => records.get(String(record.id)) ?? record,
    );
  }
  return { book: { ...book, ...lists }, results };
}
