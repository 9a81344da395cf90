/** Dialects of services and exchanges whose vendors document the form of their files. */
import type { CallDialect } from "../call-dialect.ts";
import { CARRIER_DIALECTS } from "./carriers.ts";
import { EXCHANGE_DIALECTS } from "./exchanges.ts";
import { MICROSOFT_DIALECTS } from "./microsoft.ts";

export const VENDOR_DIALECTS: Readonly<Record<string, CallDialect>> = {
  ...MICROSOFT_DIALECTS,
  ...CARRIER_DIALECTS,
  ...EXCHANGE_DIALECTS,
};
