/** Customers and numbers of an opened book (R20, R24). */
import {
  type CheckedFeature,
  type CheckedLists,
  type CheckedSettings,
  groupedBy,
  resolveFeature,
  TARIFF_CLASSES,
} from "../model/index.ts";
import { compareIDs } from "./id-order.ts";
import type { OpenedCustomer, OpenedNumber } from "./opened-number.ts";
import type { OpenedTariff } from "./tariffs/opened-tariff.ts";
import {
  type OpenedFeature,
  RememberedSelections,
  type Selection,
  whyNotAllowed,
} from "./tariffs/select-tariff.ts";

/** Opens customers and numbers with their features, every tariff name looked up (R20, R24). */
export function openParties(
  settings: CheckedSettings,
  lists: CheckedLists,
  tariffs: ReadonlyMap<string, OpenedTariff>,
): { customers: ReadonlyMap<string, OpenedCustomer>; numbers: OpenedNumber[] } {
  const retail = new Map<string, OpenedTariff>();
  for (const tariff of tariffs.values()) {
    if (!tariff.isWholesale) retail.set(`${tariff.record.tariffClass} ${tariff.record.name}`, tariff);
  }
  const lookUp = (
    byClass: Partial<Record<string, string>>,
    customer: Pick<OpenedCustomer, "record" | "currency">,
    featureID: string | null,
    namedBy: string,
  ): readonly (Selection | undefined)[] =>
    TARIFF_CLASSES.map((tariffClass) => {
      const name = byClass[tariffClass];
      const tariff = name === undefined ? undefined : retail.get(`${tariffClass} ${name}`);
      if (tariff === undefined) return undefined;
      const refusal = whyNotAllowed(tariff, customer.record, customer.currency);
      return { tariff, refusal, featureID, namedBy };
    });

  const templates = new Map(lists.standardFeatures.map((template) => [template.name, template]));
  const owned = ownedFeatures(
    lists.features.map((feature) =>
      resolveFeature(
        feature,
        feature.standardFeature === undefined ? undefined : templates.get(feature.standardFeature),
      ),
    ),
  );
  const openFeatures = (
    features: readonly CheckedFeature[] | undefined,
    customer: Pick<OpenedCustomer, "record" | "currency">,
  ): OpenedFeature[] =>
    (features ?? []).map((record) => ({
      record,
      named: lookUp(record.tariffs, customer, record.id, `feature ${record.id}`),
    }));

  const customers = new Map<string, OpenedCustomer>();
  for (const record of lists.customers) {
    const who = { record, currency: record.currency ?? settings.currency };
    customers.set(record.id, {
      ...who,
      features: openFeatures(owned.byCustomer.get(record.id), who),
      defaults: lookUp(record.defaultTariffs, who, null, `customer ${record.id}'s default`),
      selected: TARIFF_CLASSES.map(() => new RememberedSelections()),
    });
  }
  const numbers: OpenedNumber[] = [];
  for (const record of lists.numbers) {
    const customer = customers.get(record.customerID);
    if (customer === undefined) continue;
    numbers.push({
      numberIndex: numbers.length,
      record,
      billableFrom: record.billableFrom ?? Number.NEGATIVE_INFINITY,
      billableTo: record.billableTo ?? Number.POSITIVE_INFINITY,
      callCarrier: record.callCarrier ?? "",
      numberType: record.numberType ?? "",
      customer,
      features: openFeatures(owned.byNumber.get(record.id), customer),
      named: lookUp(record.tariffs, customer, null, `number ${record.id}`),
      choices: [],
    });
  }
  return { customers, numbers };
}

/** Features by owner, latest start first (blank = always, so last), then highest id (R24). */
function ownedFeatures(features: readonly CheckedFeature[]) {
  const start = (feature: CheckedFeature): number => feature.startDate ?? Number.NEGATIVE_INFINITY;
  const sorted = [...features].sort((a, b) =>
    start(a) === start(b) ? compareIDs(b.id, a.id) : start(a) < start(b) ? 1 : -1,
  );
  return {
    byCustomer: groupedBy(sorted, ({ customerID }) => customerID),
    byNumber: groupedBy(sorted, ({ numberID }) => numberID),
  };
}
