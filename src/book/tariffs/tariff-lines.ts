/** What opening works out of a tariff's lines, and the same as plain data for other threads. */
import {
  type CheckedRateLine,
  isBaseLine,
  type PlainPrice,
  type RateLines,
  type RateValues,
} from "../../model/index.ts";
import { PackedTexts, type TextColumns, textColumns } from "../prefixes/packed-texts.ts";
import { type LineColumns, LineIndex } from "./line-index.ts";
import { SHAPE_VALUES } from "./rate.ts";
import { type RateTable, TERM_VALUES, termValues } from "./rate-table.ts";
import { type ResolvedRate, type RoundingPresets, resolveRate, resolveTerms } from "./resolve-rate.ts";

/** The base fields themselves, among the bases of a tariff (R25). */
export const BASE_FIELDS = 0;

/** The base lines of a tariff: plain data, which another thread can use as it is. */
export interface BaseLines {
  /** Places in the tariff's `rates`, the latest start first: the first in force counts (R26). */
  readonly places: Int32Array;
  readonly startDays: Int32Array;
  readonly endDays: Int32Array;
}

const FIRST_DAY = -0x80000000;
const LAST_DAY = 0x7fffffff;

/** The base lines among a tariff's lines; undefined where there is none. */
export function baseLinesOf(lines: RateLines): BaseLines | undefined {
  const places = lines.where(isBaseLine);
  if (places.length === 0) return undefined;
  const startOf = (place: number): number => lines.patternOf(place).startDate ?? FIRST_DAY;
  places.sort((a, b) => startOf(b) - startOf(a) || a - b);
  return {
    places: Int32Array.from(places),
    startDays: Int32Array.from(places, startOf),
    endDays: Int32Array.from(places, (place) => lines.patternOf(place).endDate ?? LAST_DAY),
  };
}

/** Which base is in force on a day: BASE_FIELDS, or one more than the place among the base lines. */
export function baseOn(lines: BaseLines | undefined, day: number): number {
  if (lines === undefined) return BASE_FIELDS;
  const { startDays, endDays } = lines;
  for (let at = 0; at < startDays.length; at++) {
    if (day >= (startDays[at] as number) && day <= (endDays[at] as number)) return at + 1;
  }
  return BASE_FIELDS;
}

/** How many bases a tariff has, its base fields included. */
export function basesIn(lines: BaseLines | undefined): number {
  return 1 + (lines?.places.length ?? 0);
}

/** Plans by line: plain data, which another thread can use as it is. */
interface LinePlans {
  readonly names: readonly string[];
  /** By line: a place among the names, or NONE. */
  readonly places: Int32Array;
}

const NONE = -1;

/** The plans that lines name; undefined where none does. */
function linePlans(lines: RateLines): LinePlans | undefined {
  const { patterns } = lines;
  if (!patterns.some(({ discountPlan }) => discountPlan !== undefined)) return undefined;
  const known = new Map<string, number>();
  const ofPattern = patterns.map(({ discountPlan }) => {
    if (discountPlan === undefined) return NONE;
    const place = known.get(discountPlan) ?? known.size;
    known.set(discountPlan, place);
    return place;
  });
  return { names: [...known.keys()], places: lines.spread(ofPattern) };
}

/** The plan that a line names. */
export function planOfLine({ names, places }: LinePlans, line: number): string | undefined {
  const place = places[line] ?? NONE;
  return place === NONE ? undefined : names[place];
}

/** The rate values of lines. */
type LineValues = RateLines | PackedLineValues;

/** What packed values consist of: plain data, which another thread can use as it is. */
interface LineValueColumns {
  /** By line: the place of its values. */
  readonly places: Int32Array;
  /** The different values as JSON, which holds texts and whole numbers as they are. */
  readonly values: TextColumns;
}

/** Values packed into columns; a line's are read each time, as each combination of lines is worked out once. */
class PackedLineValues {
  readonly columns: LineValueColumns;
  readonly #texts: PackedTexts;

  constructor(columns: LineValueColumns) {
    this.columns = columns;
    this.#texts = new PackedTexts(columns.values);
  }

  get length(): number {
    return this.columns.places.length;
  }

  /** The values of a line from 0 on. */
  at(line: number): RateValues | undefined {
    const text = this.#texts.at(this.columns.places[line] ?? -1);
    return text === undefined ? undefined : (JSON.parse(text) as RateValues);
  }
}

/** The columns of lines' values, whichever way they are kept. */
function lineValueColumns(lines: LineValues): LineValueColumns {
  if (lines instanceof PackedLineValues) return lines.columns;
  const known = new Map<string, number>();
  const ofKind = Int32Array.from({ length: lines.kindCount }, (_, kind) => {
    const text = JSON.stringify(ratesOnly(lines.kindAt(kind)));
    const place = known.get(text) ?? known.size;
    known.set(text, place);
    return place;
  });
  const places = lines.kinds.map((kind) => ofKind[kind] as number);
  return { places, values: textColumns([...known.keys()]) };
}

/** A line without what says which calls it is for, and without its plan: other tables have these. */
function ratesOnly(line: CheckedRateLine): RateValues {
  const { base, prefix, tariffType, tariffTime, startDate, endDate, discountPlan, ...values } = line;
  return values;
}

/** The rates of a tariff on its own: plain data, which another thread can use as it is. */
export interface LineRates {
  /** By line: its kind. */
  readonly kinds: Uint16Array | Int32Array;
  /** For each base of the tariff (`baseOn`) the rate of the base, then of each kind, as `storeRate` gives them. */
  readonly values: Int32Array;
}

/** The lines of a tariff ready for rating. */
export interface TariffLines {
  readonly index: LineIndex;
  /** The lines that stand in the place of the base fields. */
  readonly baseLines: BaseLines | undefined;
  /** The rate of the base fields alone, as `OpenedTariff.resolve` returns one. */
  readonly baseRate: number;
  /** A tariff on its own: its rates, worked out in advance. */
  readonly rates: LineRates | undefined;
  /** A tariff in a chain: its lines' values, of which rates are made when calls meet them. */
  readonly values: LineValues | undefined;
  readonly plans: LinePlans | undefined;
}

/** What those consist of: plain data. */
export interface TariffLineColumns extends Omit<TariffLines, "index" | "values"> {
  readonly index: LineColumns;
  readonly values: LineValueColumns | undefined;
}

/** What the rates of a book's lines are made with. */
export interface RateTools {
  readonly rates: RateTable;
  readonly presets: RoundingPresets;
}

/** Bases of a tariff on its own up to which every rate is worked out in advance. */
const FEW_BASES = 4;
/** Kinds that 16 bits tell apart. */
const MOST_SHORT_KINDS = 2 ** 16;

/** Works out a tariff's lines. `bases` are its own base and its parents'; `inChain`: it has a parent or children. */
export function openLines(
  index: LineIndex,
  lines: RateLines,
  bases: readonly RateValues[],
  inChain: boolean,
  tools: RateTools,
): TariffLines {
  const { rates, presets } = tools;
  const resolved = resolveRate(
    bases.map((base) => ({ line: undefined, base })),
    presets,
  );
  const baseRate = storeRate(rates, resolved, rates.addShape(resolved.rate));
  const plans = linePlans(lines);
  const baseLines = baseLinesOf(lines);
  const [base] = bases;
  if (inChain || base === undefined || basesIn(baseLines) > FEW_BASES) {
    return { index, baseLines, baseRate, rates: undefined, values: lines, plans };
  }
  const ownBases: RateValues[] = [base];
  for (const place of baseLines?.places ?? []) ownBases.push(lines.at(place) as CheckedRateLine);
  const perBase = lines.kindCount + 1;
  const values = new Int32Array(ownBases.length * perBase);
  for (const [at, own] of ownBases.entries()) {
    fillRates(values.subarray(at * perBase, (at + 1) * perBase), lines, own, tools);
  }
  const kinds = lines.kindCount > MOST_SHORT_KINDS ? lines.kinds : new Uint16Array(lines.kinds);
  return { index, baseLines, baseRate, rates: { kinds, values }, values: undefined, plans };
}

/** Puts the rate of a base and then of each kind of lines over it into an array. */
function fillRates(
  values: Int32Array,
  lines: RateLines,
  base: RateValues,
  { rates, presets }: RateTools,
): void {
  const ofBase = resolveRate([{ line: undefined, base }], presets);
  const baseShape = rates.addShape(ofBase.rate);
  values[0] = storeRate(rates, ofBase, baseShape);
  const ofPattern = lines.patterns.map((line): PatternRate | undefined => {
    if (isBaseLine(line)) return undefined;
    // Most lines change a price and nothing else: their shape is the base's.
    const isTermsOnly = !hasShapeValues(line);
    const { rate, hasRate } = isTermsOnly
      ? resolveTerms(line, base, ofBase.rate)
      : resolveRate([{ line, base }], presets);
    return { values: termValues(rate, isTermsOnly ? baseShape : rates.addShape(rate)), hasRate };
  });
  fillRatesOfKinds(values.subarray(1), rates, lines, ofPattern);
}

/** Which of the values of a rate's terms a price of a line is. */
const TERM_OF_PRICE: Readonly<Record<PlainPrice, number>> = {
  cost: TERM_VALUES.COST,
  costConnection: TERM_VALUES.CONNECTION,
  costMin: TERM_VALUES.MINIMUM,
  costMax: TERM_VALUES.MAXIMUM,
  initialCost: TERM_VALUES.INITIAL_COST,
  costSecondaryConnection: TERM_VALUES.SECONDARY_CONNECTION,
};

/** What the rates of a pattern have in common. */
interface PatternRate {
  /** As `termValues` gives them; the prices of one kind after another are put into them. */
  readonly values: Float64Array;
  readonly hasRate: boolean;
}

/** Puts the rate of each kind of lines into an array, unless its pattern has none. */
function fillRatesOfKinds(
  ofKind: Int32Array,
  rates: RateTable,
  lines: RateLines,
  ofPattern: readonly (PatternRate | undefined)[],
): void {
  const { prices } = lines;
  const terms = (prices?.fields ?? []).map((names) => Int32Array.from(names, (name) => TERM_OF_PRICE[name]));
  for (let kind = 0; kind < ofKind.length; kind++) {
    const pattern = lines.patternOfKind(kind);
    const common = ofPattern[pattern];
    if (common === undefined) continue;
    if (prices !== undefined)
      putPrices(common.values, terms[pattern] as Int32Array, prices.values, prices.starts[kind] as number);
    const offset = rates.addTermValues(common.values);
    ofKind[kind] = common.hasRate ? offset : -1 - offset;
  }
}

function putPrices(values: Float64Array, terms: Int32Array, prices: Float64Array, start: number): void {
  for (let at = 0; at < terms.length; at++) values[terms[at] as number] = prices[start + at] as number;
}

/** Stores a rate's terms beside its shape: its offset, or -1 - offset where there is none for a call. */
export function storeRate(rates: RateTable, resolved: ResolvedRate, shape: number): number {
  const offset = rates.addTerms(resolved.rate, shape);
  return resolved.hasRate ? offset : -1 - offset;
}

/** A tariff's lines as plain data. */
export function tariffLineColumns({ index, values, ...own }: TariffLines): TariffLineColumns {
  return { ...own, index: index.columns, values: values && lineValueColumns(values) };
}

/** The lines of columns that were shared. */
export function tariffLinesFrom({ index, values, ...own }: TariffLineColumns): TariffLines {
  return { ...own, index: new LineIndex(index), values: values && new PackedLineValues(values) };
}

function hasShapeValues(line: CheckedRateLine): boolean {
  for (const name of Object.keys(line)) if (SHAPE_VALUES.has(name)) return true;
  return false;
}
