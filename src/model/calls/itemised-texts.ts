/** The fields of a call in itemised lists besides its start, in order: `files` reads them, `report` shows them. */
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
