/** R20: a dropped record says since when. */
import { DroppedStatuses, quoteValue } from "../../model/index.ts";
import { SomeWarnings } from "../some-warnings.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** The lists whose records can be dropped, and the date of their own that goes before `updatedDate`. */
const LISTS = [
  ["customers", undefined],
  ["numbers", "billableTo"],
  ["services", undefined],
  ["features", "endDate"],
] as const;

/** The last day of a dropped record must be a date; a blank one is a warning, and the record stays in force. */
export function checkDrops(book: BookUnderCheck): void {
  const dropped = new DroppedStatuses(book.settings.droppedStatuses);
  for (const [list, ownEnd] of LISTS) {
    const warnings = new SomeWarnings(book);
    for (const [place, record] of book.each(list)) {
      const status = dropped.of(record);
      if (status === undefined) continue;
      const { updatedDate } = record;
      const path = `${list}[${place}].updatedDate`;
      const hasOwnEnd = ownEnd !== undefined && ownEnd in record;
      if (typeof updatedDate === "object" && !hasOwnEnd) book.problem(path, updatedDate.fault);
      if (updatedDate !== undefined || hasOwnEnd) continue;
      const repair = ownEnd === undefined ? "write the last day" : `write the last day, or ${ownEnd}`;
      warnings.add(
        path,
        `is blank, so the status ${quoteValue(status)} ends nothing, and the record stays in force; ${repair}`,
      );
    }
    warnings.close(list, "dropped records without a date");
  }
}
