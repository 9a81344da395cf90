/** R23: the local start of the calls of a block, and the rating period of each. */
import type { BookTables } from "../book/index.ts";
import {
  DAY_MS,
  isPlainDay,
  localMillisecondsAt,
  MINUTE_MS,
  periodAt,
  resolveWallTime,
} from "../calendar/index.ts";
import type { ColumnBlock } from "./column-block.ts";
import { agrees } from "./column-costs.ts";
import { UNNAMED_PERIOD } from "./find-period.ts";
import { LOCAL_TIME } from "./read-start.ts";

/** Longest cell of the other party's number that is read here. */
const MAX_CELL = 1_000;

/** The first step: it also says which rows begin as plain ones. */
export function readStarts(block: ColumnBlock, book: BookTables): void {
  const { columns, first, count, reclassify } = block;
  const { byRecord, names, startDay, startMillisecond, startOffset, tariffTime, costCDR } = columns;
  const { start, end } = columns.external;
  const { zone, periods, hasPeriods } = book;
  const { defaultIndex } = periods;
  block.refused.fill(0, 0, count);
  // Calls come in order of their start: a day is asked about once.
  let lastDay = -1;
  let isLastPlain = false;
  for (let at = 0; at < count; at++) {
    const row = first + at;
    let day = startDay[row] as number;
    let millisecond = startMillisecond[row] as number;
    const ownPeriod = reclassify ? 0 : (tariffTime[row] as number);
    let isPlain =
      byRecord[row] === 0 &&
      (end[row] as number) - (start[row] as number) <= MAX_CELL &&
      agrees(costCDR, row);
    if (millisecond < 0) {
      if (hasPeriods && ownPeriod === 0) isPlain = false;
      millisecond = 0;
    }
    const offset = startOffset[row] as number;
    if (offset === LOCAL_TIME) {
      if (day !== lastDay) {
        lastDay = day;
        isLastPlain = isPlainDay(zone, day);
      }
    }
    if (isPlain && (offset !== LOCAL_TIME || !isLastPlain)) {
      const wall = day * DAY_MS + millisecond;
      const instant =
        offset === LOCAL_TIME ? resolveWallTime(zone, wall, book.ambiguousTime) : wall - offset * MINUTE_MS;
      // A time that the clock change skips or repeats may be refused: the record says why.
      if (instant === undefined) {
        isPlain = false;
      } else {
        const local = localMillisecondsAt(zone, instant);
        day = Math.floor(local / DAY_MS);
        millisecond = local - day * DAY_MS;
      }
    }
    block.isPlain[at] = isPlain ? 1 : 0;
    block.hasOwnPeriod[at] = ownPeriod === 0 ? 0 : 1;
    if (!isPlain) continue;
    block.day[at] = day;
    block.millisecond[at] = millisecond;
    block.period[at] =
      ownPeriod !== 0
        ? (periods.indexByName.get(names[ownPeriod] as string) ?? UNNAMED_PERIOD)
        : hasPeriods
          ? periodAt(periods, day, millisecond)
          : defaultIndex;
  }
}
