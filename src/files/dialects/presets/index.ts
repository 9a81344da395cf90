/** The dialects that come with Tollbook, by name. */
import type { CallDialect } from "../call-dialect.ts";
import { OPEN_SOURCE_DIALECTS } from "./open-source.ts";
import { STANDARD_DIALECTS } from "./uk-standard.ts";
import { VENDOR_DIALECTS } from "./vendors.ts";

export { UK_CDR_COLUMNS, UK_CDR_HEADER_NAMES } from "./uk-standard.ts";

/** The dialects that come with Tollbook, by name. */
export const CALL_DIALECTS: ReadonlyMap<string, CallDialect> = new Map([
  ...Object.entries(STANDARD_DIALECTS),
  ...Object.entries(OPEN_SOURCE_DIALECTS),
  ...Object.entries(VENDOR_DIALECTS),
]);
