/** The whole face of the UK standard CDR: its reader, its dialects and their presets. */
export { callDay, converterOf, isoDate } from "./cell-texts.ts";
export {
  type CodeTable,
  UK_CDR_COLUMNS,
  type UkCdrCallType,
  type UkCdrColumn,
  type UkCdrDateFormat,
  type UkCdrDialect,
} from "./dialect.ts";
export {
  DEFAULT_DIALECT,
  DIALECT_PRESETS,
  type OpenedDialect,
  openDialect,
  readDialect,
} from "./open-dialect.ts";
export { readUkCdrCalls, UkCdrFile, type UkCdrLayout, type UkCdrOptions } from "./read-uk-cdr-calls.ts";
