/** The whole face of the files: books and call files in, results out. Node only. */
export { READABLE_FIELDS, type ReadableField } from "../model/index.ts";
export { bookDigest } from "./book-digest.ts";
export { bookText, withCsvLists } from "./book-text.ts";
export { CALL_FORMATS, type CallFormat, FILE_FORMATS, type FileFormat, formatOfName } from "./call-format.ts";
export type { CallItem, CallLine, LineProblem, UnreadableLine } from "./call-item.ts";
export { csvCell, csvLine } from "./csv-cell.ts";
export { discountStateText, readDiscountState } from "./discount-state-file.ts";
export {
  type FeatureStates,
  featureStateLines,
  readFeatureStates,
  withFeatureStates,
} from "./feature-state-file.ts";
export { FileError, type FilePlace } from "./file-error.ts";
export { MAX_BOOK_BYTES, MAX_LINE_BYTES, MAX_NESTING } from "./limits.ts";
export { type Input, type InputOptions, openInput } from "./open-input.ts";
export { type OutputOptions, openOutput } from "./open-output.ts";
export { callWarnings } from "./origin-warnings.ts";
export { finishOutputs, type Output, ReaderGone } from "./output.ts";
export { type PathTarget, pathTarget } from "./path-target.ts";
export { type PreviewFileOptions, previewFile } from "./preview-file.ts";
export {
  type BilledCalls,
  type BillStream,
  billStream,
  MOST_THREADS,
  type RateFileOptions,
  type RateStream,
  type ResultTarget,
  type RunReport,
  rateFile,
  rateStream,
  WorkerFailure,
} from "./rate-run/index.ts";
export {
  type AppliedSheet,
  type ApplyOptions,
  applySheet,
  type CodeNames,
  type ColumnName,
  compareRates,
  implausibleJumps,
  type JumpFinding,
  type JumpLimits,
  type LinesBy,
  MAPPING_PRESETS,
  type NoteKind,
  type PriceChange,
  type RateChange,
  type RateComparison,
  type RateSheet,
  type RowCondition,
  readMapping as readSheetMapping,
  readRateSheet,
  SHEET_COLUMNS,
  type SheetColumn,
  type SheetColumns,
  type SheetDateFormat,
  type SheetDeletion,
  type SheetMapping,
  type SheetNote,
  type SheetPeriod,
  type SheetProblem,
  type SheetSet,
  type SheetSource,
  type SheetVariant,
  type UpsertCount,
} from "./rate-sheet/index.ts";
export { type CsvOrigin, type LoadedBook, loadBook, originOf, readBook } from "./read-book.ts";
export { readCallColumns } from "./read-call-columns.ts";
export { describeProblem, type ReadCallsOptions, readCallBatches, readCalls } from "./read-calls.ts";
export { readJsonFile } from "./read-json-file.ts";
export { createRecordWriter, type RecordWriter, type RecordWriterOptions } from "./record-writer.ts";
export { type ColumnChoice, checkResultColumns } from "./result-columns.ts";
export { lockStateFile, type StateLock } from "./state-lock.ts";
export type { ByteSource } from "./text-bytes.ts";
export {
  type CodeTable,
  DEFAULT_DIALECT,
  DIALECT_PRESETS,
  openDialect,
  readDialect,
  readUkCdrCalls,
  UK_CDR_COLUMNS,
  type UkCdrCallType,
  type UkCdrColumn,
  type UkCdrDateFormat,
  type UkCdrDialect,
  type UkCdrOptions,
} from "./uk-cdr/index.ts";
