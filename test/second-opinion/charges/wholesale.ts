/**
 * R71: what a charge is, and what it costs wholesale.
 *
 * Decided here where the text leaves it open: where a charge has no wholesale price, what its period costs wholesale is
 * not known from then on. A further charge of a period that a `fixed` wholesale line was charged for, and a correction of
 * it, have no wholesale value.
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
import type { ChargedDay, PeriodRecord } from "./records.ts";

const FIELDS = { oneOff: "connectionCharge", recurring: "serviceCharge" } as const;

/** The `…Carrier` amount, else the wholesale tariff's. */
export function wholesaleOf(asked: Asked): Fee | null {
  const own = pounds(inForce(asked.placed, `${FIELDS[asked.kind]}Carrier`));
  return own === null ? wholesaleFeeOf(asked) : { price: own, type: "proRata" };
}

/** What one is charged and what it costs wholesale. */
export interface Amount {
  readonly fee: Fee;
  readonly wholesale: Fee | null;
}

/** R71: own amount, else the standard feature's, else the fixed fee tariff's; null: no such charge. */
export function amountOf(asked: Asked): Amount | null {
  const own = pounds(inForce(asked.placed, FIELDS[asked.kind]));
  if (own !== null) return withWholesale({ price: own, type: "proRata" }, asked);
  const tariff = fixedFeeTariffOf(asked.placed);
  if (tariff === null) return null;
  const fee = feeOf(tariff, asked, () => wholesaleOf(asked));
  if (fee === null) {
    checkMissingFee(tariff, asked, hasOwnAmount(asked.placed));
    return null;
  }
  return withWholesale(fee, asked);
}

export function withWholesale(fee: Fee, asked: Asked): Amount {
  return { fee, wholesale: wholesaleOf(asked) };
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

/** What a transaction brings wholesale, and what the period has brought with it; null: not known. */
export interface CarrierValue {
  readonly added: Ratio | null;
  readonly total: Ratio | null;
}

/**
 * A transaction after which a period records these days. What was not charged by days, as a `fixed` wholesale line is,
 * stays as it is; `before` is the record that the period had.
 */
export function carrierValueOf(
  placed: Placed,
  record: PeriodRecord,
  before: PeriodRecord | null,
): CarrierValue {
  const byDays = ({ start, end, days }: PeriodRecord): Ratio =>
    rounded(
      placed.data,
      sumOf([...days.values()].map(({ carrier, billed }) => (carrier ?? NONE).times(billed))).over(
        whole(end - start + 1),
      ),
    );
  if (before === null) return { added: byDays(record), total: byDays(record) };
  const sofar = before.valueCarrier;
  if (sofar === null) return { added: null, total: null };
  const isByDays = ({ carrier }: ChargedDay): boolean => carrier !== null;
  const days = [...before.days.values()];
  const isAllByDays = days.every(isByDays);
  if (!isAllByDays && ![...days, ...record.days.values()].some(isByDays))
    return { added: null, total: sofar };
  const apart = isAllByDays ? NONE : sofar.minus(byDays(before));
  const total = apart.plus(byDays(record));
  return { added: total.minus(sofar), total };
}
