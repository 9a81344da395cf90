/** The opened lines of a tariff, and their form as plain data for transfer to another thread. */
import {
  type CheckedRateLine,
  isBaseLine,
  madeOnce,
  type PlainPrice,
  type RateLines,
  type RateValues,
} from "../../model/index.ts";
import { PackedTexts, type TextColumns, textColumns } from "../prefixes/packed-texts.ts";
import { FIRST_DAY, LAST_DAY, type LineColumns, LineIndex } from "./line-index.ts";
import { SHAPE_VALUES } from "./rate.ts";
import { type RateTable, TERM_VALUES, termValues } from "./rate-table.ts";
import { type ResolvedRate, type RoundingPresets, resolveRate, resolveTerms } from "./resolve-rate.ts";

/** Stands for the base fields among the bases of a tariff (R25). */
export const BASE_FIELDS = 0;

/** The base lines of a tariff: plain data, ready for transfer to another thread. */
export interface BaseLines {
  /** Indexes in the tariff's `rates`, latest start first: the first in force counts (R26). */
  readonly lineIndexes: Int32Array;
  readonly startDays: Int32Array;
  readonly endDays: Int32Array;
}

/** The base lines among a tariff's lines; undefined where there is none. */
export function baseLinesOf(lines: RateLines): BaseLines | undefined {
  const lineIndexes = lines.where(isBaseLine);
  if (lineIndexes.length === 0) return undefined;
  const startOf = (lineIndex: number): number => lines.patternOf(lineIndex).startDate ?? FIRST_DAY;
  lineIndexes.sort((a, b) => startOf(b) - startOf(a) || a - b);
  return {
    lineIndexes: Int32Array.from(lineIndexes),
    startDays: Int32Array.from(lineIndexes, startOf),
    endDays: Int32Array.from(lineIndexes, (lineIndex) => lines.patternOf(lineIndex).endDate ?? LAST_DAY),
  };
}

/** The base in force on a day: BASE_FIELDS, or 1 + the index among the base lines. */
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
  return 1 + (lines?.lineIndexes.length ?? 0);
}

/** Discount plans by line: plain data, ready for transfer to another thread. */
interface LinePlans {
  readonly names: readonly string[];
  /** By line: an index in `names`, or NONE. */
  readonly nameIndexes: Int32Array;
}

const NONE = -1;

/** The discount plans of lines; undefined where no line names one. */
function linePlans(lines: RateLines): LinePlans | undefined {
  const { patterns } = lines;
  if (!patterns.some(({ discountPlan }) => discountPlan !== undefined)) return undefined;
  const known = new Map<string, number>();
  const ofPattern = patterns.map(({ discountPlan }) =>
    discountPlan === undefined ? NONE : madeOnce(known, discountPlan, () => known.size),
  );
  return { names: [...known.keys()], nameIndexes: lines.spread(ofPattern) };
}

export function planOfLine({ names, nameIndexes }: LinePlans, line: number): string | undefined {
  const nameIndex = nameIndexes[line] ?? NONE;
  return nameIndex === NONE ? undefined : names[nameIndex];
}

type LineValues = RateLines | PackedLineValues;

/** The columns of packed values: plain data, ready for transfer to another thread. */
interface LineValueColumns {
  /** By line: the index of its values. */
  readonly valueIndexes: Int32Array;
  /** The distinct values as JSON, which keeps texts and whole numbers exactly. */
  readonly values: TextColumns;
}

/** Values packed into columns. Without a cache, because each combination of lines is worked out once. */
class PackedLineValues {
  readonly columns: LineValueColumns;
  readonly #texts: PackedTexts;

  constructor(columns: LineValueColumns) {
    this.columns = columns;
    this.#texts = new PackedTexts(columns.values);
  }

  get length(): number {
    return this.columns.valueIndexes.length;
  }

  at(line: number): RateValues | undefined {
    const text = this.#texts.at(this.columns.valueIndexes[line] ?? -1);
    return text === undefined ? undefined : (JSON.parse(text) as RateValues);
  }
}

function lineValueColumns(lines: LineValues): LineValueColumns {
  if (lines instanceof PackedLineValues) return lines.columns;
  const known = new Map<string, number>();
  const ofKind = Int32Array.from({ length: lines.kindCount }, (_, kind) => {
    // Other tables have the conditions and the discount plan.
    const { base, prefix, tariffType, tariffTime, startDate, endDate, discountPlan, ...values } =
      lines.kindAt(kind);
    return madeOnce(known, JSON.stringify(values), () => known.size);
  });
  const valueIndexes = lines.kinds.map((kind) => ofKind[kind] as number);
  return { valueIndexes, values: textColumns([...known.keys()]) };
}

/** The rates of a standalone tariff: plain data, ready for transfer to another thread. */
export interface LineRates {
  /** By line: its kind (`RateLines.kinds`). */
  readonly kinds: Uint16Array | Int32Array;
  /** For each base of the tariff (`baseOn`): the rate of the base, then the rate of each kind, as from `storeRate`. */
  readonly values: Int32Array;
}

/** The lines of a tariff ready for rating. */
export interface TariffLines {
  readonly index: LineIndex;
  readonly baseLines: BaseLines | undefined;
  /** The rate of the base fields alone, in the form that `OpenedTariff.resolve` returns. */
  readonly baseRate: number;
  /** Of a standalone tariff: all rates, worked out in advance. */
  readonly rates: LineRates | undefined;
  /** Of a tariff in a chain or with many bases: the values of lines, of which rates are made on demand. */
  readonly values: LineValues | undefined;
  readonly plans: LinePlans | undefined;
}

/** `TariffLines` as plain data. */
export interface TariffLineColumns extends Omit<TariffLines, "index" | "values"> {
  readonly index: LineColumns;
  readonly values: LineValueColumns | undefined;
}

/** The tables for making rates. */
export interface RateTools {
  readonly rates: RateTable;
  readonly presets: RoundingPresets;
}

/** The most bases of a standalone tariff whose rates are all worked out in advance. */
const FEW_BASES = 4;
/** The most kinds that 16 bits hold. */
const MOST_SHORT_KINDS = 2 ** 16;

/** Opens a tariff's lines. `bases`: of the tariff and its parents; `inChain`: whether it has a parent or children. */
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
  for (const lineIndex of baseLines?.lineIndexes ?? []) ownBases.push(lines.at(lineIndex) as CheckedRateLine);
  const perBase = lines.kindCount + 1;
  const values = new Int32Array(ownBases.length * perBase);
  for (const [at, ownBase] of ownBases.entries()) {
    fillRates(values.subarray(at * perBase, (at + 1) * perBase), lines, ownBase, tools);
  }
  const kinds = lines.kindCount > MOST_SHORT_KINDS ? lines.kinds : new Uint16Array(lines.kinds);
  return { index, baseLines, baseRate, rates: { kinds, values }, values: undefined, plans };
}

/** Fills an array with the rate of a base and then the rate of each kind of lines over this base. */
function fillRates(
  values: Int32Array,
  lines: RateLines,
  base: RateValues,
  { rates, presets }: RateTools,
): void {
  const resolvedBase = resolveRate([{ line: undefined, base }], presets);
  const baseShape = rates.addShape(resolvedBase.rate);
  values[0] = storeRate(rates, resolvedBase, baseShape);
  const ofPattern = lines.patterns.map((line): PatternRate | undefined => {
    if (isBaseLine(line)) return undefined;
    // Fast path: most lines set only prices and so share the base's shape.
    const isTermsOnly = !Object.keys(line).some((name) => SHAPE_VALUES.has(name));
    const { rate, hasRate } = isTermsOnly
      ? resolveTerms(line, base, resolvedBase.rate)
      : resolveRate([{ line, base }], presets);
    return { values: termValues(rate, isTermsOnly ? baseShape : rates.addShape(rate)), hasRate };
  });
  fillRatesOfKinds(values.subarray(1), rates, lines, ofPattern);
}

/** The column of TERM_VALUES for each price of a line. */
const TERM_OF_PRICE: Readonly<Record<PlainPrice, number>> = {
  cost: TERM_VALUES.COST,
  costConnection: TERM_VALUES.CONNECTION,
  costMin: TERM_VALUES.MINIMUM,
  costMax: TERM_VALUES.MAXIMUM,
  initialCost: TERM_VALUES.INITIAL_COST,
  costSecondaryConnection: TERM_VALUES.SECONDARY_CONNECTION,
};

/** The common part of the rates of a pattern's lines. */
interface PatternRate {
  /** The result of `termValues`; a buffer into which the prices of each kind are put in turn. */
  readonly values: Float64Array;
  readonly hasRate: boolean;
}

/** Fills an array with the rate of each kind of lines, except kinds of base lines. */
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

/** Stores a rate's terms with its shape. Returns the offset, or -1 - offset where there is no rate for a call. */
export function storeRate(rates: RateTable, resolved: ResolvedRate, shape: number): number {
  const offset = rates.addTerms(resolved.rate, shape);
  return resolved.hasRate ? offset : -1 - offset;
}

export function tariffLineColumns({ index, values, ...others }: TariffLines): TariffLineColumns {
  return { ...others, index: index.columns, values: values && lineValueColumns(values) };
}

export function tariffLinesFrom({ index, values, ...others }: TariffLineColumns): TariffLines {
  return { ...others, index: new LineIndex(index), values: values && new PackedLineValues(values) };
}
