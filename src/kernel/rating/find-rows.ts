/**
 * R3, R11 and R21 to R31 for a block of calls: from the fields of each call to its number, type and tariffs. Each step
 * is a loop over the live rows, so that the cache misses of many rows overlap.
 */
import {
  addType,
  choose,
  findDestination,
  findNumber,
  lookUpFlag,
  lookUpID,
  lookUpTarget,
  readNumber,
  readStart,
} from "../host.ts";
import {
  f64At,
  floor,
  i32At,
  isKnown,
  multiply,
  planF64,
  planI32,
  planU8,
  planU16,
  quotient,
  setF64,
  setI32,
  toF64,
  toI32,
  u8At,
} from "../memory.ts";
import * as rows from "../rows.ts";
import * as tables from "./tables.ts";

/** `startOffset` of a start that is local time of the book's zone. */
const LOCAL_TIME: i32 = -32_768;
/** Longest cell of the other party's number that is read here. */
const LONGEST_NUMBER: i32 = 1_000;
const MINUTE_MS: i32 = 60_000;
const DAY_MINUTES: i32 = 1_440;
const ORDINARY_DAY: i32 = 7;
const KEY_DIGITS: i32 = 15;
const ZERO: i32 = 48;
const PLUS: i32 = 43;
/** The bit that makes a letter lower-case. */
const LOWER_CASE: i32 = 32;
const FIRST_LETTER: i32 = 97;
const LAST_LETTER: i32 = 122;

/** Sends a row to the slow path, which rates it from its record. */
export function leave(row: i32): void {
  const count = i32At(tables.WORK_SLOW_COUNT);
  setI32(rows.FROM_RECORD + (row << 2), 1);
  setI32(rows.SLOW + (count << 2), row);
  setI32(tables.WORK_SLOW_COUNT, count + 1);
}

/** Refuses a row with an error, as a single call is refused. */
export function refuse(row: i32, error: i32): void {
  const at = row << 2;
  setI32(rows.OUTCOME + at, tables.OUTCOME_ERROR);
  setI32(rows.ERROR + at, error);
  setI32(rows.FROM_RECORD + at, 1);
}

/**
 * The first step, for all rows: flags, reported costs and start of a call (R3, R15, R23), and the other party's number.
 */
export function beginRows(count: i32, reclassify: boolean): void {
  setI32(tables.WORK_SLOW_COUNT, 0);
  setI32(tables.WORK_UNKNOWN_ORIGIN, 0);
  const hasPeriods = planI32(tables.PLAN_HAS_PERIODS) !== 0;
  const minutes = planI32(tables.PLAN_MINUTES);
  // Calls mostly come in the order of their start: the answers for the last day are cached.
  let lastDay: i32 = -1;
  let weekRow: i32 = 0;
  let isPlain = false;
  let kept: i32 = 0;
  for (let row: i32 = 0; row < count; row++) {
    const at = row << 2;
    setI32(rows.OUTCOME + at, tables.OUTCOME_RATED);
    setI32(rows.METHOD + at, 0);
    setI32(rows.FROM_RECORD + at, 0);
    const from = i32At(rows.EXTERNAL_START + at);
    const to = i32At(rows.EXTERNAL_END + at);
    if (i32At(rows.BY_RECORD + at) !== 0 || to - from > LONGEST_NUMBER) {
      leave(row);
      continue;
    }
    let bits: i32 = 0;
    const origin = i32At(rows.ORIGINATION_FLAG + at);
    const recording = i32At(rows.RECORDING_FLAG + at);
    if (origin !== 0) {
      const known = flagOf(origin);
      bits = known & tables.FLAG_ORIGIN;
      if ((known & tables.FLAG_NO_ORIGIN) !== 0) setI32(tables.WORK_UNKNOWN_ORIGIN, 1);
    }
    if (recording !== 0) bits |= flagOf(recording) & (tables.FLAG_RECORDED | tables.FLAG_NO_RECORDING);
    if ((bits & tables.FLAG_NO_RECORDING) !== 0 || !areCostsAgreed(row)) {
      refuse(row, tables.ERROR_MALFORMED);
      continue;
    }
    const periodName = reclassify ? 0 : i32At(rows.TARIFF_TIME + at);
    const day = i32At(rows.START_DAY + at);
    const millisecond = i32At(rows.START_MILLISECOND + at);
    const isLocal = i32At(rows.START_OFFSET + at) === LOCAL_TIME;
    if (isLocal && day !== lastDay) {
      lastDay = day;
      isPlain = isPlainDay(day);
      weekRow = weekRowOf(day);
    }
    if (isLocal && isPlain && millisecond >= 0 && periodName === 0) {
      const period = hasPeriods
        ? planU16(minutes + ((weekRow + quotient(millisecond, MINUTE_MS)) << 1))
        : planI32(tables.PLAN_DEFAULT_PERIOD);
      setI32(rows.DAY + at, day);
      setI32(rows.MILLISECOND + at, millisecond);
      setI32(rows.PERIOD + at, period);
      setI32(rows.PERIOD_SOUGHT + at, period);
    } else {
      if (readStart(row, periodName) === 0) {
        refuse(row, tables.ERROR_MALFORMED);
        continue;
      }
      if (periodName !== 0) bits |= tables.RECORDED_PERIOD_BIT;
    }
    if (!readDigits(row, from, to) && readNumber(row) === 0) {
      leave(row);
      continue;
    }
    setI32(rows.FLAGS + at, bits);
    setI32(rows.LIVE + (kept << 2), row);
    kept++;
  }
  setI32(tables.WORK_LIVE_COUNT, kept);
}

function flagOf(name: i32): i32 {
  const known = u8At(i32At(tables.WORK_FLAGS) + name);
  if (known !== 0) return known;
  lookUpFlag(name);
  return u8At(i32At(tables.WORK_FLAGS) + name);
}

/** R15: whether the reported total and components agree; exact, because micro-pence are whole and below 2^53. */
function areCostsAgreed(row: i32): boolean {
  const at = rows.COST_CDR + (row << 3);
  const total = f64At(at);
  if (!isKnown(total) || !isKnown(f64At(at + rows.COST_STRIDE))) return true;
  let sum: f64 = 0;
  for (let component: i32 = 1; component <= rows.COMPONENT_COUNT; component++)
    sum += reportedAt(at + component * rows.COST_STRIDE);
  return total === sum;
}

/** An amount; blank counts as 0. */
export function reportedAt(address: i32): f64 {
  const micro = f64At(address);
  return isKnown(micro) ? micro : 0;
}

/** R23: whether no clock change touches a local day. */
export function isPlainDay(day: i32): boolean {
  const at = day - planI32(tables.PLAN_FIRST_DAY);
  if (at < 0 || at >= planI32(tables.PLAN_DAYS)) return true;
  return ((planI32(planI32(tables.PLAN_CHANGE_DAYS) + ((at >> 5) << 2)) >> (at & 31)) & 1) === 0;
}

/**
 * Index of the first minute of a day in the minutes of the week: of its weekday, or of the weekday that it counts as.
 */
export function weekRowOf(day: i32): i32 {
  const at = day - planI32(tables.PLAN_FIRST_HOLIDAY);
  if (at >= 0 && at < planI32(tables.PLAN_HOLIDAYS)) {
    const weekday = planU8(planI32(tables.PLAN_HOLIDAY_WEEKDAYS) + at);
    if (weekday !== ORDINARY_DAY) return weekday * DAY_MINUTES;
  }
  const weekday = (day + 3) % 7;
  return (weekday < 0 ? weekday + 7 : weekday) * DAY_MINUTES;
}

/**
 * Reads the other party's number where it is blank, a name, or one to fifteen digits with or without a plus; else
 * false.
 */
function readDigits(row: i32, from: i32, to: i32): boolean {
  const letter = to > from ? u8At(from) | LOWER_CASE : 0;
  if (to === from || (letter >= FIRST_LETTER && letter <= LAST_LETTER)) {
    // Blank, or a name, such as that of an access point: no digits at its beginning.
    setF64(rows.DIALLED_KEY + (row << 3), 0);
    return setNumber(row, 0, 0);
  }
  const hasPlus = to > from && u8At(from) === PLUS;
  const first = hasPlus ? from + 1 : from;
  const digits = to - first;
  if (digits < 1 || digits > KEY_DIGITS) return false;
  // In two halves, because integers below 2^31 are quicker to build than doubles.
  const half = first + (digits < 7 ? digits : 7);
  let high: i32 = 0;
  for (let at: i32 = first; at < half; at++) {
    const digit = u8At(at) - ZERO;
    if (digit < 0 || digit > 9) return false;
    high = high * 10 + digit;
  }
  let low: i32 = 0;
  for (let at: i32 = half; at < to; at++) {
    const digit = u8At(at) - ZERO;
    if (digit < 0 || digit > 9) return false;
    low = low * 10 + digit;
  }
  const number = toF64(high) * powerOfTen(to - half) + toF64(low);
  setF64(rows.DIALLED_KEY + (row << 3), powerOfTen(digits) + number);
  if (hasPlus) return setNumber(row, number, digits);
  if (u8At(first) === ZERO) {
    if (digits > 1 && u8At(first + 1) === ZERO) return setNumber(row, number, digits - 2);
    return setNationalNumber(row, number, digits - 1);
  }
  if (planI32(tables.PLAN_BARE_IS_NATIONAL) !== 0) return setNationalNumber(row, number, digits);
  return setNumber(row, number, digits);
}

function setNumber(row: i32, number: f64, digits: i32): boolean {
  setI32(rows.NUMBER_DIGITS + (row << 2), digits);
  setF64(rows.NUMBER_KEY + (row << 3), number * powerOfTen(KEY_DIGITS - digits));
  return true;
}

function setNationalNumber(row: i32, number: f64, nationalDigits: i32): boolean {
  const country = planF64(tables.PLAN_COUNTRY_CODE);
  const countryDigits = planI32(tables.PLAN_COUNTRY_DIGITS);
  const digits = nationalDigits + countryDigits;
  let key: f64 = 0;
  if (digits > KEY_DIGITS) {
    key = country * powerOfTen(KEY_DIGITS - countryDigits) + floor(number / powerOfTen(digits - KEY_DIGITS));
  } else {
    key = (country * powerOfTen(nationalDigits) + number) * powerOfTen(KEY_DIGITS - digits);
  }
  setI32(rows.NUMBER_DIGITS + (row << 2), digits);
  setF64(rows.NUMBER_KEY + (row << 3), key);
  return true;
}

function powerOfTen(exponent: i32): f64 {
  return planF64(tables.PLAN_POWERS + (exponent << 3));
}

/** R21 and R31: the number of the book to which each call belongs. */
export function findNumbers(): void {
  const count = i32At(tables.WORK_LIVE_COUNT);
  let kept: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(rows.LIVE + (next << 2));
    const at = row << 2;
    const target = i32At(rows.TARGET + at);
    const id = i32At(rows.NUMBER_ID + at);
    let named = i32At(tables.WORK_TARGETS) + target * (tables.NAMED_WIDTH << 2);
    let found = i32At(named);
    if (found === tables.NAMED_UNKNOWN) {
      lookUpTarget(target);
      named = i32At(tables.WORK_TARGETS) + target * (tables.NAMED_WIDTH << 2);
      found = i32At(named);
    }
    // An id takes precedence over the target, and an ignored target over both (R31).
    if (id !== 0 && found !== tables.NAMED_IGNORED) {
      named = i32At(tables.WORK_IDS) + id * (tables.NAMED_WIDTH << 2);
      if (i32At(named) === tables.NAMED_UNKNOWN) lookUpID(id);
      named = i32At(tables.WORK_IDS) + id * (tables.NAMED_WIDTH << 2);
      found = i32At(named);
    }
    if (found < 0) {
      if (!findUnusualNumber(row, found)) continue;
    } else {
      const day = i32At(rows.DAY + at);
      if (day < i32At(named + (tables.NAMED_FROM << 2)) || day > i32At(named + (tables.NAMED_TO << 2))) {
        refuse(row, tables.ERROR_NOT_BILLABLE);
        continue;
      }
      const packedCarrier = i32At(named + (tables.NAMED_CARRIER << 2));
      const carrier = i32At(rows.CARRIER + at);
      setI32(rows.NUMBER + at, found);
      setI32(rows.CARRIER_CODE + at, carrier !== 0 ? carrier : packedCarrier >> 1);
      // R11: without origination surcharges the origin of a call does not matter.
      if ((packedCarrier & 1) === 0) setI32(rows.FLAGS + at, i32At(rows.FLAGS + at) & ~tables.FLAG_ORIGIN);
    }
    setI32(rows.LIVE + (kept << 2), row);
    kept++;
  }
  setI32(tables.WORK_LIVE_COUNT, kept);
}

/** A call whose target is ignored on some day, or belongs to no number or to several; false where the row ends here. */
function findUnusualNumber(row: i32, found: i32): boolean {
  if (found === tables.NAMED_NEVER) {
    refuse(row, tables.ERROR_UNREGISTERED);
    return false;
  }
  const answer = findNumber(row);
  if (answer === 1) return true;
  if (answer < 0) {
    refuse(row, -1 - answer);
  } else {
    setI32(rows.OUTCOME + (row << 2), tables.OUTCOME_IGNORED);
    setI32(rows.FROM_RECORD + (row << 2), 1);
  }
  return false;
}

/** The type of each call by its names: the carrier, the direction, and the call type unless the number decides it. */
export function findTypes(reclassify: boolean): void {
  const count = i32At(tables.WORK_LIVE_COUNT);
  let kept: i32 = 0;
  // Consecutive calls are mostly of one kind.
  let last: i32 = -1;
  let lastRow: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(rows.LIVE + (next << 2));
    const at = row << 2;
    if (reclassify) setI32(rows.TARIFF_TYPE + at, 0);
    if (last < 0 || !hasNamesOf(at, lastRow)) {
      lastRow = at;
      last = typeOf(row);
      if (last < 0) {
        leave(row);
        continue;
      }
    }
    setI32(rows.TYPE + at, last);
    setI32(rows.LIVE + (kept << 2), row);
    kept++;
  }
  setI32(tables.WORK_LIVE_COUNT, kept);
}

/** Whether two rows, given by their offsets in a column, have the same names for their type. */
function hasNamesOf(at: i32, other: i32): boolean {
  return (
    i32At(rows.CARRIER_CODE + at) === i32At(rows.CARRIER_CODE + other) &&
    i32At(rows.CHARGE_BAND + at) === i32At(rows.CHARGE_BAND + other) &&
    i32At(rows.TARIFF_TYPE + at) === i32At(rows.TARIFF_TYPE + other) &&
    i32At(rows.DIRECTION_FLAG + at) === i32At(rows.DIRECTION_FLAG + other) &&
    i32At(rows.TARIFF_TYPE_CARRIER + at) === i32At(rows.TARIFF_TYPE_CARRIER + other)
  );
}

function typeOf(row: i32): i32 {
  const at = row << 2;
  const slots = i32At(tables.WORK_TYPE_SLOTS);
  const mask = i32At(tables.WORK_TYPE_MASK);
  let slot = typeHash(
    i32At(rows.CARRIER_CODE + at),
    i32At(rows.CHARGE_BAND + at),
    i32At(rows.TARIFF_TYPE_CARRIER + at),
    i32At(rows.TARIFF_TYPE + at),
    i32At(rows.DIRECTION_FLAG + at),
  );
  let typeIndex: i32 = 0;
  do {
    slot &= mask;
    typeIndex = i32At(slots + (slot << 2)) - 1;
    slot++;
  } while (typeIndex >= 0 && !isOfType(at, typeIndex));
  return typeIndex < 0 ? addType(row) : typeIndex;
}

function isOfType(at: i32, typeIndex: i32): boolean {
  const names = i32At(tables.WORK_TYPES) + ((typeIndex * tables.TYPE_WIDTH + tables.TYPE_NAMES) << 2);
  return (
    i32At(names) === i32At(rows.CARRIER_CODE + at) &&
    i32At(names + 4) === i32At(rows.CHARGE_BAND + at) &&
    i32At(names + 8) === i32At(rows.TARIFF_TYPE_CARRIER + at) &&
    i32At(names + 12) === i32At(rows.TARIFF_TYPE + at) &&
    i32At(names + 16) === i32At(rows.DIRECTION_FLAG + at)
  );
}

/** The hash of a type's names: the first slot to probe, with linear probing from there. */
export function typeHash(carrier: i32, band: i32, bandOfCarrier: i32, type: i32, direction: i32): i32 {
  let hash = multiply(carrier, -1_640_531_535) ^ band;
  hash = multiply(hash, -2_048_144_789) ^ bandOfCarrier;
  hash = multiply(hash, -1_028_477_387) ^ type;
  hash = multiply(hash, 668_265_263) ^ direction;
  return hash ^ (hash >> 15);
}

/** R22: the longest prefix of the book for each number. */
export function findPrefixes(): void {
  const count = i32At(tables.WORK_LIVE_COUNT);
  if (planI32(tables.PLAN_PREFIXES) === 0) {
    for (let next: i32 = 0; next < count; next++)
      setI32(rows.PREFIX + (i32At(rows.LIVE + (next << 2)) << 2), tables.NONE);
    return;
  }
  const starts = planI32(tables.PLAN_STARTS);
  const lengths = planI32(tables.PLAN_LENGTHS);
  const parentSteps = planI32(tables.PLAN_PARENT_STEPS);
  const buckets = planI32(tables.PLAN_BUCKETS);
  const keptPrefixes = planI32(tables.PLAN_PREFIX_INDEXES);
  const bucketWidth = planF64(tables.PLAN_BUCKET_WIDTH);
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(rows.LIVE + (next << 2));
    const key = f64At(rows.NUMBER_KEY + (row << 3));
    const digits = i32At(rows.NUMBER_DIGITS + (row << 2));
    let position: i32 = tables.NONE;
    if (digits > 0) {
      const bucket = buckets + (toI32(key / bucketWidth) << 2);
      let low = planI32(bucket) - 1;
      let high = planI32(bucket + 4);
      // Invariant: starts[low] <= key < starts[high], with open ends outside the table.
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (planF64(starts + (middle << 3)) <= key) low = middle;
        else high = middle;
      }
      while (low >= 0) {
        const length = planU8(lengths + low);
        if (length <= digits && key < planF64(starts + (low << 3)) + powerOfTen(KEY_DIGITS - length)) break;
        const steps = planU16(parentSteps + (low << 1));
        low = steps === 0 ? tables.NONE : low - steps;
      }
      position = low < 0 || keptPrefixes === 0 ? low : planI32(keptPrefixes + (low << 2));
    }
    setI32(rows.PREFIX + (row << 2), position);
  }
}

/** The call type of each call, by its names or else by the other party's number, and its choices of tariffs. */
export function chooseTariffs(): void {
  const count = i32At(tables.WORK_LIVE_COUNT);
  const classes = planI32(tables.PLAN_CLASSES);
  let kept: i32 = 0;
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(rows.LIVE + (next << 2));
    const at = row << 2;
    const type = i32At(tables.WORK_TYPES) + i32At(rows.TYPE + at) * (tables.TYPE_WIDTH << 2);
    let callType = i32At(type + (tables.TYPE_CALL_TYPE << 2));
    let location = i32At(type + (tables.TYPE_LOCATION << 2));
    const carrierKey = i32At(type + (tables.TYPE_CARRIER_KEY << 2));
    if (callType < 0) {
      const destination = destinationOf(row, type);
      if (destination < 0) {
        refuse(row, tables.ERROR_UNKNOWN_TYPE);
        continue;
      }
      const found = i32At(tables.WORK_DESTINATIONS) + (destination << 3);
      callType = i32At(found);
      location = i32At(found + 4);
    }
    setI32(rows.CALL_TYPE + at, callType);
    setI32(rows.LOCATION + at, location);
    const tariffClass = planI32(classes + (callType << 2));
    const kind = i32At(i32At(tables.WORK_KINDS) + ((carrierKey + tariffClass) << 2));
    const number = i32At(rows.NUMBER + at) * i32At(tables.WORK_KINDS_OF_NUMBER);
    let chosen = kind < 0 ? tables.NONE : i32At(i32At(tables.WORK_BY_NUMBER) + ((number + kind) << 2));
    const day = i32At(rows.DAY + at);
    if (chosen < 0 || !holdsOn(chosen, day)) chosen = choose(row, carrierKey + tariffClass, tariffClass);
    setI32(rows.CHOSEN + at, chosen);
    const choice = i32At(tables.WORK_CHOICES) + (chosen << 2);
    if (
      i32At(choice + (tables.CHOICE_TARIFF << 2)) === tables.CHOSEN_BY_RECORD ||
      i32At(choice + (tables.CHOICE_WHOLESALE << 2)) === tables.CHOSEN_BY_RECORD
    ) {
      leave(row);
      continue;
    }
    setI32(rows.LIVE + (kept << 2), row);
    kept++;
  }
  setI32(tables.WORK_LIVE_COUNT, kept);
}

function holdsOn(chosen: i32, day: i32): boolean {
  const choice = i32At(tables.WORK_CHOICES) + (chosen << 2);
  return day >= i32At(choice + (tables.CHOICE_FROM << 2)) && day <= i32At(choice + (tables.CHOICE_TO << 2));
}

/** The index of the destination of a row's number in the lists of its type; negative where there is none. */
function destinationOf(row: i32, type: i32): i32 {
  const view = i32At(type + (tables.TYPE_VIEW << 2));
  const shortDigits = i32At(type + (tables.TYPE_SHORT_DIGITS << 2));
  const dialled = f64At(rows.DIALLED_KEY + (row << 3));
  if (view === tables.NO_VIEW || (dialled > 0 && shortDigits > 0 && dialled < powerOfTen(shortDigits) * 2))
    return findDestination(row);
  const cell = i32At(i32At(tables.WORK_CELLS) + ((view + i32At(rows.PREFIX + (row << 2)) + 1) << 2));
  if (cell === tables.UNKNOWN_CELL) return findDestination(row);
  return cell < 0 ? cell : cell - 1;
}
