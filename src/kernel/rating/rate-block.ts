/** A block of calls from what is read of them to what they cost: rows in, rows out. */
import { beginRows, chooseTariffs, findNumbers, findPrefixes, findTypes } from "./find-rows.ts";
import { priceSide } from "./price-rows.ts";
import { findRetailRates, findWholesaleRates } from "./rate-rows.ts";

/** Rates so many rows; those that it leaves to their records stand in SLOW. */
export function rateRows(count: i32, reclassify: boolean): void {
  beginRows(count, reclassify);
  findNumbers();
  findTypes(reclassify);
  findPrefixes();
  chooseTariffs();
  // R29 before R24's rate: a markup may need the calculated wholesale cost.
  findWholesaleRates();
  priceSide(false);
  findRetailRates();
  priceSide(true);
}
