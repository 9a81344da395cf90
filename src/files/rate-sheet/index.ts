/** The whole face of rate sheets: carriers' price lists as lines of a tariff. */

export { type AppliedSheet, type ApplyOptions, applySheet, type UpsertCount } from "./apply-sheet.ts";
export {
  compareRates,
  implausibleJumps,
  type JumpFinding,
  type JumpLimits,
  type PriceChange,
  type RateChange,
  type RateComparison,
} from "./compare-rates.ts";
export type {
  CodeNames,
  ColumnName,
  RowCondition,
  SheetColumns,
  SheetDateFormat,
  SheetMapping,
  SheetPeriod,
  SheetSet,
  SheetVariant,
} from "./mapping.ts";
export { SHEET_COLUMNS, type SheetColumn } from "./mapping.ts";
export { sheetKeyOf } from "./merge-lines.ts";
export { MAPPING_PRESETS, openMapping, readMapping } from "./open-mapping.ts";
export type { SheetSource } from "./read-rate-sheet.ts";
export {
  type LinesBy,
  MAX_SHEET_BYTES,
  MAX_SHEET_LINES,
  type NoteKind,
  type RateSheet,
  readRateSheet,
  type SheetDeletion,
  type SheetNote,
  type SheetProblem,
} from "./read-rate-sheet.ts";
