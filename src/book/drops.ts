/** R20: the ends that dropped records have where their own dates leave them open. */
import {
  type CheckedFeature,
  type CheckedNumber,
  type CheckedSettings,
  type DropFields,
  DroppedStatuses,
} from "../model/index.ts";
import type { RecordsInPlace } from "./read-records.ts";

/**
 * The records with `billableTo` and `endDate` filled in by the drops of numbers, customers and features. Whatever asks
 * whether a record is in force asks these; the records as they were read are kept for revisions.
 */
export function withDrops<R extends Pick<RecordsInPlace, "numbers" | "features" | "customers">>(
  settings: CheckedSettings,
  records: R,
): R {
  const dropped = new DroppedStatuses(settings.droppedStatuses);
  const customers = new Map<string, DropFields>();
  for (const customer of records.customers) {
    if (customer !== undefined && dropped.lastDayOf(customer) !== undefined) {
      customers.set(customer.id, customer);
    }
  }
  const endOfNumber = (number: CheckedNumber): CheckedNumber => {
    if (number.billableTo !== undefined) return number;
    const own = dropped.lastDayOf(number);
    const customer = customers.get(number.customerID);
    const ofCustomer = customer === undefined ? undefined : dropped.lastDayOf(customer);
    if (own !== undefined && (ofCustomer === undefined || own <= ofCustomer)) {
      return { ...number, billableTo: own, droppedBy: `its status ${dropped.of(number)}` };
    }
    if (customer === undefined || ofCustomer === undefined) return number;
    const droppedBy = `its customer's status ${dropped.of(customer)}`;
    return { ...number, billableTo: ofCustomer, droppedBy };
  };
  const endOfFeature = (feature: CheckedFeature): CheckedFeature => {
    const own = feature.endDate === undefined ? dropped.lastDayOf(feature) : undefined;
    if (own === undefined) return feature;
    return { ...feature, endDate: own, droppedBy: `its status ${dropped.of(feature)}` };
  };
  return {
    ...records,
    numbers: records.numbers.map((number) => number && endOfNumber(number)),
    features: records.features.map((feature) => feature && endOfFeature(feature)),
  };
}
