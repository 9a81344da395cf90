/** Public interface of the book floor: opens a book and finds the rate of a call. */
export { inheritedMarkup, RECORD_WORDS } from "./checks/index.ts";
export type { CallFacts } from "./destinations/call-facts.ts";
export type { CallTypeMatch } from "./destinations/call-type-index.ts";
export { DestinationReach, unreachedText } from "./destinations/destination-reach.ts";
export type { DestinationList, OpenedDestination } from "./destinations/destinations.ts";
export { restrictionAgainst } from "./destinations/restrictions.ts";
export {
  type CarriedPlan,
  carrierKey,
  type DiscountTables,
  type PoolDefinition,
  type PoolName,
  poolKey,
} from "./fees/discount-tables.ts";
export { endOfLength, endOfMinimumTerm } from "./fees/feature-terms.ts";
export type { FeeFacts, FeeLineIndex, OpenedFee } from "./fees/fee-line-index.ts";
export {
  boxOf,
  closenessOf,
  compareNearness,
  FEE_LIST_ORDER,
  type FeeBox,
  type FeeList,
  feeLineKey,
  standingLines,
} from "./fees/fee-lines.ts";
export type { FeeChain } from "./fees/fixed-fees.ts";
export { compareIDs } from "./id-order.ts";
export { kernelPlan } from "./kernel-plan.ts";
export { KnownNames } from "./known-names.ts";
export { numbersBelowMinimum } from "./minimums.ts";
export type { NumberMatch } from "./number-index.ts";
export { type BookCheck, BookError, checkBook, issueText, openBook } from "./open-book.ts";
export { type BookTables, currencyOf, OpenedBook } from "./opened-book.ts";
export type { OpenedCustomer, OpenedNumber } from "./opened-number.ts";
export {
  canonicalNumber,
  DialledNumber,
  type NumberingPlan,
  shortenedWords,
} from "./prefixes/canonical-number.ts";
export { NO_PREFIX, PrefixIndex } from "./prefixes/prefix-index.ts";
export type { BookIssue } from "./read-records.ts";
export { CALL_ERROR_CODES, type CallErrorCode, Refusal } from "./refusal.ts";
export { type BookRevision, recordKey, reviseBook } from "./revise-book.ts";
export { openShared, shareBook } from "./share-book.ts";
export type { SharedBook } from "./shared-book.ts";
export { ChoiceTable } from "./tariffs/choice-table.ts";
export {
  type ChainRecords,
  isPercentage,
  keyText,
  type LineKey,
  LinesByKey,
  ownerOf,
  ownerOfCost,
  settingOwner,
  valueIn,
} from "./tariffs/inheritance.ts";
export { NO_LINE } from "./tariffs/line-index.ts";
export type { OpenedPlan } from "./tariffs/opened-plan.ts";
export { OpenedTariff } from "./tariffs/opened-tariff.ts";
export type { ComponentRounding, Rate, Surcharge } from "./tariffs/rate.ts";
export {
  initialMilliseconds,
  RateTable,
  unitsPerPrice,
} from "./tariffs/rate-table.ts";
export { RateViews } from "./tariffs/rate-views.ts";
export {
  type Choices,
  daysAround,
  isInForce,
  namedByFeature,
  type OpenedFeature,
  type Selected,
  type Selection,
  whyNotAllowed,
} from "./tariffs/select-tariff.ts";
