/**
 * The second opinion of charges, R60 to R78: written from the rules alone, shares no code with the engine, and takes the
 * book as the plain data that a user writes. Slow and plain: a feature's charges are found one after another by date, and
 * a period is looked at day by day.
 */
import { isBlank, type Row, text } from "../values.ts";
import { compareIDs, type Placed, place, rowsOf } from "./charge-book.ts";
import { parseDay } from "./days.ts";
import { chargeFeature } from "./feature-charges.ts";

export { callTransactions, minimumTransactions } from "./call-transactions.ts";
export { dropFeature, reinstateFeature } from "./drop.ts";
export { invoices } from "./invoices.ts";

export interface Charged {
  readonly transactions: readonly Row[];
  readonly features: readonly Row[];
  readonly errors: readonly Row[];
  readonly warnings: readonly Row[];
}

export function charges(data: Row, from: string, to: string): Charged {
  const [transactions, features, errors, warnings]: Row[][] = [[], [], [], []];
  const placed = rowsOf(data, "features").map((feature) => place(data, feature));
  for (const one of placed.sort(compareOwners)) {
    const outcome = chargeFeature(one, parseDay(from), parseDay(to));
    const whose = {
      featureID: text(one.feature.id),
      customerID: one.customer === null ? null : text(one.customer.id),
    };
    transactions!.push(...outcome.transactions);
    if (outcome.state !== null) features!.push(outcome.state);
    if (outcome.error !== null) {
      const { code, message, field } = outcome.error;
      errors!.push({ ...whose, error: code, message, field });
    }
    if (outcome.warning !== null) {
      const { code, message, field } = outcome.warning;
      warnings!.push({ ...whose, warning: code, message, field });
    }
  }
  return { transactions: transactions!, features: features!, errors: errors!, warnings: warnings! };
}

/** The book with the features' new state laid over, as the next run reads it. */
export function withStates(data: Row, states: readonly Row[]): Row {
  const byID = new Map(states.map((state) => [text(state.id), state]));
  const features = rowsOf(data, "features").map((feature) => ({
    ...feature,
    ...byID.get(text(feature.id)),
    id: feature.id,
  }));
  return { ...data, features };
}

/** R60: customer (none: last); his own features, those of his numbers, of his services, by the owner's id; feature. */
function compareOwners(a: Placed, b: Placed): number {
  return (
    Number(a.customer === null) - Number(b.customer === null) ||
    compareIDs(a.customer?.id, b.customer?.id) ||
    levelOf(a) - levelOf(b) ||
    compareIDs(ownerID(a), ownerID(b)) ||
    compareIDs(a.feature.id, b.feature.id)
  );
}

function levelOf({ feature }: Placed): number {
  return isBlank(feature.serviceID) ? (isBlank(feature.numberID) ? 0 : 1) : 2;
}

function ownerID({ feature }: Placed): unknown {
  return [feature.serviceID, feature.numberID].find((id) => !isBlank(id)) ?? "";
}
