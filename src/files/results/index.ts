/** Results in files: their columns, and the calls in results. */

export {
  createRecordWriter,
  csvCell,
  csvLine,
  RecordLines,
  type RecordWriter,
  type RecordWriterOptions,
  type ResultLines,
  resultLines,
} from "./record-writer.ts";
export {
  callFieldsOf,
  callMaker,
  fieldOfResult,
  RESULT_PREFIX,
  TOLD_OF_CALLS,
  withoutApostrophe,
} from "./result-calls.ts";
export {
  type ColumnChoice,
  checkResultColumns,
  INPUT_PREFIX,
  inputField,
  inputFields,
  inputValue,
  isAlwaysShown,
  isOfUnrated,
  type LineFormat,
  lineFormats,
  RESULT_COLUMNS,
} from "./result-columns.ts";
