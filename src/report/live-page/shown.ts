/** How many lines a live page shows. */
import { countText } from "../money-text.ts";

/** Lines of the customers' table at first; the script shows as many more at a time. */
export const CUSTOMERS_AT_FIRST = 100;
/** Most customers that are named at the top for each direction. */
export const MOVES = 3;

/** `40 of 120 customers`. */
export function shownText(shown: number, all: number): string {
  if (shown === all) return `${countText(all)} ${all === 1 ? "customer" : "customers"}`;
  return `${countText(shown)} of ${countText(all)} customers`;
}
