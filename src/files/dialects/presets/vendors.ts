/** Dialects of services and exchanges whose vendors document how they write calls. */
import type { CallDialect } from "../call-dialect.ts";

/** By name. */
export const VENDOR_DIALECTS: Readonly<Record<string, CallDialect>> = {};
