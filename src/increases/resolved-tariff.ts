/** A tariff with its parents resolved, for those who compare prices. */
import type { BookData, CheckedTariff } from "../model/index.ts";
import { answerOf, isActionError } from "./action-error.ts";
import { flattenTariff } from "./flatten-tariff.ts";
import { chainOf, readRecord } from "./record-of-book.ts";

/** A tariff of a book without its parents, which gives the same rate for every call (R51); undefined where that is too many lines. */
export function resolvedTariff(book: BookData, id: string): CheckedTariff | undefined {
  const answer = answerOf(() => readRecord("tariffs", flattenTariff(chainOf(book, "tariffs", id))).checked);
  return isActionError(answer) ? undefined : answer;
}
