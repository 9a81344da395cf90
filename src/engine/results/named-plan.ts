/** R40: the discount plan that the line or the tariff of a rated call names. */
import { type BookTables, NO_PREFIX, type OpenedTariff } from "../../book/index.ts";

/** The criteria by which the line of a call is sought again (R25). */
interface LineSought {
  readonly tariff: OpenedTariff;
  /** The other party's number. */
  readonly external: string;
  readonly callType: number;
  readonly period: number;
  readonly day: number;
}

/** The plan, which is looked up only where calls are discounted. */
export function planFor(book: BookTables, { tariff, external, ...sought }: LineSought): string | undefined {
  if (!tariff.hasLinePlans) return tariff.settings.baseDiscountPlan;
  book.dialled.read(external);
  const prefix = book.prefixes.size === 0 ? NO_PREFIX : book.prefixes.longest(book.dialled);
  return tariff.discountPlanFor(book.prefixes, prefix, sought.callType, sought.period, sought.day);
}
