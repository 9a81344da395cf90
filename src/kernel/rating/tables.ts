/**
 * Addresses of a book's tables and the layout of their rows: tables of the plan, which never change, and tables of the
 * work memory, which grow with the calls. Columns count in words of four bytes, those of rates and of markups in
 * doubles.
 */

// Addresses in the plan: of words that hold a number, or the address of a table in the plan.
export const PLAN_PREFIXES: i32 = 0;
export const PLAN_STARTS: i32 = 4;
export const PLAN_LENGTHS: i32 = 8;
/**
 * By position of a prefix: the steps back to the prefix that contains it, or to one on the way there; 0 where there is
 * none.
 */
export const PLAN_PARENT_STEPS: i32 = 12;
export const PLAN_BUCKETS: i32 = 16;
/** By position: the prefix, in an index that was extended; 0 where a prefix is its position. */
export const PLAN_PREFIX_INDEXES: i32 = 20;
/** 1 where the book has rating periods; the period where it has none. */
export const PLAN_HAS_PERIODS: i32 = 24;
export const PLAN_DEFAULT_PERIOD: i32 = 28;
/** By minute of the week: the period, and the minute of the same day at which it ends. */
export const PLAN_MINUTES: i32 = 32;
export const PLAN_RUN_ENDS: i32 = 36;
export const PLAN_FIRST_HOLIDAY: i32 = 40;
export const PLAN_HOLIDAYS: i32 = 44;
export const PLAN_HOLIDAY_WEEKDAYS: i32 = 48;
/** One bit a day: set where a clock change touches it. */
export const PLAN_FIRST_DAY: i32 = 52;
export const PLAN_DAYS: i32 = 56;
export const PLAN_CHANGE_DAYS: i32 = 60;
export const PLAN_COST_DECIMALS: i32 = 64;
/** 1 where digits without a zero before them are national. */
export const PLAN_BARE_IS_NATIONAL: i32 = 68;
export const PLAN_COUNTRY_DIGITS: i32 = 72;
/** By call type: its class. */
export const PLAN_CLASSES: i32 = 76;
/** By the flags of a call (SURCHARGE_BITS): the components that it attracts (R11), as bits. */
export const PLAN_ATTRACTED: i32 = 80;
/** Addresses of doubles. */
export const PLAN_BUCKET_WIDTH: i32 = 128;
export const PLAN_COUNTRY_CODE: i32 = 136;
/** The largest value for which the steps in doubles are proven. */
export const PLAN_PROVEN: i32 = 144;
/** Powers of ten from 10^0; by charge type, the units of usage that one price is for. */
export const PLAN_POWERS: i32 = 160;
export const PLAN_UNITS: i32 = 288;
export const PLAN_TABLES: i32 = 352;

// Addresses in the work memory: of words that hold the address of a table, or a number.
export const WORK_TARGETS: i32 = 0;
export const WORK_IDS: i32 = 4;
export const WORK_FLAGS: i32 = 8;
export const WORK_TYPES: i32 = 12;
export const WORK_TYPE_SLOTS: i32 = 16;
export const WORK_CHOICES: i32 = 20;
export const WORK_KINDS: i32 = 24;
export const WORK_BY_NUMBER: i32 = 28;
export const WORK_KINDS_OF_NUMBER: i32 = 32;
export const WORK_VIEWED: i32 = 36;
export const WORK_VIEWS: i32 = 40;
export const WORK_CELLS: i32 = 44;
export const WORK_CHANGES: i32 = 48;
export const WORK_TERMS: i32 = 52;
export const WORK_SHAPES: i32 = 56;
export const WORK_MARKUPS: i32 = 60;
export const WORK_DESTINATIONS: i32 = 64;
/** The number of hash slots of types, a power of two, less 1. */
export const WORK_TYPE_MASK: i32 = 80;
/** The number of live rows, of rows of the slow path, and of rows on the side being rated. */
export const WORK_LIVE_COUNT: i32 = 68;
export const WORK_SLOW_COUNT: i32 = 72;
export const WORK_SIDE_COUNT: i32 = 76;
/** Not 0 where a row of the block names an origin that the book does not know (R11). */
export const WORK_UNKNOWN_ORIGIN: i32 = 84;
/** Scratch buffer of a step: doubles by component. */
export const WORK_SCRATCH: i32 = 128;

// A name's row: the match of a billed number or of a number's id.
/** The number's index, or a negative code (below) for other calls with this name. */
export const NAMED_NUMBER: i32 = 0;
/** The first and the last day on which the number is billable (R21). */
export const NAMED_FROM: i32 = 1;
export const NAMED_TO: i32 = 2;
/** Twice the number's carrier (as in TYPE_NAMES), + 1 where its calls may attract origination surcharges (R11). */
export const NAMED_CARRIER: i32 = 3;
export const NAMED_WIDTH: i32 = 4;
/** Not looked up yet; no number; other fields decide, too; ignored on some day (R31). */
export const NAMED_UNKNOWN: i32 = -1;
export const NAMED_NEVER: i32 = -2;
export const NAMED_NARROWED: i32 = -3;
export const NAMED_IGNORED: i32 = -4;

// The meaning of a name as a flag of a call: bits of a byte; 0 before the look-up.
/** The code of its origin, in the lowest two. */
export const FLAG_ORIGIN: i32 = 3;
export const FLAG_RECORDED: i32 = 4;
export const FLAG_NO_RECORDING: i32 = 8;
export const FLAG_NO_ORIGIN: i32 = 16;
export const FLAG_KNOWN: i32 = 32;
/** Bits of a call: the flags that attract surcharges (R11); the record names the period (R23). */
export const SURCHARGE_BITS: i32 = 7;
export const RECORDED_PERIOD_BIT: i32 = 64;

// A type's row: the result of R22 from a call's names.
/** The index of the call type, or -1 where the other party's number decides; the index of its location. */
export const TYPE_CALL_TYPE: i32 = 0;
export const TYPE_LOCATION: i32 = 1;
/** The carrier's part of the key of a kind of calls, to which the class is added. */
export const TYPE_CARRIER_KEY: i32 = 2;
/** The codes of its five names; carriers that only numbers name count from -1 downwards. */
export const TYPE_NAMES: i32 = 3;
/** The index of the first cell of its destinations, which are by prefix + 1; or NO_VIEW. */
export const TYPE_VIEW: i32 = 8;
/** A number of so many digits as dialled, or fewer, may be a short code, which a prefix does not decide. */
export const TYPE_SHORT_DIGITS: i32 = 9;
export const TYPE_WIDTH: i32 = 16;

// The choices of tariffs (R24, R28, R29). Tariffs are indexes into the book's list.
/** The first and the last day for which the choices hold. */
export const CHOICE_FROM: i32 = 0;
export const CHOICE_TO: i32 = 1;
/** The retail tariff, or CHOSEN_BY_RECORD; the feature that named it, or NONE. */
export const CHOICE_TARIFF: i32 = 2;
export const CHOICE_FEATURE: i32 = 3;
/** The surcharges tariff, NONE or CHOSEN_BY_RECORD; the wholesale tariff in the same way. */
export const CHOICE_SURCHARGES: i32 = 4;
export const CHOICE_WHOLESALE: i32 = 5;
/** Traits of the retail tariff, and, shifted by WHOLESALE_TRAITS, of the wholesale tariff. */
export const CHOICE_TRAITS: i32 = 6;
/** R27: the offset of the markups of a call without a rate; NONE where none is set, or CHOSEN_BY_RECORD. */
export const CHOICE_MARKUPS: i32 = 7;
export const CHOICE_WIDTH: i32 = 8;
export const NONE: i32 = -1;
/** The call has to take the slow path. */
export const CHOSEN_BY_RECORD: i32 = -2;
/** The tariff looks the call type up again (R22); it splits calls by period (R23). */
export const LOOKS_AGAIN: i32 = 1;
export const SPLITS: i32 = 2;
export const WHOLESALE_TRAITS: i32 = 2;

// R27: the markups of a call without a rate, in the order in which they are tried, each in doubles.
/** Millionths of a percent, or NO_MARKUP; the rating method; 1 where it is over the suggested retail cost. */
export const MARKUP_PERCENT: i32 = 0;
export const MARKUP_METHOD: i32 = 1;
export const MARKUP_SUGGESTED: i32 = 2;
export const MARKUP_WIDTH: i32 = 3;
export const MARKUPS: i32 = 6;
/** Behind them: the offset of the rate whose roundings apply. */
export const MARKUPS_RATE: i32 = 18;
export const MARKUPS_WIDTH: i32 = 20;
export const NO_MARKUP: f64 = -1e300;

// A tariff's row: the index of a call's view in the list of views is VIEWED_FIRST + call type × VIEWED_PER_TYPE +
// period × VIEWED_PER_PERIOD + the number of the tariff's changes up to the call's day. All 0 before the first call.
export const VIEWED_FIRST: i32 = 0;
export const VIEWED_PER_TYPE: i32 = 1;
export const VIEWED_PER_PERIOD: i32 = 2;
export const VIEWED_CHANGES: i32 = 3;
export const VIEWED_CHANGES_FROM: i32 = 4;
export const VIEWED_WIDTH: i32 = 8;
/** No view: not made yet, or too large to keep. */
export const NO_VIEW: i32 = 0;
/**
 * An empty cell. Other cells hold the offset of a rate + 1, or a negative number (-1 - offset) for the lack of a rate.
 */
export const UNKNOWN_CELL: i32 = 0;

// A rate's terms: eight doubles, one cache line.
export const TERM_PRICE: i32 = 0;
export const TERM_CONNECTION: i32 = 1;
/** -Infinity where blank, so that clamping needs no branch; the maximum Infinity. */
export const TERM_MINIMUM: i32 = 2;
export const TERM_MAXIMUM: i32 = 3;
/** Offset of the initial block's row, also among the terms; -1 (mostly) where there is none. */
export const TERM_INITIAL: i32 = 4;
export const TERM_SHAPE: i32 = 5;
/** Largest charged usage (ms, bytes, events) for which doubles are proven exact; -1 = never. */
export const TERM_PROVEN_USAGE: i32 = 6;
/** 1 where the rate has a cost, 0 where it is blank. */
export const TERM_HAS_COST: i32 = 7;
export const TERMS_WIDTH: i32 = 8;

// An initial block (R8, R9).
export const INITIAL_MS: i32 = 0;
export const INITIAL_COST: i32 = 1;
export const INITIAL_SECONDARY_CONNECTION: i32 = 2;

// A rate's shape.
export const SHAPE_CHARGE_TYPE: i32 = 0;
export const SHAPE_MINIMUM_MS: i32 = 1;
export const SHAPE_ROUND_MS: i32 = 2;
export const SHAPE_ROUND_FROM_MINIMUM: i32 = 3;
export const SHAPE_ROUND_BYTES: i32 = 4;
export const SHAPE_ROUND_EVENTS: i32 = 5;
export const SHAPE_ROUND_PENCE: i32 = 6;
export const SHAPE_ROUND_PENCE_AFTER: i32 = 7;
/** 0 blank, 1 charged, 2 free. */
export const SHAPE_ZERO_DURATION: i32 = 8;
/** Largest charged ms for which the surcharges are proven exact in doubles; -1 = never. */
export const SHAPE_PROVEN_MS: i32 = 9;
/** The components beside basic: SURCHARGE_WIDTH columns each. */
export const SHAPE_COMPONENTS: i32 = 10;
export const SURCHARGE_PRICE: i32 = 0;
export const SURCHARGE_CONNECTION: i32 = 1;
export const SURCHARGE_ROUNDING: i32 = 2;
export const SURCHARGE_MULTIPLE: i32 = 3;
export const SURCHARGE_WIDTH: i32 = 4;

// How a component is rounded.
export const ROUNDING_NONE: i32 = 0;
export const ROUNDING_UP: i32 = 1;
export const ROUNDING_DOWN: i32 = 2;
export const ROUNDING_NEAREST: i32 = 3;
export const ROUNDING_AS_BASIC: i32 = 4;

// Charge types, as indexes into the model's list.
export const PER_MINUTE: i32 = 0;
export const PER_EVENT: i32 = 1;
export const PER_KILOBYTE: i32 = 2;
export const PER_GIGABYTE: i32 = 4;
export const PER_CALL: i32 = 5;
export const MARKUP: i32 = 6;
export const MARKUP_SUGGESTED_RETAIL: i32 = 7;

/** Index of the first component that not every call attracts (R11). */
export const FIRST_SURCHARGE_COMPONENT: i32 = 2;

// Outcomes and errors of a call, as indexes into OUTCOMES and CALL_ERROR_CODES.
export const OUTCOME_RATED: i32 = 0;
export const OUTCOME_ERROR: i32 = 1;
export const OUTCOME_IGNORED: i32 = 2;
export const ERROR_MALFORMED: i32 = 0;
export const ERROR_UNREGISTERED: i32 = 2;
export const ERROR_NOT_BILLABLE: i32 = 4;
export const ERROR_UNKNOWN_TYPE: i32 = 5;
export const ERROR_CLASS_CONFLICT: i32 = 6;
export const ERROR_NO_RATE: i32 = 11;
export const ERROR_NO_COST: i32 = 12;
