/**
 * Totals over the calls of a file, by call type, carrier and customer's currency: sums of whole units in two doubles
 * each, which never round (R16). Rows that the kernel has not rated, and rows with amounts too large for these sums, are
 * listed for the host.
 */
import { f64At, i32At, isKnown, multiply, planF64, planI32, setF64, setI32 } from "../memory.ts";
import * as rows from "../rows.ts";
import * as tables from "./tables.ts";

// A table of counts: the address of its entries, their number and the most allowed; the address of its hash slots, and
// their number less 1.
export const ENTRIES: i32 = 0;
export const ENTRY_COUNT: i32 = 4;
export const MOST_ENTRIES: i32 = 8;
export const SLOTS: i32 = 12;
export const SLOT_MASK: i32 = 16;
/** Number of rows listed at SLOW. */
export const LISTED: i32 = 20;
/** The address of the customers' currencies by index of the number (R24); 0 where all have the book's. */
export const CURRENCIES: i32 = 24;
export const TABLE_BYTES: i32 = 64;

// An entry: the call type, the code of the carrier, the first row with both, and the customer's currency.
export const OF_CALL_TYPE: i32 = 0;
export const OF_CARRIER: i32 = 4;
export const FIRST_ROW: i32 = 8;
export const OF_CURRENCY: i32 = 12;
// Number of calls; of those without a reported cost, without a calculated cost, without both; with two costs that
// differ.
export const CALLS: i32 = 16;
export const WITHOUT_REPORTED: i32 = 24;
export const WITHOUT_CALCULATED: i32 = 32;
export const WITHOUT_WHOLESALE: i32 = 40;
export const DIFFERING: i32 = 48;
// Sums, each in two doubles: the remainder, and the number of SUM_CARRY carried. In units of the book; reported amounts
// in micro-pence.
export const RETAIL_SUM: i32 = 56;
/** Retail of the calls without a wholesale cost. */
export const UNCOVERED_SUM: i32 = 72;
export const REPORTED_SUM: i32 = 88;
export const CALCULATED_SUM: i32 = 104;
/** Of the calls that have both costs. */
export const BOTH_REPORTED_SUM: i32 = 120;
export const BOTH_CALCULATED_SUM: i32 = 136;
export const SUGGESTED_SUM: i32 = 152;
export const ENTRY_BYTES: i32 = 192;

/** 2^52: an amount nearer to zero is added exactly to a sum that is also nearer to zero. */
export const SUM_CARRY: f64 = 4_503_599_627_370_496;
/** Decimal places of the amounts on calls. */
const MICRO: i32 = 6;

/**
 * Counts the rows from `first` up to `end` whose retail components are all nearer to zero than `most`; lists the other
 * rows. Returns the first row that was not counted or listed, because the table is full, else `end`.
 */
export function countRows(table: i32, first: i32, end: i32, most: f64): i32 {
  const decimals = planI32(tables.PLAN_COST_DECIMALS);
  const microScale = powerOfTen(decimals > MICRO ? decimals - MICRO : 0);
  const unitScale = powerOfTen(decimals < MICRO ? MICRO - decimals : 0);
  const currencies = i32At(table + CURRENCIES);
  let listed: i32 = 0;
  let entry: i32 = 0;
  let row: i32 = first;
  for (; row < end; row++) {
    const at = row << 3;
    let isPlain = i32At(rows.FROM_RECORD + (row << 2)) === 0;
    let retail: f64 = 0;
    let calculated: f64 = 0;
    let reported: f64 = 0;
    if (isPlain) {
      retail = totalOf(rows.RETAIL + at, most);
      calculated = totalOf(rows.WHOLESALE + at, SUM_CARRY);
      reported = reportedOf(rows.COST_CDR + at);
      isPlain =
        retail < SUM_CARRY &&
        !(calculated >= SUM_CARRY) &&
        !(reported >= SUM_CARRY || reported <= -SUM_CARRY);
    }
    if (!isPlain) {
      setI32(rows.SLOW + (listed << 2), row);
      listed++;
      continue;
    }
    const callType = i32At(rows.CALL_TYPE + (row << 2));
    const carrier = i32At(rows.CARRIER + (row << 2));
    const currency = currencies === 0 ? 0 : i32At(currencies + (i32At(rows.NUMBER + (row << 2)) << 2));
    // Consecutive calls are mostly of one kind.
    if (entry === 0 || !isEntryOf(entry, callType, carrier, currency))
      entry = entryOf(table, callType, carrier, currency, row);
    if (entry === 0) break;
    addOne(entry + CALLS);
    addTo(entry + RETAIL_SUM, retail);
    const isReported = isKnown(reported);
    const isCalculated = isKnown(calculated);
    if (isReported) addTo(entry + REPORTED_SUM, reported);
    else addOne(entry + WITHOUT_REPORTED);
    if (isCalculated) addTo(entry + CALCULATED_SUM, calculated);
    else addOne(entry + WITHOUT_CALCULATED);
    if (isReported && isCalculated) {
      addTo(entry + BOTH_REPORTED_SUM, reported);
      addTo(entry + BOTH_CALCULATED_SUM, calculated);
      // One of the two scales is 1, and that side is exact; a product that is rounded on the other side is larger.
      if (reported * microScale !== calculated * unitScale) addOne(entry + DIFFERING);
    } else if (!isReported && !isCalculated) {
      addOne(entry + WITHOUT_WHOLESALE);
      addTo(entry + UNCOVERED_SUM, retail);
    }
    const suggested = f64At(rows.COST_SUGGESTED_RETAIL + at);
    if (isKnown(suggested)) addTo(entry + SUGGESTED_SUM, suggested);
  }
  setI32(table + LISTED, listed);
  return row;
}

/**
 * The exact sum of components; SUM_CARRY where the size of a component reaches `most` or all sizes together reach
 * SUM_CARRY.
 */
function totalOf(address: i32, most: f64): f64 {
  let sum: f64 = 0;
  let size: f64 = 0;
  for (let component: i32 = 0; component < rows.COMPONENT_COUNT; component++) {
    const units = f64At(address + component * rows.COST_STRIDE);
    const magnitude = units < 0 ? -units : units;
    if (magnitude >= most) return SUM_CARRY;
    sum += units;
    size += magnitude;
  }
  return size >= SUM_CARRY ? SUM_CARRY : sum;
}

/** R15: the cost that a row reports; NaN where the row carries no cost at all. */
function reportedOf(address: i32): f64 {
  const total = f64At(address);
  if (isKnown(total)) return total;
  let sum: f64 = 0;
  let isAny = false;
  for (let component: i32 = 1; component <= rows.COMPONENT_COUNT; component++) {
    const micro = f64At(address + component * rows.COST_STRIDE);
    if (!isKnown(micro)) continue;
    sum += micro;
    isAny = true;
  }
  return isAny ? sum : Number.NaN;
}

function addOne(address: i32): void {
  setF64(address, f64At(address) + 1);
}

function addTo(address: i32, units: f64): void {
  const sum = f64At(address) + units;
  if (sum >= SUM_CARRY) {
    setF64(address, sum - SUM_CARRY);
    addOne(address + 8);
  } else if (sum <= -SUM_CARRY) {
    setF64(address, sum + SUM_CARRY);
    setF64(address + 8, f64At(address + 8) - 1);
  } else {
    setF64(address, sum);
  }
}

function isEntryOf(entry: i32, callType: i32, carrier: i32, currency: i32): boolean {
  return (
    i32At(entry + OF_CALL_TYPE) === callType &&
    i32At(entry + OF_CARRIER) === carrier &&
    i32At(entry + OF_CURRENCY) === currency
  );
}

/** The entry of calls of a type, a carrier and a currency; 0 where the table is full. */
function entryOf(table: i32, callType: i32, carrier: i32, currency: i32, row: i32): i32 {
  const slots = i32At(table + SLOTS);
  const mask = i32At(table + SLOT_MASK);
  const entries = i32At(table + ENTRIES);
  let slot = hashOfKind(callType, carrier, currency) & mask;
  for (;;) {
    const found = i32At(slots + (slot << 2));
    if (found === 0) break;
    const entry = entries + (found - 1) * ENTRY_BYTES;
    if (isEntryOf(entry, callType, carrier, currency)) return entry;
    slot = (slot + 1) & mask;
  }
  const count = i32At(table + ENTRY_COUNT);
  if (count === i32At(table + MOST_ENTRIES)) return 0;
  setI32(table + ENTRY_COUNT, count + 1);
  setI32(slots + (slot << 2), count + 1);
  const entry = entries + count * ENTRY_BYTES;
  setI32(entry + OF_CALL_TYPE, callType);
  setI32(entry + OF_CARRIER, carrier);
  setI32(entry + FIRST_ROW, row);
  setI32(entry + OF_CURRENCY, currency);
  return entry;
}

function hashOfKind(callType: i32, carrier: i32, currency: i32): i32 {
  const hash = multiply(multiply(callType, -1_640_531_535) ^ carrier ^ (currency << 20), -2_048_144_789);
  return hash ^ (hash >> 15);
}

function powerOfTen(exponent: i32): f64 {
  return planF64(tables.PLAN_POWERS + (exponent << 3));
}
