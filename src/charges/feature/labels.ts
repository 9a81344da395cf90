/** R62: what the transactions of a feature are called, and by whom they are carried. */
import type { FeeFacts } from "../../book/index.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import type { Transaction } from "../transaction.ts";

/** The fields of a transaction that its feature and what is above it decide. */
export type Labels = Pick<
  Transaction,
  | "transactionType"
  | "transactionDescription"
  | "transactionCarrier"
  | "transactionCode"
  | "transactionVATRate"
  | "site"
  | "campaign"
>;

/** Texts that were read; a fault ends the feature's charges before its labels are asked for. */
function read(value: Subject["feature"]["site"]): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The labels of a feature's one-off or recurring charges. */
export function labelsOf({ feature, tables, type, customer, ...owner }: Subject, kind: ChargeKind): Labels {
  const own =
    kind === "oneOff"
      ? { type: feature.connectionTransactionType, code: feature.connectionTransactionCode }
      : { type: feature.serviceTransactionType, code: feature.serviceTransactionCode };
  const above = [own.type === undefined ? undefined : tables.transactionTypes.get(own.type), type];
  const place = owner.number ?? owner.service;
  return {
    transactionType: own.type ?? null,
    transactionDescription: feature.description ?? null,
    transactionCarrier:
      feature.carrier ??
      above.find((level) => level?.defaultTransactionCarrier !== undefined)?.defaultTransactionCarrier ??
      null,
    transactionCode:
      own.code ??
      above.find((level) => level?.defaultTransactionCode !== undefined)?.defaultTransactionCode ??
      null,
    transactionVATRate: feature.VATRate ?? customer?.record.VATRate ?? null,
    site: read(feature.site ?? place?.site) ?? null,
    campaign: read(feature.campaign ?? place?.campaign) ?? null,
  };
}

/** The names by which a fixed fee tariff's lines are chosen (R72). */
export function feeNamesOf({ feature, number, service }: Subject, labels: Labels): FeeFacts["names"] {
  return {
    numberTypeIDs: number?.numberType,
    serviceTypeIDs: service?.serviceType,
    featureTypeIDs: feature.featureType,
    transactionTypeIDs: labels.transactionType ?? undefined,
    carrierIDs: labels.transactionCarrier ?? undefined,
  };
}
