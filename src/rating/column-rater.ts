/**
 * Rates the rows of columns. What it does itself is the plain way of a call; whatever leaves that way (a
 * refusal, a markup without a rate, a call over the end of its rating period under the split rule, a day of a
 * clock change) is rated from its record by the one way there is for all calls.
 */
import {
  type BookTables,
  CALL_ERROR_CODES,
  type CallFacts,
  type Choices,
  KnownNames,
  type KnownType,
  NO_PREFIX,
  type NumberMatch,
  type OpenedDestination,
  type OpenedNumber,
  type OpenedTariff,
  Refusal,
  TERMS,
} from "../book/index.ts";
import {
  DAY_MS,
  isPlainDay,
  localMillisecondsAt,
  MINUTE_MS,
  periodAt,
  periodLastsUntil,
} from "../calendar/index.ts";
import type { Direction } from "../model/index.ts";
import { type CallColumns, ORIGINATIONS } from "./call-columns.ts";
import { Charge, type FastComponents } from "./charge.ts";
import { measureUsage } from "./charged-usage.ts";
import { areFor, choicesOf } from "./choose-tariff.ts";
import { agrees, reportedBase, suggestedBase } from "./column-costs.ts";
import { LOCAL_TIME } from "./column-start.ts";
import { type ComponentColumns, take, write, writeUnits, writeUnknown } from "./component-columns.ts";
import { markUpExactly, priceExactly } from "./exact.ts";
import { isProven, priceFast } from "./fast.ts";
import { type Classified, type LookedUp, lookAgain } from "./find-call-type.ts";
import { UNNAMED_PERIOD } from "./find-period.ts";
import { hasCost, isPerMinute } from "./price-call.ts";
import { rate } from "./rate-call.ts";
import { ColumnKeys, OUTCOMES, type RatedColumns } from "./rated-columns.ts";
import { type CallResult, type RatedCall, toRecord } from "./result.ts";
import { RATING_METHODS, type ResultRecord } from "./result-records.ts";

const RATED = OUTCOMES.indexOf("rated");
const ERROR = OUTCOMES.indexOf("error");
const IGNORED = OUTCOMES.indexOf("ignored");
const BY_RATE = RATING_METHODS.indexOf("rate");
const MOBILE = ORIGINATIONS.indexOf("mobile");
const PAYPHONE = ORIGINATIONS.indexOf("payphone");

/** Longest cell that is read here. */
const MAX_CELL = 1_000;

/** Results that are held at most. */
const MOST_HELD = 1 << 14;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The columns of results and what fills them. */
export class ColumnRater implements RatedColumns {
  readonly book: BookTables;
  readonly capacity: number;
  readonly decimals: number;
  readonly keys: ColumnKeys;
  readonly outcome: Uint8Array;
  readonly error: Uint8Array;
  readonly day: Int32Array;
  readonly number: Int32Array;
  readonly tariff: Int32Array;
  readonly feature: Int32Array;
  readonly callType: Int32Array;
  readonly callTypeUsed: Int32Array;
  readonly period: Int32Array;
  readonly location: Int32Array;
  readonly method: Uint8Array;
  readonly chargedMilliseconds: Float64Array;
  readonly chargedBytes: Float64Array;
  readonly chargedEvents: Float64Array;
  readonly retail: ComponentColumns;
  readonly wholesale: ComponentColumns;
  readonly fromRecord: Uint8Array;
  length = 0;

  #columns: CallColumns | undefined;
  /** Results of rows rated from their records, for whoever asks for them next. */
  readonly #held = new Map<number, CallResult>();
  #reclassify = false;
  // Used again for every row, so that rating a row allocates nothing.
  readonly #charge = new Charge(0, 0, 0, false, false, false);
  readonly #retailUnits: FastComponents = [0, 0, 0, 0, 0];
  readonly #wholesaleUnits: FastComponents = [0, 0, 0, 0, 0];
  readonly #classified: Mutable<Classified> = {
    direction: "outbound",
    place: NO_PREFIX,
    callType: 0,
    tariffClass: 0,
    location: undefined,
    locationPlace: -1,
  };

  constructor(book: BookTables, capacity: number) {
    const places = (): Int32Array => new Int32Array(capacity);
    const codes = (): Uint8Array => new Uint8Array(capacity);
    const amounts = (): Float64Array => new Float64Array(capacity);
    const components = (): ComponentColumns => [amounts(), amounts(), amounts(), amounts(), amounts()];
    this.book = book;
    this.capacity = capacity;
    this.decimals = book.settings.costDecimals;
    this.keys = new ColumnKeys(book);
    this.outcome = codes();
    this.error = codes();
    this.day = places();
    this.number = places();
    this.tariff = places();
    this.feature = places();
    this.callType = places();
    this.callTypeUsed = places();
    this.period = places();
    this.location = places();
    this.method = codes();
    this.chargedMilliseconds = amounts();
    this.chargedBytes = amounts();
    this.chargedEvents = amounts();
    this.retail = components();
    this.wholesale = components();
    this.fromRecord = codes();
  }

  rate(columns: CallColumns, reclassify: boolean): void {
    this.length = columns.length;
    this.#columns = columns;
    this.#held.clear();
    this.#reclassify = reclassify;
    const known = this.#knownNames(columns.names);
    for (let row = 0; row < columns.length; row++) {
      const isPlain = columns.byRecord[row] === 0 && this.#ratePlain(columns, known, row);
      this.fromRecord[row] = isPlain ? 0 : 1;
      if (!isPlain) this.#rateRecord(row);
    }
  }

  recordAt(row: number): ResultRecord {
    return toRecord(this.resultAt(row));
  }

  resultAt(row: number): CallResult {
    if (!(row >= 0 && row < this.length)) throw new RangeError(`There is no row ${row}.`);
    return this.#held.get(row) ?? this.#result(row);
  }

  #result(row: number): CallResult {
    const columns = this.#columns as CallColumns;
    const line = columns.lineOf?.(row);
    const options = { reclassify: this.#reclassify, ...(line === undefined ? {} : { line }) };
    return rate(this.book, columns.recordOf(row), options, undefined);
  }

  #knownNames(names: readonly string[]): KnownNames<OpenedNumber> {
    const { book } = this;
    let known = book.names.get(names);
    if (known === undefined) {
      known = new KnownNames(names, book.numbers, book.ignored, book.callTypes);
      book.names.set(names, known);
    }
    return known;
  }

  /** Rates a row from its columns; false where its record has to decide. */
  #ratePlain(columns: CallColumns, known: KnownNames<OpenedNumber>, row: number): boolean {
    const { book } = this;
    const { dialled, periods, rates } = book;

    // R23: the local start.
    let day = columns.startDay[row] as number;
    let millisecond = columns.startMillisecond[row] as number;
    const offset = columns.startOffset[row] as number;
    const ownPeriod = this.#reclassify ? 0 : (columns.tariffTime[row] as number);
    if (millisecond < 0) {
      if (book.hasPeriods && ownPeriod === 0) return false;
      millisecond = 0;
    }
    if (offset !== LOCAL_TIME) {
      const local = localMillisecondsAt(book.zone, day * DAY_MS + millisecond - offset * MINUTE_MS);
      day = Math.floor(local / DAY_MS);
      millisecond = local - day * DAY_MS;
    } else if (!isPlainDay(book.zone, day)) {
      return false;
    }
    if (!agrees(columns.costCDR, row)) return false;

    // R31, R21
    const match = this.#match(columns, known, row, day);
    if (match === undefined) return false;
    const { number } = match;

    // R22
    const type = known.type(
      (columns.carrier[row] as number) || known.carrier(number.callCarrier),
      columns.chargeBand[row] as number,
      columns.tariffTypeCarrier[row] as number,
      this.#reclassify ? 0 : (columns.tariffType[row] as number),
      columns.directionFlag[row] as number,
    );
    if (type === undefined) return false;
    const { external } = columns;
    const start = external.start[row] as number;
    const end = external.end[row] as number;
    if (end - start > MAX_CELL || !dialled.readBytes(external.bytes, start, end)) return false;
    const place = book.prefixes.size === 0 ? NO_PREFIX : book.prefixes.longest(dialled);
    const { carrier, direction } = type;
    const found = type.match ?? findIn(type.lists, book, place);
    if (found === undefined) return false;
    const classified = this.#classify(found, direction, place);

    // R23
    let period = periods.defaultIndex;
    if (ownPeriod !== 0) {
      period = periods.indexByName.get(columns.names[ownPeriod] as string) ?? UNNAMED_PERIOD;
    } else if (book.hasPeriods) {
      period = periodAt(periods, day, millisecond);
    }

    // R24, R28, R29
    const target = known.target(columns.target[row] as number);
    let choices = target.only === match ? target.choices : undefined;
    if (choices === undefined || !areFor(choices, classified.tariffClass, carrier, day)) {
      choices = choicesOf(book, match, classified.tariffClass, carrier, day);
      if (target.only === match) target.choices = choices;
    }
    const { retail } = choices;
    if (retail === undefined || retail instanceof Refusal || retail.refusal !== undefined) return false;
    const charge = this.#charge;
    charge.durationMilliseconds = orBlank(columns.duration[row] as number);
    charge.bytes = orBlank(columns.bytes[row] as number);
    charge.events = orBlank(columns.events[row] as number);
    const origination = match.originationSurcharges ? columns.origination[row] : 0;
    charge.mobileOrigination = origination === MOBILE;
    charge.payphoneOrigination = origination === PAYPHONE;
    charge.callRecording = columns.recorded[row] !== 0;
    const canSplit = book.hasPeriods && ownPeriod === 0;

    const wholesaleKnown = this.#rateWholesale(choices, classified, period, day, millisecond, canSplit);
    if (wholesaleKnown === undefined) return false;

    const { tariff } = retail;
    const lookedUp = lookAgain(book, classified, tariff, undefined);
    if (lookedUp instanceof Refusal) return false;
    const resolved = tariff.resolve(book.prefixes, place, lookedUp.callType, period, day);
    if (resolved < 0) return false;
    const measured = measureUsage(rates, resolved, charge);
    const units = this.#retailUnits;
    const markup = rates.markupAt(resolved);
    if (measured !== "charged" && measured !== "free") return false;
    if (markup !== undefined) {
      const base =
        markup.over === "suggested"
          ? suggestedBase(columns, row)
          : (reportedBase(columns.costCDR, row) ?? (wholesaleKnown ? this.#wholesaleUnits : undefined));
      if (base === undefined) return false;
      const decimals = base === this.#wholesaleUnits ? this.decimals : 6;
      const rateValues = rates.rateAt(resolved);
      const marked = markUpExactly(rates, rateValues, markup.percent, base.map(BigInt), decimals);
      if (!take(marked, units)) return false;
    } else {
      const { surcharges } = choices;
      if (surcharges instanceof Refusal) return false;
      if (measured === "free") {
        units.fill(0);
      } else {
        let surchargeRate = resolved;
        if (surcharges !== undefined) {
          const own = surcharges.tariff.resolve(book.prefixes, place, lookedUp.callType, period, day);
          surchargeRate = own < 0 ? -1 - own : own;
        }
        if (!this.#isOnePiece(tariff, resolved, day, millisecond, canSplit)) return false;
        if (!this.#price(resolved, surchargeRate, units)) return false;
      }
    }

    this.outcome[row] = RATED;
    this.day[row] = day;
    this.number[row] = number.place;
    this.tariff[row] = choices.tariffPlace;
    this.feature[row] = choices.featurePlace;
    this.callType[row] = found.callType;
    this.callTypeUsed[row] = lookedUp.callType;
    this.period[row] = ownPeriod === 0 ? period : -1;
    this.location[row] = lookedUp.locationPlace;
    this.method[row] = BY_RATE;
    this.chargedMilliseconds[row] = charge.chargedMilliseconds;
    this.chargedBytes[row] = charge.chargedBytes;
    this.chargedEvents[row] = charge.chargedEvents;
    write(this.retail, row, units);
    if (wholesaleKnown) write(this.wholesale, row, this.#wholesaleUnits);
    else writeUnknown(this.wholesale, row);
    return true;
  }

  /** R31, R21: how the row's call matches its number; undefined where it is ignored, or matches none or several. */
  #match(
    columns: CallColumns,
    known: KnownNames<OpenedNumber>,
    row: number,
    day: number,
  ): NumberMatch<OpenedNumber> | undefined {
    const target = columns.target[row] as number;
    const numberID = columns.numberID[row] as number;
    if (target !== 0) {
      const own = known.target(target);
      if (own.isIgnored) return undefined;
      if (numberID === 0 && own.only !== undefined && day >= own.billableFrom && day <= own.billableTo)
        return own.only;
    }
    const { names } = columns;
    // Only these are asked for.
    const facts = {
      numberID: names[numberID] as string,
      target: names[target] as string,
      chargeBand: names[columns.chargeBand[row] as number] as string,
      directionFlag: names[columns.directionFlag[row] as number] as string,
      day,
    } as CallFacts;
    const match = this.book.numbers.find(facts);
    return match instanceof Refusal ? undefined : match;
  }

  #classify(found: LookedUp, direction: Direction, place: number): Classified {
    const classified = this.#classified;
    classified.direction = direction;
    classified.place = place;
    classified.callType = found.callType;
    classified.tariffClass = this.book.callTypes.callTypes[found.callType]?.tariffClass ?? 0;
    classified.location = found.location;
    classified.locationPlace = found.locationPlace;
    return classified;
  }

  /** R29: whether there is a calculated wholesale cost, now in `#wholesaleUnits`; undefined where the record decides. */
  #rateWholesale(
    choices: Choices,
    classified: Classified,
    period: number,
    day: number,
    millisecond: number,
    canSplit: boolean,
  ): boolean | undefined {
    const { book } = this;
    const tariff = choices.wholesale;
    if (tariff === undefined) return false;
    if (tariff instanceof Refusal) return undefined;
    const lookedUp = lookAgain(book, classified, tariff, undefined);
    if (lookedUp instanceof Refusal) return false;
    const resolved = tariff.resolve(book.prefixes, classified.place, lookedUp.callType, period, day);
    if (resolved < 0) return false;
    const measured = measureUsage(book.rates, resolved, this.#charge);
    if (measured === "free") {
      this.#wholesaleUnits.fill(0);
      return true;
    }
    if (measured !== "charged") return false;
    if (!this.#isOnePiece(tariff, resolved, day, millisecond, canSplit)) return undefined;
    return this.#price(resolved, resolved, this.#wholesaleUnits) ? true : undefined;
  }

  /** R23: whether one price holds throughout the measured call. */
  #isOnePiece(
    tariff: OpenedTariff,
    resolved: number,
    day: number,
    millisecond: number,
    canSplit: boolean,
  ): boolean {
    const { periodRule, singleRate } = tariff.settings;
    const { rates, periods, zone } = this.book;
    if (periodRule !== "split" || singleRate || !isPerMinute(rates, resolved)) return true;
    if (!hasCost(rates, resolved)) return false;
    if (!canSplit) return true;
    return (
      isPlainDay(zone, day) &&
      millisecond + this.#charge.chargedMilliseconds <= periodLastsUntil(periods, day, millisecond)
    );
  }

  /** R8 to R14; false where an amount is beyond what a double counts. */
  #price(resolved: number, surchargeRate: number, units: FastComponents): boolean {
    const { rates } = this.book;
    const charge = this.#charge;
    const surchargeShape = rates.terms[surchargeRate + TERMS.SHAPE] as number;
    if (isProven(rates, resolved, surchargeShape, charge)) {
      priceFast(rates, resolved, surchargeShape, charge, units);
      return true;
    }
    return take(priceExactly(rates, resolved, surchargeRate, charge), units);
  }

  /** Rates a row from its record. */
  #rateRecord(row: number): void {
    const result = this.#result(row);
    if (this.#held.size < MOST_HELD) this.#held.set(row, result);
    if (result.outcome === "error") {
      this.outcome[row] = ERROR;
      this.error[row] = CALL_ERROR_CODES.indexOf(result.error);
    } else if (result.outcome === "ignored") {
      this.outcome[row] = IGNORED;
    } else {
      this.#writeResult(row, result);
    }
  }

  #writeResult(row: number, result: RatedCall): void {
    const { places } = this.book;
    const { number, callType, period, retail, wholesale } = result.parts;
    const { tariff, featureID, lookedUp } = retail;
    this.outcome[row] = RATED;
    this.day[row] = result.day;
    this.number[row] = number.place;
    this.tariff[row] = (tariff && places.tariffPlaces.get(tariff)) ?? -1;
    this.feature[row] = (featureID === null ? undefined : places.featurePlaces.get(featureID)) ?? -1;
    this.callType[row] = callType;
    this.callTypeUsed[row] = lookedUp.callType;
    this.period[row] = period;
    this.location[row] = lookedUp.locationPlace;
    this.method[row] = RATING_METHODS.indexOf(retail.method);
    this.chargedMilliseconds[row] = retail.chargedMilliseconds;
    this.chargedBytes[row] = retail.chargedBytes;
    this.chargedEvents[row] = retail.chargedEvents;
    writeUnits(this.retail, row, retail.components);
    writeUnits(this.wholesale, row, wholesale);
  }
}

/** R22: the destination of the other party's number in the first of the lists that has one. */
function findIn(
  lists: KnownType["lists"],
  { dialled, prefixes }: BookTables,
  place: number,
): OpenedDestination | undefined {
  for (let at = 0; at < lists.length; at++) {
    const found = lists[at]?.find(dialled, prefixes, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Usage as kernels take it: -1 where blank. */
function orBlank(usage: number): number {
  return usage >= 0 ? usage : -1;
}
