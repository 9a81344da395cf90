/** R20: the end dates of dropped records whose own end date is blank. */
import {
  type CheckedFeature,
  type CheckedNumber,
  type CheckedSettings,
  type DropFields,
  DroppedStatuses,
} from "../model/index.ts";
import type { RecordsInPlace } from "./read-records.ts";

/**
 * The records with `billableTo` and `endDate` filled in by the drops of numbers, customers and features. Checks and
 * tables use these records to decide what is in force; the records as read are kept for revisions.
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
    const lastDay = dropped.lastDayOf(number);
    const customer = customers.get(number.customerID);
    const customerLastDay = customer === undefined ? undefined : dropped.lastDayOf(customer);
    if (lastDay !== undefined && (customerLastDay === undefined || lastDay <= customerLastDay)) {
      return { ...number, billableTo: lastDay, droppedBy: `its status ${dropped.of(number)}` };
    }
    if (customer === undefined || customerLastDay === undefined) return number;
    const droppedBy = `its customer's status ${dropped.of(customer)}`;
    return { ...number, billableTo: customerLastDay, droppedBy };
  };
  const endOfFeature = (feature: CheckedFeature): CheckedFeature => {
    const lastDay = feature.endDate === undefined ? dropped.lastDayOf(feature) : undefined;
    if (lastDay === undefined) return feature;
    return { ...feature, endDate: lastDay, droppedBy: `its status ${dropped.of(feature)}` };
  };
  return {
    ...records,
    numbers: records.numbers.map((number) => number && endOfNumber(number)),
    features: records.features.map((feature) => feature && endOfFeature(feature)),
  };
}
