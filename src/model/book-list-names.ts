/** The lists of a book, in the order in which they are checked. */
export const BOOK_LIST_NAMES = [
  "ratingPeriods",
  "holidays",
  "callTypes",
  "destinations",
  "chargeBands",
  "callDirections",
  "callOrigins",
  "callRecordings",
  "roundings",
  "tariffs",
  "customers",
  "numbers",
  "services",
  "features",
  "ignoredNumbers",
  "discountPlans",
  "fixedFeeTariffs",
  "standardFeatures",
  "featureTypes",
  "transactionTypes",
  "serviceChargeIntervals",
  "featureDiscountSchemes",
  "vatRates",
] as const;

/** The name of one of a book's lists. */
export type BookListName = (typeof BOOK_LIST_NAMES)[number];
