/** Rates a block of calls in place: from the columns of their fields to the columns of their results. */
import { beginRows, chooseTariffs, findNumbers, findPrefixes, findTypes } from "./find-rows.ts";
import { priceSide } from "./price-rows.ts";
import { findRetailRates, findWholesaleRates } from "./rate-rows.ts";

/** Rates the first `count` rows; SLOW lists the rows of the slow path. */
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
