/** Public interface of the UK standard CDR: its dialects and their presets, as call dialects. */
export { UK_CDR_COLUMNS } from "../dialects/index.ts";
export { asCallDialect, openUkCdr } from "./as-call-dialect.ts";
export {
  type CodeTable,
  UK_CDR_DIALECT_FIELDS,
  type UkCdrCallType,
  type UkCdrColumn,
  type UkCdrDateFormat,
  type UkCdrDialect,
} from "./dialect.ts";
export { DEFAULT_DIALECT, DIALECT_PRESETS, openDialect, readDialect } from "./open-dialect.ts";
