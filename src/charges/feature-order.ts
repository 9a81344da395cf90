/** R60: the order of what is charged: customer, whether his own, a number's or a service's, owner, feature. */
import { compareIDs } from "../book/index.ts";
import type { CheckedFeature, CheckedNumber, CheckedService } from "../model/index.ts";

/** What decides a feature's place, each as a number that is compared. */
interface Placed {
  readonly feature: CheckedFeature;
  /** Of the customer's id; those whom nobody pays for come last. */
  readonly customer: number;
  readonly kind: 0 | 1 | 2;
  readonly owner: number;
  readonly own: number;
}

/** The owners of features, by id. */
interface Owners {
  readonly numbers: ReadonlyMap<string, { readonly record: CheckedNumber }>;
  readonly services: ReadonlyMap<string, CheckedService>;
}

/** The features of a book in the order in which their transactions come. */
export function inBillOrder(features: readonly CheckedFeature[], tables: Owners): readonly CheckedFeature[] {
  const payers = features.map((feature) => payerOf(feature, tables));
  const customers = ranksOf(payers);
  const owners = ranksOf(
    features.map(({ customerID, numberID, serviceID }) => numberID ?? serviceID ?? customerID),
  );
  const own = ranksOf(features.map(({ id }) => id));
  const placed = features.map(
    (feature, at): Placed => ({
      feature,
      customer: customers(payers[at]),
      kind: feature.customerID !== undefined ? 0 : feature.numberID !== undefined ? 1 : 2,
      owner: owners(feature.numberID ?? feature.serviceID ?? feature.customerID),
      own: own(feature.id),
    }),
  );
  placed.sort((a, b) => a.customer - b.customer || a.kind - b.kind || a.owner - b.owner || a.own - b.own);
  return placed.map(({ feature }) => feature);
}

function payerOf(
  { customerID, numberID, serviceID }: CheckedFeature,
  { numbers, services }: Owners,
): string | undefined {
  if (customerID !== undefined) return customerID;
  if (numberID !== undefined) return numbers.get(numberID)?.record.customerID;
  return services.get(serviceID ?? "")?.customerID;
}

/** The places of ids in their order (R42): each is compared once and not with every other of a hundred thousand. */
function ranksOf(ids: readonly (string | undefined)[]): (id: string | undefined) => number {
  const known = new Set(ids);
  known.delete(undefined);
  const keyed = [...(known as Set<string>)].map((id) => ({ id, key: plainNumber(id) }));
  keyed.sort((a, b) => (a.key !== undefined && b.key !== undefined ? a.key - b.key : compareIDs(a.id, b.id)));
  const ranks = new Map(keyed.map(({ id }, rank) => [id, rank]));
  return (id) => (id === undefined ? ranks.size : (ranks.get(id) ?? ranks.size));
}

/** The number that an id is and is written as; two such ids are never equal as numbers. */
function plainNumber(id: string): number | undefined {
  const number = Number(id);
  return Number.isSafeInteger(number) && String(number) === id ? number : undefined;
}
