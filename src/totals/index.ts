/** Public interface of totals: exact sums over many calls. */
export { ColumnCounts } from "./column-counts.ts";
export {
  createReconciliation,
  type Reconciliation,
  ReconciliationCollector,
  type ReconciliationLine,
} from "./reconcile.ts";
export {
  type ClassTotals,
  type CurrencyTotals,
  createTally,
  type Tally,
  TallyCounter,
  type TallyReport,
} from "./tally.ts";
export {
  createWorklist,
  type Worklist,
  WorklistCollector,
  type WorklistEntry,
  type WorklistGroup,
  type WorklistItem,
  WorklistPart,
} from "./worklist.ts";
