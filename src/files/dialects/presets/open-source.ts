/** Dialects of exchanges and switches whose source says how they write calls. */
import type { CallDialect } from "../call-dialect.ts";

/** By name. */
export const OPEN_SOURCE_DIALECTS: Readonly<Record<string, CallDialect>> = {};
