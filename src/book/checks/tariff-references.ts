/** R20, R2: references to tariffs by name, and references and multiples of tariffs and their lines. */
import {
  baseFieldName,
  type CheckedRateLine,
  type CheckedTariff,
  madeOnce,
  PRICED_COMPONENTS,
  quoteValue,
  type RateValues,
  TARIFF_CLASSES,
  type TariffClass,
} from "../../model/index.ts";
import type { BookIssue } from "../read-records.ts";
import { type BookUnderCheck, ReferenceNames, shownID } from "./book-under-check.ts";
import { multipleFault } from "./settings.ts";

/** Names of retail tariffs by class, for the tariff fields of customers, numbers and features. */
export class RetailTariffNames {
  readonly #book: BookUnderCheck;
  readonly #byClass: ReadonlyMap<TariffClass, ReferenceNames>;
  /** Tariffs of any class and side, also records that failed their schema. */
  readonly #all: ReferenceNames;
  /** Names of records that failed their schema: class and side are not known. */
  readonly #failed = new Set<string>();

  constructor(book: BookUnderCheck) {
    this.#book = book;
    this.#byClass = new Map(TARIFF_CLASSES.map((name) => [name, new ReferenceNames(book.budget)]));
    this.#all = book.known("tariffs", "name");
    const { tariffs } = book.records;
    for (let tariffIndex = 0; tariffIndex < tariffs.length; tariffIndex++) {
      const tariff = tariffs[tariffIndex];
      if (tariff === undefined) {
        const name = book.rawText("tariffs", tariffIndex, "name");
        if (name !== undefined) this.#failed.add(name);
      } else if (tariff.retail !== "wholesale") {
        this.#byClass.get(tariff.tariffClass)?.add(tariff.name, tariffIndex);
      }
    }
  }

  check(path: () => string, tariffClass: TariffClass, name: string): void {
    const known = this.#byClass.get(tariffClass) as ReferenceNames;
    if (known.has(name) || this.#failed.has(name) || this.#book.isUnreadable("tariffs")) return;
    const wanted = `no retail tariff of the class ${tariffClass}`;
    const otherIndex = this.#all.recordIndexOf(name);
    const other = otherIndex === undefined ? undefined : this.#book.records.tariffs[otherIndex];
    if (other !== undefined) {
      const is = `but a ${other.retail ?? "retail"} tariff of the class ${other.tariffClass}`;
      this.#book.problem(
        path(),
        `${quoteValue(name)} is ${wanted} ${is}; name a retail tariff of the class ${tariffClass}`,
      );
      return;
    }
    const repair = known.repair(name, "add it to tariffs or correct the name");
    this.#book.problem(path(), `${quoteValue(name)} is ${wanted}${repair}`);
  }
}

/** Names of retail fixed fee tariffs. A name must be unique only if a record refers to it. */
export class FixedFeeNames {
  readonly #book: BookUnderCheck;
  readonly #retail: ReferenceNames;
  readonly #wholesale = new Set<string>();
  /** By name that several tariffs share: their ids. */
  readonly #ambiguous = new Map<string, string[]>();

  constructor(book: BookUnderCheck) {
    this.#book = book;
    this.#retail = new ReferenceNames(book.budget, book.isUnreadable("fixedFeeTariffs"));
    const { fixedFeeTariffs } = book.records;
    for (let tariffIndex = 0; tariffIndex < fixedFeeTariffs.length; tariffIndex++) {
      const tariff = fixedFeeTariffs[tariffIndex];
      const name = tariff === undefined ? book.rawText("fixedFeeTariffs", tariffIndex, "name") : tariff.name;
      if (name === undefined) continue;
      if (tariff?.retail === "wholesale") this.#wholesale.add(name);
      else this.#retail.add(name, tariffIndex);
    }
    for (const { recordIndex: tariffIndex, first } of this.#retail.duplicates) {
      const tariff = fixedFeeTariffs[tariffIndex];
      const other = fixedFeeTariffs[first];
      if (tariff === undefined || other === undefined) continue;
      madeOnce(this.#ambiguous, tariff.name, () => [other.id]).push(tariff.id);
    }
  }

  /** Checks the fixed fee tariff that a record names; `owner` is the path of the record. */
  check(owner: () => string, name: string | undefined): void {
    if (name === undefined || (this.#retail.has(name) && !this.#ambiguous.has(name))) return;
    const path = `${owner()}.fixedFeeTariff`;
    const ids = this.#ambiguous.get(name);
    if (ids !== undefined) {
      const shown = ids.slice(0, 5).map(shownID).join(", ");
      const more = ids.length > 5 ? ` and ${ids.length - 5} more` : "";
      const message = `${quoteValue(name)} is the name of several retail fixed fee tariffs (ids ${shown}${more}); rename all but one`;
      this.#book.problem(path, message);
      return;
    }
    const isWholesale = this.#wholesale.has(name);
    const repair = isWholesale
      ? " but a wholesale one; name a retail one"
      : this.#retail.repair(name, "add it to fixedFeeTariffs or correct the name");
    this.#book.problem(path, `${quoteValue(name)} is no retail fixed fee tariff${repair}`);
  }
}

/** Values that name a rounding preset (R12). */
const PRESETS = PRICED_COMPONENTS.map(({ rate }) => rate.rounding);

/** Values that are rounding multiples in pence (R2). */
const MULTIPLES = ["roundPence", "roundPenceAfterSurcharge"] as const;

/** Checks the references and multiples of every tariff, its base and its lines. */
export function checkTariffReferences(book: BookUnderCheck): void {
  for (const [tariffIndex, tariff] of book.each("tariffs")) {
    const path = `tariffs[${tariffIndex}]`;
    book.checkID(() => `${path}.customerID`, "customers", tariff.customerID);
    checkPlan(book, () => `${path}.baseDiscountPlan`, tariff.baseDiscountPlan, tariff);
    checkValues(book, tariff.base, tariff, (name) => `${path}.${baseFieldName(name)}`);
    const { rates } = tariff;
    const faults = new Map<CheckedRateLine, readonly BookIssue[]>();
    const isFaulty = (line: CheckedRateLine): boolean => {
      const found = book.problemsOf(() => checkLine(book, tariff, line));
      if (found.length > 0) faults.set(line, found);
      return found.length > 0;
    };
    for (const line of rates.where(isFaulty)) {
      for (const { path: field, message } of faults.get(rates.patternOf(line)) ?? []) {
        book.problem(`${path}.rates[${line}].${field}`, message);
      }
    }
  }
}

/** Checks a pattern of lines; the paths of the problems are names of fields. */
function checkLine(book: BookUnderCheck, tariff: CheckedTariff, line: CheckedRateLine): void {
  const { tariffType, tariffTime, discountPlan } = line;
  if (tariffType !== undefined) checkCallType(book, () => "tariffType", tariffType, tariff);
  if (tariffTime !== undefined) book.checkName(() => "tariffTime", "ratingPeriods", tariffTime);
  if (discountPlan !== undefined) checkPlan(book, () => "discountPlan", discountPlan, tariff);
  checkValues(book, line, tariff, (name) => name);
}

function checkValues(
  book: BookUnderCheck,
  values: RateValues,
  tariff: CheckedTariff,
  path: (name: (typeof PRESETS)[number] | (typeof MULTIPLES)[number]) => string,
): void {
  for (const name of PRESETS) {
    const preset = values[name];
    if (preset !== undefined) book.checkName(() => path(name), "roundings", preset);
  }
  for (const name of MULTIPLES) {
    const multiple = values[name];
    if (multiple === undefined) continue;
    const fault = multipleFault(book.settings, book.currencyOf(tariff), multiple);
    if (fault !== undefined) book.problem(path(name), fault);
  }
}

/** Refuses a line for calls of another class than the tariff's: no call matches. Surcharges are for any class (R28). */
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

/** R20: refuses a plan of another currency or customer. */
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
