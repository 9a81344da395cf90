/** R25: a base line stands in the place of all base fields, also of those that it leaves out. */
import { baseFieldName, isBaseLine, RATE_VALUE_NAMES } from "../../model/index.ts";
import { SomeWarnings } from "../some-warnings.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Warns of each base line without a value that the base fields have: while it is in force nothing has it. */
export function warnOfBareBaseLines(book: BookUnderCheck): void {
  const warnings = new SomeWarnings(book);
  for (const [place, tariff] of book.each("tariffs")) {
    const { base, rates } = tariff;
    for (const at of rates.where(isBaseLine)) {
      const line = rates.withoutPrefix(at);
      const missing = RATE_VALUE_NAMES.filter((name) => base[name] !== undefined && line[name] === undefined);
      if (missing.length === 0) continue;
      warnings.add(
        `tariffs[${place}].rates[${at}]`,
        `stands in the place of the base fields and has no ${missing.join(", ")}, where they have ` +
          `${missing.map(baseFieldName).join(", ")}; write on the line what is to go on`,
      );
    }
  }
  warnings.close("tariffs", "base lines without values that the base fields have");
}
