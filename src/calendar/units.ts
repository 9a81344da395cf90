import { millisecondsInDay, millisecondsInMinute, minutesInDay } from "date-fns/constants";

/** Milliseconds in a minute. */
export const MINUTE_MS: number = millisecondsInMinute;

/** Milliseconds in a civil day of 24 hours (a day with a clock change lasts longer or shorter in real time). */
export const DAY_MS: number = millisecondsInDay;

/** Minutes on the face of a day's clock. */
export const DAY_MINUTES: number = minutesInDay;
