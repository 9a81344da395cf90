/** The whole face of rate sheets: carriers' price lists as lines of a tariff. */
export { type AppliedSheet, type ApplyOptions, applySheet } from "./apply-sheet.ts";
export { compareRates, type PriceChange, type RateChange, type RateComparison } from "./compare-rates.ts";
export { implausibleJumps, type JumpFinding, type JumpLimits } from "./implausible-jumps.ts";
export { sheetKeyOf } from "./line-key.ts";
export { MAPPING_PRESETS } from "./mapping-presets.ts";
export { openMapping } from "./open-mapping.ts";
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
export { readMapping } from "./read-mapping.ts";
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
export type { UpsertCount } from "./upsert.ts";
