/** The dialects that come with Tollbook, by name. */
import type { CallDialect } from "../call-dialect.ts";
import { CARRIER_DIALECTS } from "./carriers.ts";
import { EXCHANGE_DIALECTS } from "./exchanges.ts";
import { MICROSOFT_DIALECTS } from "./microsoft.ts";
import { OPEN_SOURCE_DIALECTS } from "./open-source.ts";
import { UK_CDR } from "./uk-standard.ts";

export { UK_CDR_COLUMNS, UK_CDR_HEADER_NAMES } from "./uk-standard.ts";

/** The dialects that come with Tollbook, by name. */
export const CALL_DIALECTS: ReadonlyMap<string, CallDialect> = new Map(
  Object.entries({
    "uk-cdr": UK_CDR,
    ...OPEN_SOURCE_DIALECTS,
    ...MICROSOFT_DIALECTS,
    ...CARRIER_DIALECTS,
    ...EXCHANGE_DIALECTS,
  }),
);
