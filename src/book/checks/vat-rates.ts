/** R78: on each day a VAT rate comes to one percentage. */
import { formatCivilDate } from "../../calendar/index.ts";
import { type CheckedVATRate, quoteValue } from "../../model/index.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

interface Placed {
  readonly place: number;
  readonly start: number;
  readonly end: number;
}

/** Entries of one name that share a day. */
export function checkVATRates(book: BookUnderCheck): void {
  const byName = new Map<string, Placed[]>();
  for (const [place, rate] of book.each("vatRates")) {
    const entry = placed(rate, place);
    const same = byName.get(rate.name);
    if (same === undefined) byName.set(rate.name, [entry]);
    else same.push(entry);
  }
  for (const [name, entries] of byName) {
    entries.sort((a, b) => (a.start === b.start ? a.place - b.place : a.start < b.start ? -1 : 1));
    let [latest] = entries as [Placed];
    for (const entry of entries.slice(1)) {
      if (entry.start <= latest.end)
        book.problem(`vatRates[${entry.place}].startDate`, shared(name, entry, latest));
      if (entry.end > latest.end) latest = entry;
    }
  }
}

function placed({ startDate, endDate }: CheckedVATRate, place: number): Placed {
  return { place, start: startDate ?? Number.NEGATIVE_INFINITY, end: endDate ?? Number.POSITIVE_INFINITY };
}

function shared(name: string, { start }: Placed, { place, end }: Placed): string {
  const from = Number.isFinite(start) ? `on ${formatCivilDate(start)}` : "from the first day on";
  const until = Number.isFinite(end) ? `, which ends on ${formatCivilDate(end)}` : ", which has no endDate";
  return `${quoteValue(name)} is ${from} also vatRates[${place}]${until}; a name has one percentage on each day`;
}
