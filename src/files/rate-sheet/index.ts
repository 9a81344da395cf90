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
export { MAPPING_PRESETS } from "./mapping-presets.ts";
export { sheetKeyOf } from "./merge-lines.ts";
export { openMapping, readMapping } from "./open-mapping.ts";
export {
  type LinesBy,
  MAX_SHEET_BYTES,
  MAX_SHEET_LINES,
  type NoteKind,
  type RateSheet,
  type SheetDeletion,
  type SheetNote,
  type SheetProblem,
} from "./rate-sheet.ts";
export { readRateSheet } from "./read-rate-sheet.ts";
export { SHEET_COLUMNS, type SheetColumn } from "./sheet-columns.ts";
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
} from "./sheet-mapping.ts";
export type { SheetSource } from "./sheet-source.ts";
