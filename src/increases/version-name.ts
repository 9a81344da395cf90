/** R55, R57: what a version is called. */
import type { BookData, Tariff } from "../model/index.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import type { IncreasableRecord } from "./increased-record.ts";
import { recordsOf } from "./record-of-book.ts";

/** `UK +3.5%`, `UK -2%`, `UK +1.25p`, `Lines +£1.25`; with ` (2)` and so on where the name is taken (R20). */
export function versionName(book: BookData, terms: IncreaseTerms, source: IncreasableRecord): string {
  const name = `${source.name} ${changeLabel(terms)}`;
  const taken = new Set<string>();
  for (const record of recordsOf(book, terms.resource)) {
    if (sharesNames(terms, record, source)) taken.add(String(record.name));
  }
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} (${count})`)) count++;
  return `${name} (${count})`;
}

function changeLabel({ change, changeText, resource }: IncreaseTerms): string {
  const sign = change.units < 0n ? "-" : "+";
  const digits = changeText.replace("-", "");
  if (change.kind === "percent") return `${sign}${digits}%`;
  return resource === "tariffs" ? `${sign}${digits}p` : `${sign}£${digits}`;
}

/** R20: a tariff's name is its own within its class and side, any other record's within its list. */
function sharesNames(terms: IncreaseTerms, record: IncreasableRecord, source: IncreasableRecord): boolean {
  if (terms.resource !== "tariffs") return true;
  const [a, b] = [record as Tariff, source as Tariff];
  return a.tariffClass === b.tariffClass && (a.retail || "retail") === (b.retail || "retail");
}
