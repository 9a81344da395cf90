/** The whole face of the UK standard CDR: its reader, its dialects and their presets. */
export { callDay, converterOf, isoDate, penceOf, poundsToPence } from "./cell-texts.ts";
export type { CodeTable, UkCdrCallType, UkCdrDateFormat, UkCdrDialect } from "./dialect.ts";
export { tableOf, UK_CDR_COLUMNS, type UkCdrColumn } from "./dialect.ts";
export {
  DEFAULT_DIALECT,
  DIALECT_PRESETS,
  type OpenedDialect,
  openDialect,
  pathText,
  readDialect,
} from "./open-dialect.ts";
export { readUkCdrCalls, UkCdrFile, type UkCdrLayout, type UkCdrOptions } from "./read-uk-cdr-calls.ts";
