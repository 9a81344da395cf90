/** Opening a dialect of the UK standard CDR for the reader of all call dialects. */
import { type OpenedCallDialect, openCompleteDialect } from "../dialects/index.ts";
import { asCallDialect } from "./as-call-dialect.ts";
import type { UkCdrDialect } from "./dialect.ts";
import { openDialect } from "./open-dialect.ts";

/** A dialect, opened for reading rows. Throws a FileError that lists all its faults. */
export function openUkCdr(dialect?: UkCdrDialect | string, name?: string): OpenedCallDialect {
  return openCompleteDialect(asCallDialect(openDialect(dialect, name)), name ?? "dialect");
}
