/** A tariff with its parents resolved, to compare prices. */
import type { BookData, CheckedTariff } from "../model/index.ts";
import { answerOf, isActionError } from "./action-error.ts";
import { flattenTariff } from "./flatten-tariff.ts";
import { chainOf, readRecord } from "./record-of-book.ts";

/** A tariff of a book without its parents, with the same rate for every call (R51); undefined for too many lines. */
export function resolvedTariff(book: BookData, id: string): CheckedTariff | undefined {
  const answer = answerOf(() => readRecord("tariffs", flattenTariff(chainOf(book, "tariffs", id))).checked);
  return isActionError(answer) ? undefined : answer;
}
