/**
 * R71: what a charge is, and what it costs wholesale.
 *
 * Decided here where the text leaves it open: where some day that a period records has no wholesale price by days, or
 * what the period brought wholesale so far is not known, the wholesale value of a further transaction is not known (null),
 * and the record keeps what it had.
 */
import { NONE, type Ratio, sumOf } from "../ratio.ts";
import { inForce, type Placed, pounds, rounded, whole } from "./charge-book.ts";
import {
  type Asked,
  checkMissingFee,
  type Fee,
  feeOf,
  fixedFeeTariffOf,
  wholesaleFeeOf,
} from "./fixed-fees.ts";
import type { PeriodRecord } from "./records.ts";

const FIELDS = { oneOff: "connectionCharge", recurring: "serviceCharge" } as const;

/** The `…Carrier` amount, else the wholesale tariff's. */
export function wholesaleOf(asked: Asked): Fee | null {
  const own = pounds(inForce(asked.placed, `${FIELDS[asked.kind]}Carrier`));
  return own === null ? wholesaleFeeOf(asked) : { price: own, type: "proRata" };
}

/** R71: own amount, else the standard feature's, else the fixed fee tariff's; null: no such charge. */
export function retailOf(asked: Asked, wholesale: Fee | null): Fee | null {
  const own = pounds(inForce(asked.placed, FIELDS[asked.kind]));
  if (own !== null) return { price: own, type: "proRata" };
  const tariff = fixedFeeTariffOf(asked.placed);
  if (tariff === null) return null;
  const fee = feeOf(tariff, asked, wholesale);
  if (fee === null) checkMissingFee(tariff, asked, hasOwnAmount(asked.placed));
  return fee;
}

/** Whether the feature or its standard feature has an amount for either charge, a dated one included. */
function hasOwnAmount(placed: Placed): boolean {
  const changes = (placed.feature.datedChanges ?? []) as ReadonlyArray<Readonly<Record<string, unknown>>>;
  return [
    inForce(placed, "connectionCharge"),
    inForce(placed, "serviceCharge"),
    ...changes.map((change) => change.serviceCharge),
  ].some((value) => pounds(value) !== null);
}

/** What the days that a period records come to, before R61. */
export function shareOf({ start, end, days }: PeriodRecord): Ratio {
  return sumOf([...days.values()].map(({ net }) => net)).over(whole(end - start + 1));
}

/** The wholesale value of one more transaction of a period whose days are priced by days; null: not known. */
export function furtherCarrierValue(placed: Placed, record: PeriodRecord, sofar: Ratio | null): Ratio | null {
  const days = [...record.days.values()];
  if (sofar === null || days.some(({ carrier }) => carrier === null)) return null;
  const sum = sumOf(days.map(({ carrier, billed }) => (carrier ?? NONE).times(billed)));
  return rounded(placed.data, sum.over(whole(record.end - record.start + 1))).minus(sofar);
}
