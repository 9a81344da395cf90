/** R3, R11, R21, R23 and R31 for a block: the local start and the period of each call, its flags and its number. */
import { type CallFacts, FLAG, NAMED, Refusal } from "../../book/index.ts";
import { isPlainDay, MINUTE_MS, periodAt, weekRow } from "../../calendar/index.ts";
import { agrees } from "../column-costs.ts";
import { UNNAMED_PERIOD } from "../find-period.ts";
import { LOCAL_TIME, localStart, NO_TIME } from "../read-start.ts";
import { IGNORED, type KernelRows, leave, ORIGIN_BITS, OWN_PERIOD_BIT, refuse } from "./rows.ts";

/** Longest cell of the other party's number that is read here. */
const MAX_CELL = 1_000;

/** The first step: it says which rows there are at all. Whatever is wrong with how a call is written is one refusal. */
export function readStarts(rows: KernelRows): void {
  const { columns, first, count, live, flags, millisecond, period, reclassify, book, known, results } = rows;
  const { byRecord, startDay, startMillisecond, startOffset, tariffTime, costCDR } = columns;
  const { originationFlag, recordingFlag } = columns;
  const { start, end } = columns.external;
  const [total, basic] = costCDR;
  const { zone, periods, hasPeriods } = book;
  const { minutes, defaultIndex } = periods;
  let kept = 0;
  // Calls come in order of their start: a day is asked about once.
  let lastDay = -1;
  let lastWeekRow = 0;
  let isLastPlain = false;
  for (let at = 0; at < count; at++) {
    const row = first + at;
    if (byRecord[row] !== 0 || (end[row] as number) - (start[row] as number) > MAX_CELL) {
      leave(rows, at);
      continue;
    }
    const originCode = originationFlag[row] as number;
    const recordingCode = recordingFlag[row] as number;
    let bits = 0;
    if (originCode !== 0) bits = known.flag(originCode) & FLAG.ORIGIN;
    if (recordingCode !== 0) bits |= known.flag(recordingCode) & (FLAG.RECORDED | FLAG.NO_RECORDING);
    if (
      (bits & FLAG.NO_RECORDING) !== 0 ||
      (!Number.isNaN(total[row]) && !Number.isNaN(basic[row]) && !agrees(costCDR, row))
    ) {
      refuse(rows, at, "malformed-record");
      continue;
    }
    const periodCode = reclassify ? 0 : (tariffTime[row] as number);
    const day = startDay[row] as number;
    const time = startMillisecond[row] as number;
    if (startOffset[row] === LOCAL_TIME && day !== lastDay) {
      lastDay = day;
      isLastPlain = isPlainDay(zone, day);
      lastWeekRow = weekRow(periods, day);
    }
    if (startOffset[row] === LOCAL_TIME && isLastPlain && time >= 0 && periodCode === 0) {
      const own = hasPeriods ? (minutes[lastWeekRow + ((time / MINUTE_MS) | 0)] as number) : defaultIndex;
      results.day[row] = day;
      results.period[row] = own;
      millisecond[at] = time;
      period[at] = own;
    } else {
      if (!readUnusualStart(rows, at, periodCode)) {
        refuse(rows, at, "malformed-record");
        continue;
      }
      if (periodCode !== 0) bits |= OWN_PERIOD_BIT;
    }
    flags[at] = bits;
    live[kept++] = at;
  }
  rows.liveCount = kept;
}

/** A start with an offset, without a time, on the day of a clock change or with a period of its own; false where it is malformed. */
function readUnusualStart(rows: KernelRows, at: number, periodCode: number): boolean {
  const { columns, book, results } = rows;
  const { periods, hasPeriods } = book;
  const row = rows.first + at;
  const millisecond = columns.startMillisecond[row] as number;
  if (millisecond === NO_TIME && hasPeriods && periodCode === 0) return false;
  const start = localStart(book, {
    day: columns.startDay[row] as number,
    millisecond,
    offset: columns.startOffset[row] as number,
  });
  if (start === undefined) return false;
  const { day, millisecondOfDay: time } = start;
  results.day[row] = day;
  rows.millisecond[at] = time;
  if (periodCode !== 0) {
    rows.period[at] = periods.indexByName.get(columns.names[periodCode] as string) ?? UNNAMED_PERIOD;
    results.period[row] = -1;
    return true;
  }
  const own = hasPeriods ? periodAt(periods, day, time) : periods.defaultIndex;
  rows.period[at] = own;
  results.period[row] = own;
  return true;
}

/** R21 and R31: the number of the book to which each call belongs. */
export function findNumbers(rows: KernelRows): void {
  const { columns, first, live, liveCount, flags, carrier: carriers, known, results } = rows;
  const { target, numberID, carrier } = columns;
  const targets = known.targets();
  let ids: Int32Array | undefined;
  let kept = 0;
  for (let next = 0; next < liveCount; next++) {
    const at = live[next] as number;
    const row = first + at;
    const code = target[row] as number;
    const id = numberID[row] as number;
    let named = code * NAMED.WIDTH;
    let found = targets[named] as number;
    if (found === NAMED.UNKNOWN) {
      known.lookUpTarget(code);
      found = targets[named] as number;
    }
    let entries = targets;
    // An id goes before the target, but that the target is ignored goes before both.
    if (id !== 0 && found !== NAMED.IGNORED) {
      ids ??= known.ids();
      entries = ids;
      named = id * NAMED.WIDTH;
      if (entries[named] === NAMED.UNKNOWN) known.lookUpID(id);
      found = entries[named] as number;
    }
    if (found < 0) {
      if (!findUnusualNumber(rows, at, found)) continue;
    } else {
      const day = results.day[row] as number;
      if (day < (entries[named + NAMED.FROM] as number) || day > (entries[named + NAMED.TO] as number)) {
        refuse(rows, at, "number-not-billable");
        continue;
      }
      const own = entries[named + NAMED.CARRIER] as number;
      results.number[row] = found;
      carriers[at] = (carrier[row] as number) || own >> 1;
      // R11: without origination surcharges it does not matter where a call came from.
      if ((own & 1) === 0) flags[at] = (flags[at] as number) & ~ORIGIN_BITS;
    }
    live[kept++] = at;
  }
  rows.liveCount = kept;
}

/** A call whose target is ignored on some day, is no number's or several numbers'; false where it goes no further. */
function findUnusualNumber(rows: KernelRows, at: number, found: number): boolean {
  const { columns, book, known, results, flags } = rows;
  const { names } = columns;
  const row = rows.first + at;
  const target = names[columns.target[row] as number] as string;
  const day = results.day[row] as number;
  if (found === NAMED.NEVER) {
    refuse(rows, at, "unregistered-number");
    return false;
  }
  if (found === NAMED.IGNORED && book.ignored.find(target, day) !== undefined) {
    results.outcome[row] = IGNORED;
    results.fromRecord[row] = 1;
    return false;
  }
  // Only these are asked for.
  const match = book.numbers.find({
    numberID: names[columns.numberID[row] as number] as string,
    target,
    chargeBand: names[columns.chargeBand[row] as number] as string,
    directionFlag: names[columns.directionFlag[row] as number] as string,
    day,
  } as CallFacts);
  if (match instanceof Refusal) {
    refuse(rows, at, match.code);
    return false;
  }
  results.number[row] = match.number.place;
  rows.carrier[at] = (columns.carrier[row] as number) || known.carrier(match.number.callCarrier);
  if (!match.originationSurcharges) flags[at] = (flags[at] as number) & ~ORIGIN_BITS;
  return true;
}
