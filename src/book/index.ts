/** The whole face of the book floor: opens a book and answers which rate a call gets. */
export { CALL_FIELD, CALL_FIELDS, REPORTED_COSTS, TEXT_FIELDS } from "../model/index.ts";
export type { CallFacts } from "./call-facts.ts";
export { CallFlags } from "./call-flags.ts";
export type { CallTypeMatch, OpenedCallType } from "./call-type-index.ts";
export { canonicalNumber, DialledNumber, dialledDigits, type NumberingPlan } from "./canonical-number.ts";
export { ChoiceTable } from "./choice-table.ts";
export { DestinationReach, unreachedText } from "./destination-reach.ts";
export type { DestinationList, OpenedDestination } from "./destinations.ts";
export {
  type CarriedPlan,
  carrierKey,
  type DiscountTables,
  type PoolDefinition,
  type PoolName,
  poolKey,
} from "./discount-tables.ts";
export type { FeeFacts, FeeLineIndex, OpenedFee } from "./fee-line-index.ts";
export {
  boxOf,
  closenessOf,
  compareNearness,
  FEE_LIST_ORDER,
  type FeeBox,
  type FeeList,
  feeLineKey,
  standingLines,
} from "./fee-lines.ts";
export type { FixedFees } from "./fixed-fees.ts";
export { compareIDs } from "./id-order.ts";
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
} from "./inheritance.ts";
export { kernelPlan } from "./kernel-plan.ts";
export { KnownNames } from "./known-names.ts";
export { NO_LINE } from "./line-index.ts";
export type { NumberMatch } from "./number-index.ts";
export { type BookCheck, BookError, checkBook, issueText, openBook } from "./open-book.ts";
export {
  type BookPlaces,
  type BookTables,
  OpenedBook,
  type OpenedCustomer,
  type OpenedNumber,
} from "./opened-book.ts";
export type { OpenedPlan } from "./opened-plan.ts";
export { type LineOfTariff, OpenedTariff } from "./opened-tariff.ts";
export { NO_PREFIX, PrefixIndex } from "./prefix-index.ts";
export type { ComponentRounding, Rate, Surcharge } from "./rate.ts";
export {
  INITIAL,
  initialMilliseconds,
  RateTable,
  ROUNDING_CODE,
  SHAPE,
  SURCHARGE,
  TERMS,
  unitsPerPrice,
} from "./rate-table.ts";
export { RateViews } from "./rate-views.ts";
export type { BookIssue } from "./read-records.ts";
export { CALL_ERROR_CODES, type CallErrorCode, Refusal } from "./refusal.ts";
export { type RoundingPresets, resolveRate } from "./resolve-rate.ts";
export { restrictionAgainst } from "./restrictions.ts";
export { type BookRevision, reviseBook } from "./revise-book.ts";
export {
  type Choices,
  daysAround,
  defaultRank,
  isInForce,
  namedByFeature,
  type OpenedFeature,
  type Selected,
  type Selection,
  whyNotAllowed,
} from "./select-tariff.ts";
export { openShared, shareBook } from "./share-book.ts";
export type { SharedBook } from "./shared-book.ts";
