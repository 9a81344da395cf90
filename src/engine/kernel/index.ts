/** The kernel: rows of calls in, rows of results out. */
import { chooseTariffs, findPrefixes, findTypes, readDialled } from "./choose-rows.ts";
import { findRetailRates, findWholesaleRates } from "./find-rates.ts";
import { priceOthers } from "./price-others.ts";
import { priceSide } from "./price-rows.ts";
import { findNumbers, readStarts } from "./read-rows.ts";
import { type KernelRows, RATED } from "./rows.ts";

export { BLOCK_ROWS, ERROR, IGNORED, type KernelResults, KernelRows, RATED, type Side } from "./rows.ts";

/** Rates the rows of a block, but those that it leaves in `slow`: they are for their records to say. */
export function rateBlock(rows: KernelRows): void {
  const { first, count, results } = rows;
  for (let row = first; row < first + count; row++) {
    results.outcome[row] = RATED;
    results.method[row] = 0;
    results.fromRecord[row] = 0;
  }
  rows.slowCount = 0;
  rows.retail.usageFirst = first;
  readStarts(rows);
  findNumbers(rows);
  findTypes(rows);
  readDialled(rows);
  findPrefixes(rows);
  chooseTariffs(rows);
  // R29 before R24's rate: a markup may need the calculated wholesale cost.
  findWholesaleRates(rows);
  priceSide(rows, rows.wholesale);
  priceOthers(rows, rows.wholesale);
  findRetailRates(rows);
  priceSide(rows, rows.retail);
  priceOthers(rows, rows.retail);
}
