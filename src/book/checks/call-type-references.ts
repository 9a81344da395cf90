/** R22: destinations and charge bands lead to call types that exist. */
import type { BookUnderCheck } from "./book-under-check.ts";

/** Checks the call types that destinations and charge bands name. */
export function checkCallTypeReferences(book: BookUnderCheck): void {
  for (const list of ["destinations", "chargeBands"] as const) {
    const records = book.records[list];
    for (let place = 0; place < records.length; place++) {
      book.checkName(() => `${list}[${place}].tariffType`, "callTypes", records[place]?.tariffType);
    }
  }
}
