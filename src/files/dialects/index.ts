/** Public interface of call dialects: the language, its presets, and the readers of rows. */
export type * from "./call-dialect.ts";
export { columnKey } from "./column-names.ts";
export { DialectFile, type DialectLayout } from "./dialect-file.ts";
export { callDialectJsonSchema } from "./dialect-json-schema.ts";
export { DialectRows } from "./dialect-rows.ts";
export { readCode, readFieldName, setTable } from "./field-names.ts";
export { hasTable, type RowOutcome, strangeDirection } from "./leg-reader.ts";
export { openCallDialect, openWith, readCallDialect, wholeDialect } from "./open-call-dialect.ts";
export type * from "./opened-dialect.ts";
export { CALL_DIALECTS, UK_CDR_COLUMNS, UK_CDR_HEADER_NAMES } from "./presets/index.ts";
export { fitsText } from "./row-values.ts";
export { CALL_DIALECT_FIELDS, listBy } from "./schema/index.ts";
