/** The whole face of the UK standard CDR: its reader, its dialects and their presets. */
export { penceOf, poundsToPence } from "./amount-text.ts";
export { pathText } from "./column-resolver.ts";
export { UK_CDR_COLUMNS, type UkCdrColumn } from "./columns.ts";
export { callDay, converterOf } from "./convert.ts";
export type { CodeTable, UkCdrCallType, UkCdrDateFormat, UkCdrDialect } from "./dialect.ts";
export { tableOf } from "./dialect-tables.ts";
export { type OpenedDialect, openDialect, readDialect } from "./open-dialect.ts";
export { DEFAULT_DIALECT, DIALECT_PRESETS } from "./presets.ts";
export { readUkCdrCalls, UkCdrFile, type UkCdrLayout, type UkCdrOptions } from "./read-uk-cdr-calls.ts";
export { isoDate } from "./start-text.ts";
