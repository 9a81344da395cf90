/** R22's second look-up and R25 to R29 for a block: the rate of each call on one side of its cost. */

import { lookAgain } from "../host.ts";
import { f64At, i32At, setI32, toI32 } from "../memory.ts";
import {
  CALL_TYPE,
  CALL_TYPE_USED,
  CHOSEN,
  FEATURE,
  LIVE,
  PERIOD_SOUGHT,
  SIDE,
  SIDE_RATE,
  SIDE_SHAPE,
  SIDE_SURCHARGES,
  SIDE_TARIFF,
  SIDE_TYPE,
  TARIFF,
} from "../rows.ts";
import { cellOf, resolveFor } from "./cells.ts";
import { leave, refuse } from "./find-rows.ts";
import { markUpWithoutRate, NOT_KNOWN, PRICED, writeNoWholesale } from "./price-rows.ts";
import {
  CHOICE_FEATURE,
  CHOICE_MARKUPS,
  CHOICE_SURCHARGES,
  CHOICE_TARIFF,
  CHOICE_TRAITS,
  CHOICE_WHOLESALE,
  CHOSEN_BY_RECORD,
  ERROR_CLASS_CONFLICT,
  ERROR_NO_COST,
  ERROR_NO_RATE,
  LOOKS_AGAIN,
  NONE,
  TERM_SHAPE,
  WHOLESALE_TRAITS,
  WORK_CELLS,
  WORK_CHOICES,
  WORK_LIVE_COUNT,
  WORK_SHAPES,
  WORK_SIDE_COUNT,
  WORK_TERMS,
} from "./tables.ts";

/** The address of a row's choices of tariffs. */
function choiceOf(at: i32): i32 {
  return i32At(WORK_CHOICES) + (i32At(CHOSEN + at) << 2);
}

/** The wholesale rate of each call (R29), before the retail rate, whose markup may need the calculated cost. */
export function findWholesaleRates(): void {
  const count = i32At(WORK_LIVE_COUNT);
  let kept: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(LIVE + (next << 2));
    const at = row << 2;
    const choice = choiceOf(at);
    const tariff = i32At(choice + (CHOICE_WHOLESALE << 2));
    if (tariff < 0) {
      writeNoWholesale(row);
      continue;
    }
    setI32(SIDE_TARIFF + at, tariff);
    setI32(SIDE_TYPE + at, i32At(CALL_TYPE + at));
    const traits = i32At(choice + (CHOICE_TRAITS << 2)) >> WHOLESALE_TRAITS;
    if ((traits & LOOKS_AGAIN) !== 0 && lookAgain(row, tariff, 0) === 0) {
      writeNoWholesale(row);
      continue;
    }
    setI32(SIDE + (kept << 2), row);
    kept++;
  }
  setI32(WORK_SIDE_COUNT, kept);
  if (kept > 0) resolveRates(false);
}

/** The retail rate of each call. */
export function findRetailRates(): void {
  const count = i32At(WORK_LIVE_COUNT);
  let kept: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(LIVE + (next << 2));
    const at = row << 2;
    // The wholesale side has sent the row to the slow path.
    if (i32At(CHOSEN + at) < 0) continue;
    const choice = choiceOf(at);
    const tariff = i32At(choice + (CHOICE_TARIFF << 2));
    setI32(SIDE_TARIFF + at, tariff);
    setI32(SIDE_TYPE + at, i32At(CALL_TYPE + at));
    setI32(TARIFF + at, tariff);
    setI32(FEATURE + at, i32At(choice + (CHOICE_FEATURE << 2)));
    if ((i32At(choice + (CHOICE_TRAITS << 2)) & LOOKS_AGAIN) !== 0 && lookAgain(row, tariff, 1) === 0) {
      refuse(row, ERROR_CLASS_CONFLICT);
      continue;
    }
    setI32(CALL_TYPE_USED + at, i32At(SIDE_TYPE + at));
    setI32(SIDE + (kept << 2), row);
    kept++;
  }
  setI32(WORK_SIDE_COUNT, kept);
  resolveRates(true);
}

/**
 * The rate and the shape of each row of a side. A row without a rate is refused or marked up (R27), or its wholesale
 * cost is not known.
 */
function resolveRates(isRetail: boolean): void {
  const count = i32At(WORK_SIDE_COUNT);
  for (let next: i32 = 0; next < count; next++) {
    const at = i32At(SIDE + (next << 2)) << 2;
    const cell = cellOf(at, i32At(SIDE_TARIFF + at), i32At(SIDE_TYPE + at), i32At(PERIOD_SOUGHT + at));
    setI32(SIDE_RATE + at, cell);
  }
  // Nothing but one load a row, so that the cache misses of many rows overlap.
  const cells = i32At(WORK_CELLS);
  for (let next: i32 = 0; next < count; next++) {
    const at = SIDE_RATE + (i32At(SIDE + (next << 2)) << 2);
    setI32(at, i32At(cells + (i32At(at) << 2)));
  }
  let kept: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(SIDE + (next << 2));
    const at = row << 2;
    const cell = i32At(SIDE_RATE + at);
    const rate = cell > 0 ? cell - 1 : cell < 0 ? cell : resolveFor(row, i32At(SIDE_TARIFF + at));
    setI32(SIDE_RATE + at, rate);
    setI32(SIDE_SURCHARGES + at, rate);
    if (isRetail) {
      const surcharges = i32At(choiceOf(at) + (CHOICE_SURCHARGES << 2));
      if ((rate < 0 || surcharges !== NONE) && !findSurcharges(row, rate, surcharges)) continue;
    } else if (rate < 0) {
      writeNoWholesale(row);
      continue;
    }
    setI32(SIDE + (kept << 2), row);
    kept++;
  }
  setI32(WORK_SIDE_COUNT, kept);
  // Likewise for the terms of rates, each of which lies in one cache line.
  const terms = i32At(WORK_TERMS) + (TERM_SHAPE << 3);
  const shapes = i32At(WORK_SHAPES);
  for (let next: i32 = 0; next < kept; next++) {
    const at = i32At(SIDE + (next << 2)) << 2;
    setI32(SIDE_SHAPE + at, shapes + (toI32(f64At(terms + (i32At(SIDE_RATE + at) << 3))) << 3));
  }
}

/**
 * A retail row without a rate (R27), or a row whose surcharges another tariff sets (R28); false where the row ends
 * here.
 */
function findSurcharges(row: i32, rate: i32, surcharges: i32): boolean {
  const at = row << 2;
  if (rate < 0) {
    const markups = i32At(choiceOf(at) + (CHOICE_MARKUPS << 2));
    if (markups === NONE) {
      refuse(row, ERROR_NO_RATE);
    } else if (markups === CHOSEN_BY_RECORD) {
      leave(row);
    } else {
      const outcome = markUpWithoutRate(row, markups);
      if (outcome === NOT_KNOWN) refuse(row, ERROR_NO_COST);
      else if (outcome !== PRICED) leave(row);
    }
    return false;
  }
  if (surcharges === CHOSEN_BY_RECORD) {
    leave(row);
    return false;
  }
  const surchargeRate = resolveFor(row, surcharges);
  setI32(SIDE_SURCHARGES + at, surchargeRate < 0 ? -1 - surchargeRate : surchargeRate);
  return true;
}
