/** What opening works out of a tariff's lines, and the same as plain data for other threads. */
import { type CheckedRateLine, isBaseLine, type RateLines, type RateValues } from "../model/index.ts";
import { type BaseLines, baseLinesOf, basesIn } from "./base-lines.ts";
import { type LineColumns, LineIndex } from "./line-index.ts";
import { type LinePlans, linePlans } from "./line-plans.ts";
import { type LineValueColumns, type LineValues, lineValueColumns, PackedLineValues } from "./line-values.ts";
import { SHAPE_VALUES } from "./rate.ts";
import type { RateTable } from "./rate-table.ts";
import { type ResolvedRate, type RoundingPresets, resolveRate, resolveTerms } from "./resolve-rate.ts";

/** The lines of a tariff ready for rating. */
export interface TariffLines {
  readonly index: LineIndex;
  /** The lines that stand in the place of the base fields. */
  readonly baseLines: BaseLines | undefined;
  /** The rate of the base fields alone, as `OpenedTariff.resolve` returns one. */
  readonly baseRate: number;
  /** A tariff on its own: for each of its bases (`baseOn`) the rate of the base, then of each line. */
  readonly rateOfLine: Int32Array | undefined;
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

/** Works out a tariff's lines. `bases` are its own base and its parents'; `inChain`: it has a parent or children. */
export function openLines(
  index: LineIndex,
  lines: RateLines,
  bases: readonly RateValues[],
  inChain: boolean,
  { rates, presets }: RateTools,
): TariffLines {
  const resolved = resolveRate(
    bases.map((base) => ({ line: undefined, base })),
    presets,
  );
  const baseRate = storeRate(rates, resolved, rates.addShape(resolved.rate));
  const plans = linePlans(lines);
  const baseLines = baseLinesOf(lines);
  const [base] = bases;
  if (inChain || base === undefined || basesIn(baseLines) > FEW_BASES) {
    return { index, baseLines, baseRate, rateOfLine: undefined, values: lines, plans };
  }
  const ownBases: RateValues[] = [base];
  for (const place of baseLines?.places ?? []) ownBases.push(lines.withoutPrefix(place));
  const rateOfLine = new Int32Array(ownBases.length * (lines.length + 1));
  for (const [at, own] of ownBases.entries()) {
    fillRates(rateOfLine.subarray(at * (lines.length + 1)), lines, own, { rates, presets });
  }
  return { index, baseLines, baseRate, rateOfLine, values: undefined, plans };
}

/** Puts the rate of a base and then of each line over it into an array. */
function fillRates(
  rateOfLine: Int32Array,
  lines: RateLines,
  base: RateValues,
  { rates, presets }: RateTools,
): void {
  const ofBase = resolveRate([{ line: undefined, base }], presets);
  const baseShape = rates.addShape(ofBase.rate);
  rateOfLine[0] = storeRate(rates, ofBase, baseShape);
  const ofDistinct = lines.distinct.map((line) => {
    if (isBaseLine(line)) return 0;
    // Most lines change a price and nothing else: their shape is the base's.
    const isTermsOnly = !hasShapeValues(line);
    const own = isTermsOnly ? resolveTerms(line, base, ofBase.rate) : resolveRate([{ line, base }], presets);
    return storeRate(rates, own, isTermsOnly ? baseShape : rates.addShape(own.rate));
  });
  const { kinds } = lines;
  for (let line = 0; line < kinds.length; line++) {
    rateOfLine[line + 1] = ofDistinct[kinds[line] as number] as number;
  }
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
