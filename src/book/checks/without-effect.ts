/** R24, R28, R31, R41, R76: records, and fields of records, that have no effect. */
import { addTo, classFields, quoteValue, SPELLING_FIELDS, TARIFF_CLASSES } from "../../model/index.ts";
import { PLAN_FIELDS } from "../fees/discount-tables.ts";
import { canonicalNumber } from "../prefixes/canonical-number.ts";
import { SomeWarnings } from "../read-records.ts";
import type { BookUnderCheck } from "./book-under-check.ts";
import { ownedRecords } from "./owned-records.ts";

/** R28: warns of a lookup carrier of a surcharges tariff, whose lines are found by the retail tariff's call type. */
export function warnOfSurchargesLookup(book: BookUnderCheck): void {
  // A surcharges tariff rates calls of the class `surcharges` like any other tariff, with its lookup carrier.
  if (book.records.callTypes.some((type) => type?.tariffClass === "surcharges")) return;
  const warnings = new SomeWarnings(book);
  for (const [tariffIndex, tariff] of book.records.tariffs.entries()) {
    if (tariff?.tariffClass !== "surcharges" || tariff.locationLookupCarrier === undefined) continue;
    warnings.add(
      `tariffs[${tariffIndex}].locationLookupCarrier`,
      "plays no part in a surcharges tariff, whose lines are sought with the call type of the retail tariff's; set it there, or leave it out",
    );
  }
  warnings.close("tariffs", "surcharges tariffs with a lookup carrier");
}

/**
 * R41: a carrier's plan counts once, with the multiplier of the first field that names the plan. A plan that a standard
 * feature names twice is reported there only.
 */
export function warnOfPlansNamedTwice(book: BookUnderCheck): void {
  for (const list of ["numbers", "standardFeatures", "features"] as const) {
    const warnings = new SomeWarnings(book);
    for (const { path, record, template } of ownedRecords(book, list)) {
      const planIn = (field: (typeof PLAN_FIELDS)[number]) => record[field] ?? template?.[field];
      for (const field of PLAN_FIELDS) {
        const plan = planIn(field);
        const first = PLAN_FIELDS.find((earlier) => plan !== undefined && planIn(earlier) === plan);
        if (first === undefined || first === field) continue;
        if (record[field] === undefined && record[first] === undefined) continue;
        const [said, twin] = record[field] === undefined ? [first, field] : [field, first];
        const multiplier = list === "numbers" ? "" : `, or raise discountPlanMultiplier${first.slice(-1)}`;
        warnings.add(
          `${path}.${said}`,
          `${quoteValue(plan)} is ${twin} as well, and a plan counts once for what carries it; leave it out${multiplier}`,
        );
      }
    }
    warnings.close(list, "plans named twice");
  }
}

/** R24, R40, R76: what features say about calls; no call belongs to a service. */
const CALL_FIELDS = [...PLAN_FIELDS, "VATRateCalls", "callsTransactionCode"] as const;

/** Warns of what a feature of a service says about calls; of a standard feature it may be meant for other features. */
export function warnOfCallsOfServices(book: BookUnderCheck): void {
  const warnings = new SomeWarnings(book);
  for (const [featureIndex, feature] of book.each("features")) {
    if (feature.serviceID === undefined) continue;
    const tariffs = TARIFF_CLASSES.filter((name) => feature.tariffs[name] !== undefined);
    const fields: readonly string[] = [
      ...tariffs.map((name) => classFields(name).tariff),
      ...CALL_FIELDS.filter((field) => feature[field] !== undefined),
    ];
    const [first, ...further] = fields;
    if (first === undefined) continue;
    const them = further.length === 0 ? "it" : `it and ${further.join(", ")}`;
    warnings.add(
      `features[${featureIndex}].${first}`,
      `is about calls, and no call belongs to a service; leave ${them} out, or name a customerID or numberID in place of serviceID`,
    );
  }
  warnings.close("features", "features of services with fields about calls");
}

/** R31: warns of numbers whose calls are ignored on days on which they are billable, as those of a former customer's. */
export function warnOfIgnoredNumbers(book: BookUnderCheck): void {
  const ignoredBy = new Map<string, [index: number, from: number, to: number][]>();
  for (const [index, { number, startDate, endDate }] of book.each("ignoredNumbers")) {
    const span = [startDate ?? Number.NEGATIVE_INFINITY, endDate ?? Number.POSITIVE_INFINITY] as const;
    addTo(ignoredBy, canonicalNumber(number, book.settings), [index, ...span]);
  }
  ignoredBy.delete("");
  if (ignoredBy.size === 0) return;
  const warnings = new SomeWarnings(book);
  for (const [numberIndex, number] of book.each("numbers")) {
    const { billableFrom = Number.NEGATIVE_INFINITY, billableTo = Number.POSITIVE_INFINITY } = number;
    for (const field of SPELLING_FIELDS) {
      const entries = ignoredBy.get(canonicalNumber(number[field] ?? "", book.settings));
      const entry = entries?.find(([, from, to]) => from <= billableTo && billableFrom <= to);
      if (entry === undefined) continue;
      warnings.add(
        `numbers[${numberIndex}].${field}`,
        `is on ignoredNumbers[${entry[0]}] while it is billable, and calls of ignored numbers are not charged; end one of the two`,
      );
    }
  }
  warnings.close("numbers", "numbers whose calls are ignored");
}
