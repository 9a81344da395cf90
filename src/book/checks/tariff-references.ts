/** R20, R2: what a tariff's base and its lines name, and their rounding multiples. */
import {
  baseFieldName,
  type CheckedRateLine,
  type CheckedTariff,
  PRICED_COMPONENTS,
  quoteValue,
  type RateValues,
} from "../../model/index.ts";
import type { BookIssue } from "../read-records.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";
import { Quantum } from "./settings.ts";

/** Values that name a rounding preset (R12). */
const PRESETS = PRICED_COMPONENTS.map(({ rate }) => rate.rounding);

/** Values that are rounding multiples in pence (R2). */
const MULTIPLES = ["roundPence", "roundPenceAfterSurcharge"] as const;

/** Checks every tariff, base and lines. */
export function checkTariffReferences(book: BookUnderCheck): void {
  const quantum = new Quantum(book.settings.costDecimals);
  for (const [place, tariff] of book.each("tariffs")) {
    const path = `tariffs[${place}]`;
    book.checkID(() => `${path}.customerID`, "customers", tariff.customerID);
    checkPlan(book, () => `${path}.baseDiscountPlan`, tariff.baseDiscountPlan, tariff);
    checkValues(book, tariff.base, quantum, (name) => `${path}.${baseFieldName(name)}`);
    const { rates } = tariff;
    const faults = new Map<CheckedRateLine, readonly BookIssue[]>();
    const isFaulty = (line: CheckedRateLine): boolean => {
      const found = book.problemsOf(() => checkLine(book, tariff, line, quantum));
      if (found.length > 0) faults.set(line, found);
      return found.length > 0;
    };
    for (const line of rates.where(isFaulty)) {
      for (const { path: field, message } of faults.get(rates.withoutPrefix(line)) ?? []) {
        book.problem(`${path}.rates[${line}].${field}`, message);
      }
    }
  }
}

/** What is wrong with every line that says what this one says; the paths are its fields. */
function checkLine(
  book: BookUnderCheck,
  tariff: CheckedTariff,
  line: CheckedRateLine,
  quantum: Quantum,
): void {
  const { tariffType, tariffTime, discountPlan } = line;
  if (tariffType !== undefined) checkCallType(book, () => "tariffType", tariffType, tariff);
  if (tariffTime !== undefined) book.checkName(() => "tariffTime", "ratingPeriods", tariffTime);
  if (discountPlan !== undefined) checkPlan(book, () => "discountPlan", discountPlan, tariff);
  checkValues(book, line, quantum, (name) => name);
}

function checkValues(
  book: BookUnderCheck,
  values: RateValues,
  quantum: Quantum,
  path: (name: (typeof PRESETS)[number] | (typeof MULTIPLES)[number]) => string,
): void {
  for (const name of PRESETS) {
    const preset = values[name];
    if (preset !== undefined) book.checkName(() => path(name), "roundings", preset);
  }
  for (const name of MULTIPLES) {
    const multiple = values[name];
    if (multiple !== undefined && !quantum.isWhole(multiple))
      book.problem(path(name), quantum.fault(multiple));
  }
}

/** A line for calls of another class than its tariff's could never match; surcharges are for calls of any class (R28). */
function checkCallType(book: BookUnderCheck, path: () => string, name: string, tariff: CheckedTariff): void {
  book.checkName(path, "callTypes", name);
  const callType = book.named("callTypes", name);
  if (
    callType === undefined ||
    tariff.tariffClass === "surcharges" ||
    callType.tariffClass === tariff.tariffClass
  )
    return;
  book.problem(
    path(),
    `${quoteValue(name)} is a call type of the class ${callType.tariffClass}, the tariff is of the class ${tariff.tariffClass}; ` +
      `move the line to a tariff of the class ${callType.tariffClass}`,
  );
}

/** R20: a plan of another currency or customer. */
function checkPlan(
  book: BookUnderCheck,
  path: () => string,
  name: string | undefined,
  tariff: CheckedTariff,
): void {
  if (name === undefined) return;
  book.checkName(path, "discountPlans", name);
  const plan = book.named("discountPlans", name);
  if (plan === undefined) return;
  const currency = book.currencyOf(tariff);
  const planCurrency = book.currencyOf(plan);
  if (planCurrency !== currency) {
    book.problem(
      path(),
      `the discount plan ${quoteValue(name)} is in ${planCurrency}, the tariff in ${currency}; name a plan in ${currency}`,
    );
  }
  if (
    plan.customerID !== undefined &&
    tariff.customerID !== undefined &&
    plan.customerID !== tariff.customerID
  ) {
    book.problem(
      path(),
      `the discount plan ${quoteValue(name)} is only for customer ${shownID(plan.customerID)}, ` +
        `the tariff only for customer ${shownID(tariff.customerID)}; name another plan`,
    );
  }
}
