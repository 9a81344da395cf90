/** R20, R25, R52: parents exist, are of the same kind, and make no cycles. */
import { type BookUnderCheck, shownID } from "./book-under-check.ts";

/** The most tariffs in one chain, the tariff itself included: rating a call reads all of them (R25). */
const LONGEST_CHAIN = 50;

/** No parent, or no valid parent. */
export const NO_PARENT = -1;

/** A list whose records have parents. */
interface Family<T> {
  readonly list: "tariffs" | "fixedFeeTariffs";
  readonly field: "parentTariff" | "parentFixedFeeTariff";
  readonly records: readonly (T | undefined)[];
  readonly parentID: (record: T) => string | undefined;
  /** A message where a parent differs from the record in a way that is not allowed. */
  readonly difference: (record: T, parent: T) => string | undefined;
}

/** By tariff index: the index of the parent, or NO_PARENT. Cycles and too long chains are cut. */
export function checkTariffParents(book: BookUnderCheck): Int32Array {
  return checkFamily(book, {
    list: "tariffs",
    field: "parentTariff",
    records: book.records.tariffs,
    parentID: (tariff) => tariff.parentTariff,
    difference: (tariff, parent) =>
      tariff.tariffClass === parent.tariffClass
        ? differentTerms(book, tariff, parent)
        : `is of the class ${parent.tariffClass}, this one of the class ${tariff.tariffClass}; a parent has the same class, side and currency`,
  });
}

/** The same checks for fixed fee tariffs, which have no class. */
export function checkFixedFeeParents(book: BookUnderCheck): void {
  checkFamily(book, {
    list: "fixedFeeTariffs",
    field: "parentFixedFeeTariff",
    records: book.records.fixedFeeTariffs,
    parentID: (tariff) => tariff.parentFixedFeeTariff,
    difference: (tariff, parent) => differentTerms(book, tariff, parent),
  });
}

interface Terms {
  readonly retail?: "retail" | "wholesale";
  readonly currency?: string;
}

function differentTerms(book: BookUnderCheck, record: Terms, parent: Terms): string | undefined {
  const side = record.retail ?? "retail";
  const parentSide = parent.retail ?? "retail";
  if (side !== parentSide)
    return `is ${parentSide}, this one ${side}; a parent has the same side and currency`;
  const currency = book.currencyOf(record);
  const parentCurrency = book.currencyOf(parent);
  if (currency === parentCurrency) return undefined;
  return `is in ${parentCurrency}, this one in ${currency}; a parent has the same side and currency`;
}

function checkFamily<T extends { readonly id: string }>(book: BookUnderCheck, family: Family<T>): Int32Array {
  const { list, field, records } = family;
  const parents = new Int32Array(records.length).fill(NO_PARENT);
  for (let recordIndex = 0; recordIndex < records.length; recordIndex++) {
    const record = records[recordIndex];
    const id = record === undefined ? undefined : family.parentID(record);
    if (record === undefined || id === undefined) continue;
    book.checkID(() => `${list}[${recordIndex}].${field}`, list, id);
    const parentIndex = book.ids[list].recordIndexOf(id);
    const parent = parentIndex === undefined ? undefined : records[parentIndex];
    if (parentIndex === undefined || parent === undefined) continue;
    parents[recordIndex] = parentIndex;
    const difference = family.difference(record, parent);
    if (difference !== undefined) {
      book.problem(
        `${list}[${recordIndex}].${field}`,
        `${list}[${parentIndex}] (id ${shownID(id)}) ${difference}`,
      );
    }
  }
  cutChains(book, family, parents);
  return parents;
}

/** Finds cycles and too long chains. Iterative, because recursion on a hostile chain would overflow the stack. */
function cutChains<T extends { readonly id: string }>(
  book: BookUnderCheck,
  { list, field, records }: Family<T>,
  parents: Int32Array,
): void {
  // Length of the chain from each record to its end; 0 = not visited yet, -1 = on the current walk.
  const lengths = new Int32Array(parents.length);
  for (let start = 0; start < parents.length; start++) {
    const walk: number[] = [];
    let at = start;
    while (at !== NO_PARENT && lengths[at] === 0) {
      lengths[at] = -1;
      walk.push(at);
      at = parents[at] as number;
    }
    if (at !== NO_PARENT && lengths[at] === -1) {
      // A cycle is found once: all its records are visited now.
      const cycle = walk.slice(walk.indexOf(at));
      const first = cycle.reduce((least, recordIndex) => Math.min(least, recordIndex));
      book.problem(`${list}[${first}].${field}`, cycleMessage(rotated(cycle, first), records));
      for (const recordIndex of cycle) {
        parents[recordIndex] = NO_PARENT;
        lengths[recordIndex] = 1;
      }
      walk.length -= cycle.length;
    }
    const end = at === NO_PARENT ? 0 : (lengths[at] as number);
    for (let step = walk.length - 1; step >= 0; step--) {
      const recordIndex = walk[step] as number;
      const length = end + walk.length - step;
      lengths[recordIndex] = length;
      if (length <= LONGEST_CHAIN) continue;
      parents[recordIndex] = NO_PARENT;
      // Report only the record at which the limit is passed, not its descendants.
      if (length === LONGEST_CHAIN + 1) {
        const message = `makes a chain of more than ${LONGEST_CHAIN} tariffs; copy the values it needs and shorten the chain`;
        book.problem(`${list}[${recordIndex}].${field}`, message);
      }
    }
  }
}

function rotated(cycle: readonly number[], first: number): readonly number[] {
  const at = cycle.indexOf(first);
  return [...cycle.slice(at), ...cycle.slice(0, at)];
}

function cycleMessage(
  cycle: readonly number[],
  records: readonly ({ readonly id: string } | undefined)[],
): string {
  if (cycle.length === 1) return "names the tariff itself; leave it blank or name another tariff";
  const shown = cycle.slice(0, 5).map((recordIndex) => shownID(records[recordIndex]?.id ?? ""));
  const more = cycle.length > shown.length ? ` → … (${cycle.length} tariffs)` : "";
  return `makes a cycle of tariffs: ${shown.join(" → ")}${more} → ${shown[0]}; one of them must have no parent among the others`;
}
