/**
 * The fields of a call record, as read for the look-ups in a book. Text fields are "" where blank. Rating fills
 * one such object per call; the look-ups only read the object.
 */
export interface CallFacts {
  /** As text, or null where the record has none. */
  readonly id: string | null;
  readonly numberID: string;
  readonly target: string;
  readonly external: string;
  /** `callCarrier`, else `carrier`; "" where both are blank (then the number's `callCarrier` counts, R22). */
  readonly carrier: string;
  readonly chargeBand: string;
  readonly tariffType: string;
  readonly tariffTypeCarrier: string;
  readonly tariffTime: string;
  readonly directionFlag: string;
  readonly location: string;
  /** Local civil date of the start in the book's zone. */
  readonly day: number;
  /** Local time of day of the start, in milliseconds. */
  readonly millisecondOfDay: number;
}
