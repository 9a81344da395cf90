/** R20, R24, R29: default tariffs that tie, and default wholesale tariffs in another currency than the book's. */
import { addTo, type CheckedTariff, isDefaultTariff, madeOnce, quoteValue } from "../../model/index.ts";
import { SomeWarnings } from "../read-records.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";
import { SharedCustomers } from "./duplicate-records.ts";

/** Limit of compared pairs and names: enough for real books, and an end for hostile ones. */
const MAX_COMPARISONS = 3_000_000;

interface DefaultTariff {
  readonly tariffIndex: number;
  readonly record: CheckedTariff;
  /** Undefined = any, blank included. */
  readonly carriers: ReadonlySet<string> | undefined;
  readonly numberTypes: ReadonlySet<string> | undefined;
}

/** Defaults that compete for the same calls: of one side, class, rank and, on the retail side, currency. */
interface Rivals {
  readonly forAll: DefaultTariff[];
  readonly byCustomer: Map<string, DefaultTariff[]>;
}

/** Warns of pairs of default tariffs that tie for some calls. */
export function warnOfTiedDefaults(book: BookUnderCheck): void {
  const warnings = new SomeWarnings(book);
  const customers = new SharedCustomers(book);
  let left = MAX_COMPARISONS;
  /** The first earlier tariff that ties. */
  const rivalOf = (
    tariff: DefaultTariff,
    earlier: readonly DefaultTariff[],
    end: number,
  ): DefaultTariff | undefined => {
    for (let at = 0; at < end && left > 0; at++) {
      const other = earlier[at] as DefaultTariff;
      left -= 1 + Math.min(sizeOf(tariff), sizeOf(other));
      if (overlap(tariff.carriers, other.carriers) && overlap(tariff.numberTypes, other.numberTypes)) {
        if (tariff.record.retail === "wholesale" || customers.canUseBoth(tariff.record, other.record))
          return other;
      }
    }
    return undefined;
  };
  const warn = (tariff: DefaultTariff, rival: DefaultTariff | undefined): void => {
    if (rival !== undefined) warnings.add(`tariffs[${tariff.tariffIndex}]`, tieMessage(tariff, rival));
  };
  for (const { forAll, byCustomer } of rivalsOf(book)) {
    forAll.forEach((tariff, defaultIndex) => {
      warn(tariff, rivalOf(tariff, forAll, defaultIndex));
    });
    // Tariffs of different customers never tie: compare a tariff with those of its customer and with those for all.
    for (const ofCustomer of byCustomer.values()) {
      ofCustomer.forEach((tariff, defaultIndex) => {
        warn(tariff, rivalOf(tariff, ofCustomer, defaultIndex) ?? rivalOf(tariff, forAll, forAll.length));
      });
    }
  }
  warnings.close("tariffs", "tied default tariffs");
  if (left <= 0 || customers.isSpent)
    book.warn("tariffs", "has too many default tariffs to look for ties among all of them");
}

/** R29: wholesale costs are in the book's currency; a wholesale tariff in another currency leaves them blank. */
export function warnOfForeignWholesale(book: BookUnderCheck): void {
  const { currency } = book.settings;
  const warnings = new SomeWarnings(book);
  for (const [tariffIndex, tariff] of book.each("tariffs")) {
    if (tariff.retail !== "wholesale" || !isDefaultTariff(tariff)) continue;
    if (book.currencyOf(tariff) === currency) continue;
    warnings.add(
      `tariffs[${tariffIndex}].currency`,
      `is ${quoteValue(tariff.currency)}, the book's is ${quoteValue(currency)}: ` +
        "costCarrier stays blank for the calls this wholesale tariff is chosen for; give it the book's currency",
    );
  }
  warnings.close("tariffs", "wholesale tariffs in another currency");
}

function rivalsOf(book: BookUnderCheck): Iterable<Rivals> {
  const groups = new Map<string, Rivals>();
  for (const [tariffIndex, record] of book.each("tariffs")) {
    if (!isDefaultTariff(record)) continue;
    const isWholesale = record.retail === "wholesale";
    const rank = record.forCarriers === undefined || record.forNumberTypes === undefined ? 1 : 2;
    // R29: restrictions and currency play no part in choosing a wholesale tariff.
    const currency = isWholesale ? "" : book.currencyOf(record);
    const key = `${isWholesale} ${record.tariffClass} ${rank} ${currency}`;
    const rivals = madeOnce(groups, key, (): Rivals => ({ forAll: [], byCustomer: new Map() }));
    const tariff = {
      tariffIndex,
      record,
      carriers: namesOf(record.forCarriers),
      numberTypes: namesOf(record.forNumberTypes),
    };
    const customerID = isWholesale ? undefined : record.customerID;
    if (customerID === undefined) rivals.forAll.push(tariff);
    else addTo(rivals.byCustomer, customerID, tariff);
  }
  return groups.values();
}

function namesOf(list: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return list === undefined || list.includes("*") ? undefined : new Set(list);
}

function sizeOf({ carriers, numberTypes }: DefaultTariff): number {
  return (carriers?.size ?? 0) + (numberTypes?.size ?? 0);
}

function overlap(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  const [smaller, larger] = a.size <= b.size ? [a, b] : [b, a];
  for (const name of smaller) if (larger.has(name)) return true;
  return false;
}

/** A name that both sets allow; undefined where both allow any. */
function commonName(
  a: ReadonlySet<string> | undefined,
  b: ReadonlySet<string> | undefined,
): string | undefined {
  for (const name of a ?? b ?? []) if (a === undefined || b === undefined || b.has(name)) return name;
  return undefined;
}

function tieMessage(tariff: DefaultTariff, rival: DefaultTariff): string {
  const { record, tariffIndex } = rival;
  const carrier = commonName(tariff.carriers, rival.carriers);
  const numberType = commonName(tariff.numberTypes, rival.numberTypes);
  const calls = [
    carrier === undefined ? "any carrier" : `carrier ${quoteValue(carrier)}`,
    numberType === undefined ? "any number type" : `number type ${quoteValue(numberType)}`,
  ].join(" and ");
  const other = `tariffs[${tariffIndex}] (id ${shownID(record.id)})`;
  return (
    `ties with ${other} as ${record.retail ?? "retail"} default of the class ${record.tariffClass}: calls with ${calls} ` +
    "are ambiguous-tariff; let the two differ in carriers, number types or who may use them"
  );
}
