/** What itemised lists say of a call besides its start, in their order: `files` reads it of results, `report` shows it. */
export const ITEMISED_TEXTS = [
  /** The number as the call named it. */
  "target",
  "external",
  "location",
  "tariffType",
  /** Seconds. */
  "duration",
  "bytes",
  "events",
  /** Pence, after discounts. */
  "cost",
] as const;
