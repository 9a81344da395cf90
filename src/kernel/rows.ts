/**
 * Addresses of the columns of a block in the work memory: the fields of calls, and their results. A column is an array
 * by row, of 32-bit integers (`i32At(COLUMN + (row << 2))`) or of doubles (`f64At(COLUMN + (row << 3))`).
 */

/** Rows of a block: few enough that the columns that are read repeatedly stay in the processor's cache. */
export const BLOCK_ROWS: i32 = 1024;

// A column has one cache line more than a power of two, because columns that begin at the same offset in their pages
// evict one another from the processor's cache.
const WHOLE: i32 = 4 * BLOCK_ROWS + 64;
const DOUBLE: i32 = 8 * BLOCK_ROWS + 64;

/** Components of a cost: basic, the access charge, then the surcharges (R11), as the model's table has them. */
export const COMPONENT_COUNT: i32 = 5;

/** Bytes of the header, the words at the beginning of the memory (tables.ts). */
const WHOLES: i32 = 2048;

// The fields of a call (see `CallColumns`). Codes are dictionary codes; 0 is blank.
/** 1 where the row has to take the slow path, from its record. */
export const BY_RECORD: i32 = WHOLES;
export const TARGET: i32 = WHOLES + WHOLE;
export const NUMBER_ID: i32 = WHOLES + 2 * WHOLE;
/** `callCarrier`, or where that is blank `carrier`. */
export const CARRIER: i32 = WHOLES + 3 * WHOLE;
export const CHARGE_BAND: i32 = WHOLES + 4 * WHOLE;
export const TARIFF_TYPE_CARRIER: i32 = WHOLES + 5 * WHOLE;
export const TARIFF_TYPE: i32 = WHOLES + 6 * WHOLE;
export const TARIFF_TIME: i32 = WHOLES + 7 * WHOLE;
export const DIRECTION_FLAG: i32 = WHOLES + 8 * WHOLE;
export const ORIGINATION_FLAG: i32 = WHOLES + 9 * WHOLE;
export const RECORDING_FLAG: i32 = WHOLES + 10 * WHOLE;
/** Days since 1970-01-01, milliseconds of the day, minutes east of UTC, as written. */
export const START_DAY: i32 = WHOLES + 11 * WHOLE;
export const START_MILLISECOND: i32 = WHOLES + 12 * WHOLE;
export const START_OFFSET: i32 = WHOLES + 13 * WHOLE;
/** Addresses in the work memory where texts begin and end. */
export const EXTERNAL_START: i32 = WHOLES + 14 * WHOLE;
export const EXTERNAL_END: i32 = WHOLES + 15 * WHOLE;
export const ID_START: i32 = WHOLES + 16 * WHOLE;
export const ID_END: i32 = WHOLES + 17 * WHOLE;
export const CARRIER_CALL_ID_START: i32 = WHOLES + 18 * WHOLE;
export const CARRIER_CALL_ID_END: i32 = WHOLES + 19 * WHOLE;
export const LOCATION_START: i32 = WHOLES + 20 * WHOLE;
export const LOCATION_END: i32 = WHOLES + 21 * WHOLE;
export const IS_LOCATION_ESCAPED: i32 = WHOLES + 22 * WHOLE;
export const HAS_A_LEG_ID: i32 = WHOLES + 23 * WHOLE;
/** Of calls of a file: the line, and the address where the row begins. */
export const LINE: i32 = WHOLES + 24 * WHOLE;
export const ROW_START: i32 = WHOLES + 25 * WHOLE;

// The result of a call (see `RatedColumns`).
export const OUTCOME: i32 = WHOLES + 26 * WHOLE;
export const ERROR: i32 = WHOLES + 27 * WHOLE;
export const FROM_RECORD: i32 = WHOLES + 28 * WHOLE;
export const DAY: i32 = WHOLES + 29 * WHOLE;
export const NUMBER: i32 = WHOLES + 30 * WHOLE;
export const TARIFF: i32 = WHOLES + 31 * WHOLE;
export const FEATURE: i32 = WHOLES + 32 * WHOLE;
export const CALL_TYPE: i32 = WHOLES + 33 * WHOLE;
export const CALL_TYPE_USED: i32 = WHOLES + 34 * WHOLE;
export const PERIOD: i32 = WHOLES + 35 * WHOLE;
export const LOCATION: i32 = WHOLES + 36 * WHOLE;
export const METHOD: i32 = WHOLES + 37 * WHOLE;
// Intermediate results, from one step of the kernel to the next.
/**
 * Indexes of the live rows, in order, and of the rows of the slow path; later, of rows that the kernel has not counted.
 */
export const LIVE: i32 = WHOLES + 38 * WHOLE;
export const SLOW: i32 = WHOLES + 39 * WHOLE;
/** SURCHARGE_BITS and RECORDED_PERIOD_BIT. */
export const FLAGS: i32 = WHOLES + 40 * WHOLE;
/** R23: the local start's time of day; the period, also where the record names it. */
export const MILLISECOND: i32 = WHOLES + 41 * WHOLE;
export const PERIOD_SOUGHT: i32 = WHOLES + 42 * WHOLE;
/**
 * R21: the carrier; R22: the type by names, and of the other party's number the count of digits and the longest prefix.
 */
export const CARRIER_CODE: i32 = WHOLES + 43 * WHOLE;
export const TYPE: i32 = WHOLES + 44 * WHOLE;
export const NUMBER_DIGITS: i32 = WHOLES + 45 * WHOLE;
export const PREFIX: i32 = WHOLES + 46 * WHOLE;
/** R24, R28, R29: the offset of the choices of tariffs. */
export const CHOSEN: i32 = WHOLES + 47 * WHOLE;
/**
 * The side being rated: indexes of its rows; by row the tariff, call type, rate, shape and the rate of the surcharges.
 */
export const SIDE: i32 = WHOLES + 48 * WHOLE;
export const SIDE_TARIFF: i32 = WHOLES + 49 * WHOLE;
export const SIDE_TYPE: i32 = WHOLES + 50 * WHOLE;
export const SIDE_RATE: i32 = WHOLES + 51 * WHOLE;
export const SIDE_SHAPE: i32 = WHOLES + 52 * WHOLE;
export const SIDE_SURCHARGES: i32 = WHOLES + 53 * WHOLE;
const WHOLE_COLUMNS: i32 = 56;

const DOUBLES: i32 = WHOLES + WHOLE_COLUMNS * WHOLE;
// NaN where blank.
export const DURATION: i32 = DOUBLES;
export const BYTES: i32 = DOUBLES + DOUBLE;
export const EVENTS: i32 = DOUBLES + 2 * DOUBLE;
/** Micro-pence: the total the carrier reported and its components, COST_STRIDE bytes apart. */
export const COST_CDR: i32 = DOUBLES + 3 * DOUBLE;
const BEHIND_COST_CDR: i32 = COST_CDR + (1 + COMPONENT_COUNT) * DOUBLE;
export const COST_SUGGESTED_RETAIL: i32 = BEHIND_COST_CDR;
export const CHARGED_MILLISECONDS: i32 = BEHIND_COST_CDR + DOUBLE;
export const CHARGED_BYTES: i32 = BEHIND_COST_CDR + 2 * DOUBLE;
export const CHARGED_EVENTS: i32 = BEHIND_COST_CDR + 3 * DOUBLE;
/** Components in units of 10^-costDecimals pence, COST_STRIDE bytes apart; NaN in all where the cost is not known. */
export const RETAIL: i32 = BEHIND_COST_CDR + 4 * DOUBLE;
export const WHOLESALE: i32 = RETAIL + COMPONENT_COUNT * DOUBLE;
const BEHIND_WHOLESALE: i32 = WHOLESALE + COMPONENT_COUNT * DOUBLE;
/** R22: the other party's number as keys: its first fifteen digits, and the digits as dialled with a 1 before them. */
export const NUMBER_KEY: i32 = BEHIND_WHOLESALE;
export const DIALLED_KEY: i32 = BEHIND_WHOLESALE + DOUBLE;
const DOUBLE_COLUMNS: i32 = 13 + 3 * COMPONENT_COUNT;

/** Bytes from one column of a kind to the next. */
export const WHOLE_STRIDE: i32 = WHOLE;
export const COST_STRIDE: i32 = DOUBLE;

/** Tables of digits (see write-digits.ts). */
export const DIGITS: i32 = DOUBLES + DOUBLE_COLUMNS * DOUBLE;
const DIGITS_BYTES: i32 = 61_440;

/** Start of the heap: all that has no fixed address. */
export const HEAP_START: i32 = DIGITS + DIGITS_BYTES;
