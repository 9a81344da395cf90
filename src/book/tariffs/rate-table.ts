/**
 * The opened rates as rows of doubles. Rows are compact, shared by all lines with equal values, and ready for transfer
 * to a worker. The kernel copies the rows; exact arithmetic reads them through `rateAt`. All amounts are whole
 * micro-pence and all durations whole milliseconds.
 *
 * A rate is two rows: its *terms* (the values that differ between destinations) and its *shape*
 * (roundings, access charge and surcharges, usually the same throughout a tariff).
 */
import { MINUTE_MS } from "../../calendar/index.ts";
import { tables } from "../../kernel/index.ts";
import {
  bytesPerUnit,
  CHARGE_TYPES,
  type ChargeType,
  isMarkupType,
  PRICED_COMPONENTS,
} from "../../model/index.ts";
import type { RoundingMode } from "../../money/index.ts";
import { InternedRows } from "./interned-rows.ts";
import type { ComponentRounding, Rate, Surcharge } from "./rate.ts";

const SHAPE_WIDTH = tables.SHAPE_COMPONENTS + PRICED_COMPONENTS.length * tables.SURCHARGE_WIDTH;

/** The codes of roundings in a shape row. */
const ROUNDING_CODE = {
  none: tables.ROUNDING_NONE,
  up: tables.ROUNDING_UP,
  down: tables.ROUNDING_DOWN,
  nearest: tables.ROUNDING_NEAREST,
  asBasic: tables.ROUNDING_AS_BASIC,
} as const;

/**
 * Doubles hold whole numbers exactly up to 2^53; half-away rounding doubles its operand and a round-up
 * may add one step, so operands are proven to 2^50, and values and steps to half of that.
 */
const PROVEN_LIMIT = 2 ** 50;

/** The two markup types come last in CHARGE_TYPES, the markup over wholesale cost first. */
const FIRST_MARKUP = CHARGE_TYPES.indexOf("markup");

/** Columns of the values from which `addTermValues` makes terms: bounds as in a terms row, other blanks 0. */
export const TERM_VALUES = {
  COST: 0,
  HAS_COST: 1,
  CONNECTION: 2,
  MINIMUM: 3,
  MAXIMUM: 4,
  INITIAL_MS: 5,
  INITIAL_COST: 6,
  SECONDARY_CONNECTION: 7,
  SHAPE: 8,
  /** Units of usage per price (`unitsPerPrice`); 0 for a markup. */
  UNITS: 9,
  ROUND_PENCE: 10,
} as const;

export function termValues(rate: Rate, shape: number): Float64Array {
  return Float64Array.of(
    rate.cost ?? 0,
    rate.cost === undefined ? 0 : 1,
    rate.connection,
    rate.minimum ?? Number.NEGATIVE_INFINITY,
    rate.maximum ?? Number.POSITIVE_INFINITY,
    rate.initialMilliseconds,
    rate.initialCost,
    rate.secondaryConnection,
    shape,
    isMarkupType(rate.chargeType) ? 0 : unitsPerPrice(rate.chargeType),
    rate.roundPence,
  );
}

/** The largest charged usage for which the steps in doubles are proven; -1 = none. */
function provenUsage(values: Float64Array, limit: number): number {
  const units = values[TERM_VALUES.UNITS] as number;
  if (units === 0) return -1;
  const fixed =
    Math.abs(values[TERM_VALUES.CONNECTION] as number) +
    Math.abs(values[TERM_VALUES.INITIAL_COST] as number) +
    Math.abs(values[TERM_VALUES.SECONDARY_CONNECTION] as number);
  const minimum = values[TERM_VALUES.MINIMUM] as number;
  const least = minimum === Number.NEGATIVE_INFINITY ? 0 : Math.abs(minimum);
  // A cap of 0 or more replaces only a larger, proven amount. A negative cap can be the amount, so it counts.
  const cap = Math.max(0, -(values[TERM_VALUES.MAXIMUM] as number));
  const bounds = Math.max(fixed, least, cap, values[TERM_VALUES.ROUND_PENCE] as number);
  if (bounds * units > limit) return -1;
  const price = Math.abs(values[TERM_VALUES.COST] as number);
  return price === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(limit / price);
}

/** The columns of a rate table: plain data, ready for transfer to another thread. */
export interface RateColumns {
  readonly terms: Float64Array;
  readonly shapes: Float64Array;
}

/** All rates of a book. The offset of its terms row stands for a rate. */
export class RateTable {
  readonly #terms: InternedRows;
  readonly #shapes: InternedRows;
  /** Buffer for the row to store. */
  readonly #row = new Float64Array(tables.TERMS_WIDTH);
  /** Quantised components count in units of 10^-costDecimals pence (R4). */
  readonly costDecimals: number;
  /** Largest value for which the steps in doubles are proven; smaller where a quantum is finer than a micro-penny. */
  readonly provenLimit: number;

  /** `given` are rates that other threads may read: a new rate is written to a copy. */
  constructor(costDecimals: number, given?: RateColumns) {
    this.costDecimals = costDecimals;
    this.provenLimit = PROVEN_LIMIT / 2 / 10 ** Math.max(0, costDecimals - 6);
    this.#terms = new InternedRows(tables.TERMS_WIDTH, given?.terms);
    this.#shapes = new InternedRows(SHAPE_WIDTH, given?.shapes);
  }

  /** The present rows; the table may still grow. */
  get columns(): RateColumns {
    return { terms: this.#terms.rows, shapes: this.#shapes.rows };
  }

  get terms(): Float64Array {
    return this.#terms.data;
  }

  get shapes(): Float64Array {
    return this.#shapes.data;
  }

  /** Stores a rate's shape and returns its offset. */
  addShape(rate: Omit<Rate, "cost">): number {
    const row = [
      CHARGE_TYPES.indexOf(rate.chargeType),
      rate.minimumMilliseconds,
      rate.roundMilliseconds,
      rate.roundFromMinimum ? 1 : 0,
      rate.roundBytes,
      rate.roundEvents,
      rate.roundPence,
      rate.roundPenceAfterSurcharge,
      rate.zeroDuration === undefined ? 0 : rate.zeroDuration === "charged" ? 1 : 2,
      this.#provenMilliseconds(rate),
      ...rate.components.flatMap(packSurcharge),
    ];
    return this.#shapes.intern(Float64Array.from(row));
  }

  /** Stores a rate's terms with the offset of a stored shape, and returns the rate's offset. */
  addTerms(rate: Rate, shape: number): number {
    return this.addTermValues(termValues(rate, shape));
  }

  /** Stores the result of `termValues` and returns the rate's offset. */
  addTermValues(values: Float64Array): number {
    const row = this.#row;
    const hasInitial =
      values[TERM_VALUES.INITIAL_MS] !== 0 ||
      values[TERM_VALUES.INITIAL_COST] !== 0 ||
      values[TERM_VALUES.SECONDARY_CONNECTION] !== 0;
    let initial = -1;
    if (hasInitial) {
      row.fill(0);
      row[tables.INITIAL_MS] = values[TERM_VALUES.INITIAL_MS] as number;
      row[tables.INITIAL_COST] = values[TERM_VALUES.INITIAL_COST] as number;
      row[tables.INITIAL_SECONDARY_CONNECTION] = values[TERM_VALUES.SECONDARY_CONNECTION] as number;
      initial = this.#terms.intern(row);
    }
    row[tables.TERM_PRICE] = values[TERM_VALUES.COST] as number;
    row[tables.TERM_CONNECTION] = values[TERM_VALUES.CONNECTION] as number;
    row[tables.TERM_MINIMUM] = values[TERM_VALUES.MINIMUM] as number;
    row[tables.TERM_MAXIMUM] = values[TERM_VALUES.MAXIMUM] as number;
    row[tables.TERM_INITIAL] = initial;
    row[tables.TERM_SHAPE] = values[TERM_VALUES.SHAPE] as number;
    row[tables.TERM_PROVEN_USAGE] = provenUsage(values, this.provenLimit);
    row[tables.TERM_HAS_COST] = values[TERM_VALUES.HAS_COST] as number;
    return this.#terms.intern(row);
  }

  /** Stores a rate and returns its offset. */
  add(rate: Rate): number {
    return this.addTerms(rate, this.addShape(rate));
  }

  rateAt(offset: number): Rate {
    const terms = this.terms;
    const at = (column: number): number => terms[offset + column] ?? 0;
    const shapeOffset = at(tables.TERM_SHAPE);
    const shapes = this.shapes;
    const shape = (column: number): number => shapes[shapeOffset + column] ?? 0;
    const initialOffset = at(tables.TERM_INITIAL);
    const initial = (column: number): number =>
      initialOffset < 0 ? 0 : (terms[initialOffset + column] ?? 0);
    const minimum = at(tables.TERM_MINIMUM);
    const maximum = at(tables.TERM_MAXIMUM);
    return {
      chargeType: CHARGE_TYPES[shape(tables.SHAPE_CHARGE_TYPE)] as ChargeType,
      cost: at(tables.TERM_HAS_COST) === 1 ? at(tables.TERM_PRICE) : undefined,
      connection: at(tables.TERM_CONNECTION),
      minimum: minimum === Number.NEGATIVE_INFINITY ? undefined : minimum,
      maximum: maximum === Number.POSITIVE_INFINITY ? undefined : maximum,
      initialMilliseconds: initial(tables.INITIAL_MS),
      initialCost: initial(tables.INITIAL_COST),
      secondaryConnection: initial(tables.INITIAL_SECONDARY_CONNECTION),
      minimumMilliseconds: shape(tables.SHAPE_MINIMUM_MS),
      roundMilliseconds: shape(tables.SHAPE_ROUND_MS),
      roundFromMinimum: shape(tables.SHAPE_ROUND_FROM_MINIMUM) === 1,
      roundBytes: shape(tables.SHAPE_ROUND_BYTES),
      roundEvents: shape(tables.SHAPE_ROUND_EVENTS),
      roundPence: shape(tables.SHAPE_ROUND_PENCE),
      roundPenceAfterSurcharge: shape(tables.SHAPE_ROUND_PENCE_AFTER),
      zeroDuration: ([undefined, "charged", "free"] as const)[shape(tables.SHAPE_ZERO_DURATION)],
      components: PRICED_COMPONENTS.map((_, at) =>
        unpackSurcharge(shapes, shapeOffset + tables.SHAPE_COMPONENTS + at * tables.SURCHARGE_WIDTH),
      ),
    };
  }

  /** The basis of a markup rate and its percentage in millionths; undefined for a rate of prices. */
  markupAt(
    offset: number,
  ): { readonly over: "wholesale" | "suggested"; readonly percent: number } | undefined {
    const shape = this.terms[offset + tables.TERM_SHAPE] as number;
    const code = this.shapes[shape + tables.SHAPE_CHARGE_TYPE] as number;
    if (code < FIRST_MARKUP) return undefined;
    const percent = this.terms[offset + tables.TERM_PRICE] as number;
    return { over: code === FIRST_MARKUP ? "wholesale" : "suggested", percent };
  }

  #provenMilliseconds(rate: Omit<Rate, "cost">): number {
    let proven = Number.MAX_SAFE_INTEGER;
    const limit = this.provenLimit;
    // With `asBasic` roundPence rounds surcharges, too.
    if (Math.max(rate.roundPence, rate.roundPenceAfterSurcharge) * MINUTE_MS > limit) return -1;
    for (const surcharge of rate.components) {
      const multiple = surcharge.rounding.kind === "named" ? surcharge.rounding.multiple : 0;
      if (Math.max(Math.abs(surcharge.connection), multiple) * MINUTE_MS > limit) return -1;
      const price = Math.abs(surcharge.pricePerMinute);
      if (price > 0) proven = Math.min(proven, Math.floor(limit / price));
    }
    return proven;
  }
}

/** The initial block of a rate in milliseconds, 0 where there is none. */
export function initialMilliseconds(terms: Float64Array, rate: number): number {
  const initial = terms[rate + tables.TERM_INITIAL] as number;
  return initial < 0 ? 0 : (terms[initial + tables.INITIAL_MS] as number);
}

/** How many units of usage one price is for: milliseconds in a minute, bytes in a kilobyte, one call. */
export function unitsPerPrice(chargeType: ChargeType): number {
  return chargeType === "perMinute" ? MINUTE_MS : (bytesPerUnit(chargeType) ?? 1);
}

function packSurcharge(surcharge: Surcharge): number[] {
  const { rounding } = surcharge;
  const code = rounding.kind === "named" ? ROUNDING_CODE[rounding.mode] : ROUNDING_CODE[rounding.kind];
  return [
    surcharge.pricePerMinute,
    surcharge.connection,
    code,
    rounding.kind === "named" ? rounding.multiple : 0,
  ];
}

const NAMED_MODES: readonly (RoundingMode | undefined)[] = [undefined, "up", "down", "nearest"];

function unpackSurcharge(shapes: Float64Array, offset: number): Surcharge {
  const code = shapes[offset + tables.SURCHARGE_ROUNDING] ?? 0;
  const mode = NAMED_MODES[code];
  let rounding: ComponentRounding = { kind: code === ROUNDING_CODE.asBasic ? "asBasic" : "none" };
  if (mode !== undefined)
    rounding = { kind: "named", mode, multiple: shapes[offset + tables.SURCHARGE_MULTIPLE] ?? 0 };
  return {
    pricePerMinute: shapes[offset + tables.SURCHARGE_PRICE] ?? 0,
    connection: shapes[offset + tables.SURCHARGE_CONNECTION] ?? 0,
    rounding,
  };
}
