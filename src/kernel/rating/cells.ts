/** R25 and R26 for one row: the rate of a tariff, from a cache. */
import { resolve } from "../host.ts";
import { i32At } from "../memory.ts";
import * as rows from "../rows.ts";
import * as tables from "./tables.ts";

/** The index of the cell with the rate of a row; cell 0 is always unknown. */
export function cellOf(at: i32, tariff: i32, callType: i32, period: i32): i32 {
  const viewed = i32At(tables.WORK_VIEWED) + ((tariff * tables.VIEWED_WIDTH) << 2);
  let entry =
    i32At(viewed + (tables.VIEWED_FIRST << 2)) +
    callType * i32At(viewed + (tables.VIEWED_PER_TYPE << 2)) +
    period * i32At(viewed + (tables.VIEWED_PER_PERIOD << 2));
  const count = i32At(viewed + (tables.VIEWED_CHANGES << 2));
  if (count > 0) {
    const day = i32At(rows.DAY + at);
    let change = i32At(tables.WORK_CHANGES) + (i32At(viewed + (tables.VIEWED_CHANGES_FROM << 2)) << 2);
    const end = change + (count << 2);
    while (change < end && day >= i32At(change)) {
      entry++;
      change += 4;
    }
  }
  const view = i32At(i32At(tables.WORK_VIEWS) + (entry << 2));
  return view === tables.NO_VIEW ? 0 : view + i32At(rows.PREFIX + at) + 1;
}

/** R25, R26: the rate of a row in a tariff, negative where there is none. */
export function resolveFor(row: i32, tariff: i32): i32 {
  const at = row << 2;
  return rateOf(row, tariff, i32At(rows.SIDE_TYPE + at), i32At(rows.PERIOD_SOUGHT + at));
}

/** As `resolveFor`, for any call type and period. */
export function rateOf(row: i32, tariff: i32, callType: i32, period: i32): i32 {
  const cell = i32At(i32At(tables.WORK_CELLS) + (cellOf(row << 2, tariff, callType, period) << 2));
  if (cell === tables.UNKNOWN_CELL) return resolve(row, tariff, callType, period);
  return cell < 0 ? cell : cell - 1;
}
