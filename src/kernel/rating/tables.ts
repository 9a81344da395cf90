/**
 * Where the tables of a book stand, and what is in their rows: the plan's, which never change, and those in the work
 * memory, which grow with what calls are found to need. Columns count in words of four bytes, but those of rates and
 * of markups in doubles.
 */

// Addresses in the plan: of words that hold a number, or the address of a table in the plan.
export const PLAN_PREFIXES: i32 = 0;
export const PLAN_STARTS: i32 = 4;
export const PLAN_LENGTHS: i32 = 8;
/** By position of a prefix: how many positions before it that is found which contains it, or more; 0 where there is none. */
export const PLAN_PARENT_STEPS: i32 = 12;
export const PLAN_BUCKETS: i32 = 16;
/** The places of an extended index, by position; 0 where positions are places. */
export const PLAN_PLACES: i32 = 20;
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
/** Of these addresses stand doubles. */
export const PLAN_BUCKET_WIDTH: i32 = 128;
export const PLAN_COUNTRY_CODE: i32 = 136;
/** The largest value for which the steps in doubles are proven. */
export const PLAN_PROVEN: i32 = 144;
/** 10^0 and up, and by charge type how many units of usage one price is for. */
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
/** How many slots of types there are, less 1: a power of two. */
export const WORK_TYPE_MASK: i32 = 80;
/** How many rows go on, how many have to be rated from their records, how many are rated on the side at hand. */
export const WORK_LIVE_COUNT: i32 = 68;
export const WORK_SLOW_COUNT: i32 = 72;
export const WORK_SIDE_COUNT: i32 = 76;
/** Not 0 where a row of the block names an origin that the book does not know (R11). */
export const WORK_UNKNOWN_ORIGIN: i32 = 84;
/** Room for what a step works out, by component, in doubles. */
export const WORK_SCRATCH: i32 = 128;

// A name's row: what a billed number, or a number's id, leads to.
/** The number's place, or how else calls with this name are matched (negative, below). */
export const NAMED_NUMBER: i32 = 0;
/** The first and the last day on which the number is billable (R21). */
export const NAMED_FROM: i32 = 1;
export const NAMED_TO: i32 = 2;
/** Twice its carrier, as TYPE_NAMES has it, and 1 where its calls may attract origination surcharges (R11). */
export const NAMED_CARRIER: i32 = 3;
export const NAMED_WIDTH: i32 = 4;
/** Not looked up yet; no number; by other fields, too; R31: ignored on some day. */
export const NAMED_UNKNOWN: i32 = -1;
export const NAMED_NEVER: i32 = -2;
export const NAMED_NARROWED: i32 = -3;
export const NAMED_IGNORED: i32 = -4;

// What a name says as a flag of a call, as bits of a byte; 0 before it is looked up.
/** The code of its origin, in the lowest two. */
export const FLAG_ORIGIN: i32 = 3;
export const FLAG_RECORDED: i32 = 4;
export const FLAG_NO_RECORDING: i32 = 8;
export const FLAG_NO_ORIGIN: i32 = 16;
export const FLAG_KNOWN: i32 = 32;
/** Of a call: what attracts surcharges (R11), and that its record names its period (R23). */
export const SURCHARGE_BITS: i32 = 7;
export const RECORDED_PERIOD_BIT: i32 = 64;

// A type's row: what R22 takes from a call's names.
/** The place of the call type, or -1 where the other party's number decides; and of its location. */
export const TYPE_CALL_TYPE: i32 = 0;
export const TYPE_LOCATION: i32 = 1;
/** The carrier's part of the kind of calls, to which the class is added. */
export const TYPE_CARRIER_KEY: i32 = 2;
/** The codes of its five names; carriers that only numbers name count from -1 downwards. */
export const TYPE_NAMES: i32 = 3;
/** Where the cells of its destinations begin, by place of the prefix + 1, or NO_VIEW. */
export const TYPE_VIEW: i32 = 8;
/** As many digits as dialled or fewer may be a short code, which a prefix does not decide. */
export const TYPE_SHORT_DIGITS: i32 = 9;
export const TYPE_WIDTH: i32 = 16;

// The choices of tariffs (R24, R28, R29). Tariffs are places among the book's.
/** The first and the last day for which the choices hold. */
export const CHOICE_FROM: i32 = 0;
export const CHOICE_TO: i32 = 1;
/** The retail tariff, or CHOSEN_BY_RECORD; the feature that named it, or NONE. */
export const CHOICE_TARIFF: i32 = 2;
export const CHOICE_FEATURE: i32 = 3;
/** The surcharges tariff, NONE or CHOSEN_BY_RECORD; the wholesale tariff in the same way. */
export const CHOICE_SURCHARGES: i32 = 4;
export const CHOICE_WHOLESALE: i32 = 5;
/** Traits of the retail tariff, and shifted by WHOLESALE_TRAITS those of the other. */
export const CHOICE_TRAITS: i32 = 6;
/** R27: the offset of the markups of a call without a rate; NONE where none is set, or CHOSEN_BY_RECORD. */
export const CHOICE_MARKUPS: i32 = 7;
export const CHOICE_WIDTH: i32 = 8;
export const NONE: i32 = -1;
/** What follows from the choice is for the call's record to say. */
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

// A tariff's row: the view of a call stands in the list of views at VIEWED_FIRST + call type × VIEWED_PER_TYPE +
// period × VIEWED_PER_PERIOD + how many of the tariff's changes lie on or before its day. All 0 before it is met.
export const VIEWED_FIRST: i32 = 0;
export const VIEWED_PER_TYPE: i32 = 1;
export const VIEWED_PER_PERIOD: i32 = 2;
export const VIEWED_CHANGES: i32 = 3;
export const VIEWED_CHANGES_FROM: i32 = 4;
export const VIEWED_WIDTH: i32 = 8;
/** No view, where it was not made or keeping one would take too much memory. */
export const NO_VIEW: i32 = 0;
/** A cell of which nothing is known. A rate is kept as 1 more, the lack of one (-1 - offset) as it is. */
export const UNKNOWN_CELL: i32 = 0;

// A rate's terms: eight doubles, one line of memory.
export const TERM_PRICE: i32 = 0;
export const TERM_CONNECTION: i32 = 1;
/** -Infinity where blank, so that clamping needs no branch; the maximum Infinity. */
export const TERM_MINIMUM: i32 = 2;
export const TERM_MAXIMUM: i32 = 3;
/** Offset of the row of the initial block, among the terms, too; -1 where there is none, as mostly. */
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

// Charge types as the model lists them.
export const PER_MINUTE: i32 = 0;
export const PER_EVENT: i32 = 1;
export const PER_KILOBYTE: i32 = 2;
export const PER_GIGABYTE: i32 = 4;
export const PER_CALL: i32 = 5;
export const MARKUP: i32 = 6;
export const MARKUP_SUGGESTED_RETAIL: i32 = 7;

/** Which component is the first that not every call attracts (R11). */
export const FIRST_SURCHARGE_COMPONENT: i32 = 2;

// What may come of a call, and refusals, as their lists count them.
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
