/** R22's second look-up and R25 to R29 for a block: the rate of each call on one side of its cost. */

import { lookAgain } from "../host.ts";
import { f64At, i32At, setI32, toI32 } from "../memory.ts";
import * as rows from "../rows.ts";
import { cellOf, resolveFor } from "./cells.ts";
import { leave, refuse } from "./find-rows.ts";
import { markUpWithoutRate, NOT_KNOWN, PRICED, writeNoWholesale } from "./price-rows.ts";
import * as tables from "./tables.ts";

/** The address of a row's choices of tariffs. */
function choiceOf(at: i32): i32 {
  return i32At(tables.WORK_CHOICES) + (i32At(rows.CHOSEN + at) << 2);
}

/** The wholesale rate of each call (R29), before the retail rate, whose markup may need the calculated cost. */
export function findWholesaleRates(): void {
  const count = i32At(tables.WORK_LIVE_COUNT);
  let kept: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(rows.LIVE + (next << 2));
    const at = row << 2;
    const choice = choiceOf(at);
    const tariff = i32At(choice + (tables.CHOICE_WHOLESALE << 2));
    if (tariff < 0) {
      writeNoWholesale(row);
      continue;
    }
    setI32(rows.SIDE_TARIFF + at, tariff);
    setI32(rows.SIDE_TYPE + at, i32At(rows.CALL_TYPE + at));
    const traits = i32At(choice + (tables.CHOICE_TRAITS << 2)) >> tables.WHOLESALE_TRAITS;
    if ((traits & tables.LOOKS_AGAIN) !== 0 && lookAgain(row, tariff, 0) === 0) {
      writeNoWholesale(row);
      continue;
    }
    setI32(rows.SIDE + (kept << 2), row);
    kept++;
  }
  setI32(tables.WORK_SIDE_COUNT, kept);
  if (kept > 0) resolveRates(false);
}

/** The retail rate of each call. */
export function findRetailRates(): void {
  const count = i32At(tables.WORK_LIVE_COUNT);
  let kept: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(rows.LIVE + (next << 2));
    const at = row << 2;
    // The wholesale side has sent the row to the slow path.
    if (i32At(rows.CHOSEN + at) < 0) continue;
    const choice = choiceOf(at);
    const tariff = i32At(choice + (tables.CHOICE_TARIFF << 2));
    setI32(rows.SIDE_TARIFF + at, tariff);
    setI32(rows.SIDE_TYPE + at, i32At(rows.CALL_TYPE + at));
    setI32(rows.TARIFF + at, tariff);
    setI32(rows.FEATURE + at, i32At(choice + (tables.CHOICE_FEATURE << 2)));
    if (
      (i32At(choice + (tables.CHOICE_TRAITS << 2)) & tables.LOOKS_AGAIN) !== 0 &&
      lookAgain(row, tariff, 1) === 0
    ) {
      refuse(row, tables.ERROR_CLASS_CONFLICT);
      continue;
    }
    setI32(rows.CALL_TYPE_USED + at, i32At(rows.SIDE_TYPE + at));
    setI32(rows.SIDE + (kept << 2), row);
    kept++;
  }
  setI32(tables.WORK_SIDE_COUNT, kept);
  resolveRates(true);
}

/**
 * The rate and the shape of each row of a side. A row without a rate is refused or marked up (R27), or its wholesale
 * cost is not known.
 */
function resolveRates(isRetail: boolean): void {
  const count = i32At(tables.WORK_SIDE_COUNT);
  for (let next: i32 = 0; next < count; next++) {
    const at = i32At(rows.SIDE + (next << 2)) << 2;
    const cell = cellOf(
      at,
      i32At(rows.SIDE_TARIFF + at),
      i32At(rows.SIDE_TYPE + at),
      i32At(rows.PERIOD_SOUGHT + at),
    );
    setI32(rows.SIDE_RATE + at, cell);
  }
  // Nothing but one load a row, so that the cache misses of many rows overlap.
  const cells = i32At(tables.WORK_CELLS);
  for (let next: i32 = 0; next < count; next++) {
    const at = rows.SIDE_RATE + (i32At(rows.SIDE + (next << 2)) << 2);
    setI32(at, i32At(cells + (i32At(at) << 2)));
  }
  let kept: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(rows.SIDE + (next << 2));
    const at = row << 2;
    const cell = i32At(rows.SIDE_RATE + at);
    const rate = cell > 0 ? cell - 1 : cell < 0 ? cell : resolveFor(row, i32At(rows.SIDE_TARIFF + at));
    setI32(rows.SIDE_RATE + at, rate);
    setI32(rows.SIDE_SURCHARGES + at, rate);
    if (isRetail) {
      const surcharges = i32At(choiceOf(at) + (tables.CHOICE_SURCHARGES << 2));
      if ((rate < 0 || surcharges !== tables.NONE) && !findSurcharges(row, rate, surcharges)) continue;
    } else if (rate < 0) {
      writeNoWholesale(row);
      continue;
    }
    setI32(rows.SIDE + (kept << 2), row);
    kept++;
  }
  setI32(tables.WORK_SIDE_COUNT, kept);
  // Likewise for the terms of rates, each of which lies in one cache line.
  const terms = i32At(tables.WORK_TERMS) + (tables.TERM_SHAPE << 3);
  const shapes = i32At(tables.WORK_SHAPES);
  for (let next: i32 = 0; next < kept; next++) {
    const at = i32At(rows.SIDE + (next << 2)) << 2;
    setI32(rows.SIDE_SHAPE + at, shapes + (toI32(f64At(terms + (i32At(rows.SIDE_RATE + at) << 3))) << 3));
  }
}

/**
 * A retail row without a rate (R27), or a row whose surcharges another tariff sets (R28); false where the row ends
 * here.
 */
function findSurcharges(row: i32, rate: i32, surcharges: i32): boolean {
  const at = row << 2;
  if (rate < 0) {
    const markups = i32At(choiceOf(at) + (tables.CHOICE_MARKUPS << 2));
    if (markups === tables.NONE) {
      refuse(row, tables.ERROR_NO_RATE);
    } else if (markups === tables.CHOSEN_BY_RECORD) {
      leave(row);
    } else {
      const outcome = markUpWithoutRate(row, markups);
      if (outcome === NOT_KNOWN) refuse(row, tables.ERROR_NO_COST);
      else if (outcome !== PRICED) leave(row);
    }
    return false;
  }
  if (surcharges === tables.CHOSEN_BY_RECORD) {
    leave(row);
    return false;
  }
  const surchargeRate = resolveFor(row, surcharges);
  setI32(rows.SIDE_SURCHARGES + at, surchargeRate < 0 ? -1 - surchargeRate : surchargeRate);
  return true;
}
