/** The dialects that come with Tollbook, by name. */
import type { CallDialect } from "../call-dialect.ts";
import { OPEN_SOURCE_DIALECTS } from "./open-source.ts";
import { VENDOR_DIALECTS } from "./vendors.ts";

/** The dialects that come with Tollbook, by name. */
export const CALL_DIALECTS: ReadonlyMap<string, CallDialect> = new Map([
  ...Object.entries(OPEN_SOURCE_DIALECTS),
  ...Object.entries(VENDOR_DIALECTS),
]);
