/** Public interface of files: books and call files in, results out. Node only. */
export { READABLE_FIELDS, type ReadableField } from "../model/index.ts";
export { bookDigest, parseBook } from "./book-json/index.ts";
export {
  CALL_FORMATS,
  type CallFormat,
  type CallItem,
  type CallLine,
  FILE_FORMATS,
  type FileFormat,
  formatOfName,
  type LineProblem,
  PassedOverCounter,
  type PassedOverCounts,
  type PassedOverRow,
  type UnreadableLine,
} from "./call-file.ts";
export * from "./call-formats/index.ts";
export {
  CALL_DIALECTS,
  type CallDialect,
  callDialectJsonSchema,
  type DialectChoices,
  openCallDialect,
  readCallDialect,
} from "./dialects/index.ts";
export { FileError, type FilePlace, fileErrorOf } from "./file-error.ts";
export * from "./itemise/index.ts";
export { parseJson } from "./json.ts";
export { folderError, makeFolder } from "./make-folder.ts";
export { type Input, type InputOptions, openInput, readJsonFile } from "./open-input.ts";
export { finishOutputs, type Output, type OutputOptions, openOutput, ReaderGone } from "./open-output.ts";
export { type PathTarget, pathTarget } from "./path-target.ts";
export * from "./preview-file.ts";
export * from "./rate-run/index.ts";
export * from "./rate-sheet/index.ts";
export {
  bookText,
  type CsvOrigin,
  type LoadedBook,
  loadBook,
  originOf,
  readBook,
  withCsvLists,
} from "./read-book.ts";
export {
  describeProblem,
  type FileColumns,
  readCallBatches,
  readCallColumns,
  readCalls,
  readUkCdrCalls,
  type UkCdrOptions,
} from "./read-calls.ts";
export { callWarnings, type ReadCallsOptions } from "./read-options.ts";
export {
  type ColumnChoice,
  checkResultColumns,
  createRecordWriter,
  csvCell,
  csvLine,
  RESULT_COLUMNS,
  type RecordWriter,
  type RecordWriterOptions,
  type ResultLines,
  resultLines,
} from "./results/index.ts";
export { lockStateFile, type StateLock } from "./state-lock.ts";
export {
  discountStateText,
  type FeatureStates,
  featureStateLines,
  readDiscountState,
  readFeatureStates,
  withFeatureStates,
} from "./stored-states.ts";
export { type ByteSource, MAX_BOOK_BYTES, MAX_LINE_BYTES, MAX_NESTING } from "./text.ts";
export {
  type CodeTable,
  DEFAULT_DIALECT,
  DIALECT_PRESETS,
  openDialect,
  readDialect,
  UK_CDR_COLUMNS,
  type UkCdrCallType,
  type UkCdrColumn,
  type UkCdrDateFormat,
  type UkCdrDialect,
} from "./uk-cdr/index.ts";
export { unlessAborted } from "./unless-aborted.ts";
