/** Public interface of the store: the book in a database, its revisions and its history. */
export {
  awaitIntakes,
  holdOffPurges,
  lockBilling,
  lockBillingBy,
  NEXT_STAMP,
  noteWrite,
} from "./call-locks.ts";
export { readCounters } from "./load-book.ts";
export { openStore } from "./open-store.ts";
export type {
  Present,
  Revision,
  Store,
  Writer,
  Writing,
} from "./store-types.ts";
export {
  isStoredID,
  keyOfRemoved,
  LARGEST_ID,
  type RecordData,
  type StoredRecord,
  withFields,
} from "./stored-record.ts";
