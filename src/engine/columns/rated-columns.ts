/** Results as columns, the output of `rateColumns` (R30). */
import { type BookTables, CALL_ERROR_CODES, type CallErrorCode } from "../../book/index.ts";
import { rows } from "../../kernel/index.ts";
import { perComponent, TARIFF_CLASSES, type TariffClass } from "../../model/index.ts";
import { type CallResult, RATING_METHODS, type RatingMethod, type ResultRecord } from "../results/index.ts";
import type { ComponentColumns } from "./component-columns.ts";

/** The outcomes of a call; `outcome` columns hold indexes into this list. */
export const OUTCOMES = ["rated", "error", "ignored"] as const;

/**
 * Results as columns, one entry a call in each. Names are indexes, which `keys` resolves. Entries other than `outcome`
 * and `error` are valid for rated calls only.
 */
export interface RatedColumns {
  readonly length: number;
  /** Decimal places of a penny of all amounts: the book's `costDecimals`. */
  readonly decimals: number;
  /** Indexes into OUTCOMES. */
  readonly outcome: Uint8Array;
  /** Indexes into CALL_ERROR_CODES, for calls in error. */
  readonly error: Uint8Array;

  /** Local civil date of the start as days since 1970-01-01 (R23). */
  readonly day: Int32Array;
  /** Indexes of the number, of the retail tariff and of the feature that named it; -1 where there is none. */
  readonly number: Int32Array;
  readonly tariff: Int32Array;
  readonly feature: Int32Array;
  /** Indexes of the call type, and of the call type with which lines were sought (R22). */
  readonly callType: Int32Array;
  readonly callTypeUsed: Int32Array;
  /** Index of the rating period; -1 where the record names its `tariffTime`. */
  readonly period: Int32Array;
  /** Index of the location of the destination last matched; -1 where the record's own `location`, if any, applies. */
  readonly location: Int32Array;
  /** Indexes into RATING_METHODS (R27). */
  readonly method: Uint8Array;

  readonly chargedMilliseconds: Float64Array;
  readonly chargedBytes: Float64Array;
  readonly chargedEvents: Float64Array;
  /** Retail before discounts. NaN in all five where one component is beyond 2^53: `recordAt` has such amounts. */
  readonly retail: ComponentColumns;
  /** Wholesale as calculated (R29). NaN in all five where the cost is not known, or as for retail. */
  readonly wholesale: ComponentColumns;

  /** 1 where the call was refused, or took the slow path from its record. The result is the same either way. */
  readonly fromRecord: Uint8Array;

  /** Resolves the indexes. */
  readonly keys: ColumnKeys;
  /** The result of a row as `toRecord(rateCall(…))` gives it, messages and amounts of any size included. */
  recordAt(row: number): ResultRecord;
  /** The result of a row as `rateCall` gives it. */
  resultAt(row: number): CallResult;
}

/** The results that are read of rows rated from columns; in a kernel's memory, codes are words. */
export interface RowResults
  extends Omit<
    RatedColumns,
    "length" | "outcome" | "error" | "method" | "fromRecord" | "recordAt" | "resultAt"
  > {
  readonly outcome: Uint8Array | Int32Array;
  readonly error: Uint8Array | Int32Array;
}

/** Makes the columns of results: arrays by row, new or at an address of a kernel's memory. */
interface ColumnMaker<Codes> {
  /** Of an outcome, an error, a method or a flag. */
  codes(address: number): Codes;
  wholes(address: number): Int32Array;
  doubles(address: number): Float64Array;
}

/** The columns of results, wherever their memory is. */
export class ResultColumns<Codes extends Uint8Array | Int32Array> {
  readonly outcome: Codes;
  readonly error: Codes;
  readonly day: Int32Array;
  readonly number: Int32Array;
  readonly tariff: Int32Array;
  readonly feature: Int32Array;
  readonly callType: Int32Array;
  readonly callTypeUsed: Int32Array;
  readonly period: Int32Array;
  readonly location: Int32Array;
  readonly method: Codes;
  readonly chargedMilliseconds: Float64Array;
  readonly chargedBytes: Float64Array;
  readonly chargedEvents: Float64Array;
  readonly retail: ComponentColumns;
  readonly wholesale: ComponentColumns;
  readonly fromRecord: Codes;

  constructor(make: ColumnMaker<Codes>) {
    const components = (address: number): ComponentColumns =>
      perComponent((_, at) => make.doubles(address + at * rows.COST_STRIDE));
    this.outcome = make.codes(rows.OUTCOME);
    this.error = make.codes(rows.ERROR);
    this.day = make.wholes(rows.DAY);
    this.number = make.wholes(rows.NUMBER);
    this.tariff = make.wholes(rows.TARIFF);
    this.feature = make.wholes(rows.FEATURE);
    this.callType = make.wholes(rows.CALL_TYPE);
    this.callTypeUsed = make.wholes(rows.CALL_TYPE_USED);
    this.period = make.wholes(rows.PERIOD);
    this.location = make.wholes(rows.LOCATION);
    this.method = make.codes(rows.METHOD);
    this.chargedMilliseconds = make.doubles(rows.CHARGED_MILLISECONDS);
    this.chargedBytes = make.doubles(rows.CHARGED_BYTES);
    this.chargedEvents = make.doubles(rows.CHARGED_EVENTS);
    this.retail = components(rows.RETAIL);
    this.wholesale = components(rows.WHOLESALE);
    this.fromRecord = make.codes(rows.FROM_RECORD);
  }
}

/** Resolves the indexes in columns of results, for one opened book. */
export class ColumnKeys {
  readonly #book: BookTables;

  /** @internal */
  constructor(book: BookTables) {
    this.#book = book;
  }

  numberID(numberIndex: number): string | undefined {
    return this.#book.byIndex.numbers[numberIndex]?.record.id;
  }
  /** The customer of a number. */
  customerID(numberIndex: number): string | undefined {
    return this.#book.byIndex.numbers[numberIndex]?.customer.record.id;
  }
  tariffID(tariffIndex: number): string | undefined {
    return this.#book.byIndex.tariffs[tariffIndex]?.record.id;
  }
  /** The tariff's name. */
  tariff(tariffIndex: number): string | undefined {
    return this.#book.byIndex.tariffs[tariffIndex]?.record.name;
  }
  featureID(featureIndex: number): string | undefined {
    return this.#book.byIndex.features[featureIndex];
  }
  callType(callTypeIndex: number): string | undefined {
    return this.#book.callTypes.callTypes[callTypeIndex]?.name;
  }
  /** The class of a call type. */
  tariffClass(callTypeIndex: number): TariffClass | undefined {
    return TARIFF_CLASSES[this.#book.callTypes.callTypes[callTypeIndex]?.tariffClass ?? -1];
  }
  period(periodIndex: number): string | undefined {
    return this.#book.periods.names[periodIndex];
  }
  location(locationIndex: number): string | undefined {
    return locationIndex < 0 ? undefined : this.#book.callTypes.locations.at(locationIndex);
  }
  method(methodIndex: number): RatingMethod | undefined {
    return RATING_METHODS[methodIndex];
  }
  error(errorIndex: number): CallErrorCode | undefined {
    return CALL_ERROR_CODES[errorIndex];
  }
}
