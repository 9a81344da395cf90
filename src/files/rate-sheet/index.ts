/** Public interface of rate sheets: carriers' price lists as lines of a tariff. */
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
export {
  type CodeNames,
  type ColumnName,
  type RowCondition,
  SHEET_COLUMNS,
  type SheetColumn,
  type SheetColumns,
  type SheetMapping,
  type SheetPeriod,
  type SheetSet,
  type SheetVariant,
} from "./mapping.ts";
export { inCurrencyOf, MAPPING_PRESETS, readMapping as readSheetMapping } from "./open-mapping.ts";
export type {
  LinesBy,
  NoteKind,
  RateSheet,
  SheetDeletion,
  SheetNote,
  SheetProblem,
} from "./rate-sheet.ts";
export { readRateSheet, type SheetSource } from "./read-rate-sheet.ts";
export type { SheetDateFormat } from "./sheet-cells.ts";
