/** Milliseconds in a minute. */
export const MINUTE_MS = 60_000;

/** Milliseconds in a civil day of 24 hours (a day with a clock change lasts longer or shorter in real time). */
export const DAY_MS = 86_400_000;

/** Minutes on the face of a day's clock. */
export const DAY_MINUTES = 1_440;
