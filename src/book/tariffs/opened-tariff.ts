/** Tariffs ready for rating: the index of the lines, the rates and the parent. */
import type { CheckedTariff } from "../../model/index.ts";
import type { PrefixIndex } from "../prefixes/prefix-index.ts";
import { type LineConditions, type LineIndex, NO_LINE, UNNAMED } from "./line-index.ts";
import { type Link, resolveRate } from "./resolve-rate.ts";
import {
  BASE_FIELDS,
  baseOn,
  basesIn,
  type LineRates,
  planOfLine,
  type RateTools,
  storeRate,
  type TariffLines,
} from "./tariff-lines.ts";

/** Values inherited from parents where blank (R25), except the values of rates. */
interface InheritedSettings {
  readonly singleRate: boolean;
  readonly periodRule: "start" | "split";
  readonly locationLookupCarrier: string | undefined;
  readonly fallbackMarkupSuggested: number | undefined;
  readonly fallbackMarkup: number | undefined;
  readonly baseDiscountPlan: string | undefined;
}

/** The objects and settings that the tariffs of a book share. */
export interface TariffSurroundings extends RateTools {
  readonly currency: string;
  readonly periodRule: "start" | "split";
}

/** The line and the base of one tariff of a chain for a call: the sources of the values. */
export interface LineOfTariff {
  readonly tariff: OpenedTariff;
  /** Index in the tariff's `rates`, or NO_LINE. */
  readonly line: number;
  /** Index in the tariff's `rates` of the base line in force, or NO_LINE where the base fields are in force (R25). */
  readonly baseLine: number;
}

/** A combination of the lines and bases of a chain, and their rate. */
interface Combination {
  /** The rate as `resolve` returns it. */
  readonly rate: number;
  /** Index among the combinations of the tariff; part of the key of a child's combination. */
  readonly combinationIndex: number;
  readonly line: number;
  /** The base in force, as `baseOn` returns it. */
  readonly base: number;
  /** The combination of the parent. */
  readonly above: Combination | undefined;
}

/** A tariff ready for rating. */
export class OpenedTariff {
  /** The record without its lines, which `lines` replaces. */
  readonly record: Omit<CheckedTariff, "rates">;
  readonly parent: OpenedTariff | undefined;
  readonly settings: InheritedSettings;
  readonly isWholesale: boolean;
  readonly currency: string;
  /** The opened lines, for sharing as well. @internal */
  readonly lines: TariffLines;
  readonly #lines: LineIndex;
  readonly #surroundings: TariffSurroundings;
  /** The rates of a standalone tariff; a tariff in a chain has `#combinations`. */
  readonly #rates: LineRates | undefined;
  /** How many rates one base has. */
  readonly #ratesOfBase: number;
  /** Whether the tariff or a parent of it has base lines. @internal */
  readonly hasBaseLines: boolean;
  readonly #combinations = new Map<number, Combination>();

  constructor(
    record: Omit<CheckedTariff, "rates">,
    parent: OpenedTariff | undefined,
    lines: TariffLines,
    surroundings: TariffSurroundings,
  ) {
    this.record = record;
    this.parent = parent;
    this.isWholesale = record.retail === "wholesale";
    this.currency = record.currency ?? surroundings.currency;
    this.lines = lines;
    this.#lines = lines.index;
    this.#rates = lines.rates;
    this.#ratesOfBase = (lines.rates?.values.length ?? 0) / basesIn(lines.baseLines);
    this.hasBaseLines = lines.baseLines !== undefined || parent?.hasBaseLines === true;
    this.#surroundings = surroundings;
    const inherited = parent?.settings;
    this.settings = {
      singleRate: record.singleRate ?? inherited?.singleRate ?? false,
      periodRule: record.periodRule ?? inherited?.periodRule ?? surroundings.periodRule,
      locationLookupCarrier: record.locationLookupCarrier ?? inherited?.locationLookupCarrier,
      fallbackMarkupSuggested: record.fallbackMarkupSuggested ?? inherited?.fallbackMarkupSuggested,
      fallbackMarkup: record.fallbackMarkup ?? inherited?.fallbackMarkup,
      baseDiscountPlan: record.baseDiscountPlan ?? inherited?.baseDiscountPlan,
    };
  }

  /** The rate of the base alone on a day, in the form that `resolve` returns: the source of the roundings of R27. */
  baseRateOn(day: number): number {
    if (!this.hasBaseLines) return this.lines.baseRate;
    if (this.#rates === undefined) return this.#combine(day, () => NO_LINE).rate;
    return rateOf(this.#rates, NO_LINE, this.#firstRateOn(day));
  }

  /** Whether this tariff was opened from the same record (compared as an object) under the same parent. */
  isOpenedFrom(record: CheckedTariff, parent: OpenedTariff | undefined): boolean {
    return this.record.base === record.base && this.parent === parent;
  }

  /**
   * Whether all rates were worked out in advance, so that the values of lines are not kept: the tariff has neither
   * parent nor children, and few bases.
   */
  get isStandalone(): boolean {
    return this.#rates !== undefined;
  }

  /** Bytes of the tariff's tables, without names and without rows of the rate table. */
  get byteLength(): number {
    const rates = this.#rates;
    return (
      this.#lines.byteLength + (rates === undefined ? 0 : rates.kinds.byteLength + rates.values.byteLength)
    );
  }

  /**
   * The rate for a call (R25, R26): its offset in the book's rate table, or -1 - offset where the tariff has no
   * rate for the call (of that row only the roundings count).
   * `prefix` is the longest prefix of the book (in its index `prefixes`) with which the other party's number
   * begins. With `singleRate` a tariff ignores the period (R23).
   */
  resolve(prefixes: PrefixIndex, prefix: number, callType: number, period: number, day: number): number {
    const sought = this.settings.singleRate ? UNNAMED : period;
    if (this.#rates === undefined)
      return this.#combine(day, (lines) => lines.find(prefixes, prefix, callType, sought, day)).rate;
    const line = this.#lines.find(prefixes, prefix, callType, sought, day);
    return rateOf(this.#rates, line, this.#firstRateOn(day));
  }

  /** Index of the first rate of the base in force on a day. */
  #firstRateOn(day: number): number {
    return baseOn(this.lines.baseLines, day) * this.#ratesOfBase;
  }

  /**
   * The results of `resolve`: for no prefix at index 0, for each prefix of the book at prefix + 1. Undefined for a
   * tariff whose rates are made on demand (see `isStandalone`).
   */
  resolveForAll(
    prefixes: PrefixIndex,
    callType: number,
    period: number,
    day: number,
  ): Int32Array | undefined {
    const rates = this.#rates;
    if (rates === undefined) return undefined;
    const first = this.#firstRateOn(day);
    const sought = this.settings.singleRate ? UNNAMED : period;
    return this.#lines.findForAll(prefixes, callType, sought, day).map((line) => rateOf(rates, line, first));
  }

  /** The conditions of the lines of the tariff and its parents beside the prefix. */
  get conditions(): LineConditions {
    const ofLines = this.#lines.conditions;
    const inherited = this.parent?.conditions;
    const changes = new Set([...ofLines.changes, ...(inherited?.changes ?? [])]);
    return {
      asksCallType: ofLines.asksCallType || inherited?.asksCallType === true,
      asksPeriod: ofLines.asksPeriod || inherited?.asksPeriod === true,
      changes: [...changes].sort((a, b) => a - b),
    };
  }

  /** Whether lines of the tariff or of a parent name discount plans. */
  get hasLinePlans(): boolean {
    return this.lines.plans !== undefined || this.parent?.hasLinePlans === true;
  }

  /** R25, R40: the discount plan of a call: from the line of the tariff or of a parent, else from the base. */
  discountPlanFor(
    prefixes: PrefixIndex,
    prefix: number,
    callType: number,
    period: number,
    day: number,
  ): string | undefined {
    const sought = this.settings.singleRate ? UNNAMED : period;
    for (let tariff: OpenedTariff | undefined = this; tariff !== undefined; tariff = tariff.parent) {
      const { plans } = tariff.lines;
      if (plans === undefined) continue;
      const line = tariff.#lines.find(prefixes, prefix, callType, sought, day);
      const plan = line === NO_LINE ? undefined : planOfLine(plans, line);
      if (plan !== undefined) return plan;
    }
    return this.settings.baseDiscountPlan;
  }

  /** The lines that `resolve` finds, own tariff first, for explanations. */
  linesFor(
    prefixes: PrefixIndex,
    prefix: number,
    callType: number,
    period: number,
    day: number,
  ): readonly LineOfTariff[] {
    const sought = this.settings.singleRate ? UNNAMED : period;
    return this.#chain().map((tariff) => ({
      tariff,
      line: tariff.#lines.find(prefixes, prefix, callType, sought, day),
      baseLine: tariff.#baseLineOn(day),
    }));
  }

  /** The combination of the lines that `lineOf` finds and of the bases in force on a day. */
  #combine(day: number, lineOf: (lines: LineIndex) => number): Combination {
    const { parent } = this;
    const above = parent === undefined ? undefined : parent.#combine(day, lineOf);
    return this.#combinationOf(above, lineOf(this.#lines), baseOn(this.lines.baseLines, day));
  }

  #combinationOf(above: Combination | undefined, line: number, base: number): Combination {
    const { values, baseLines } = this.lines;
    const ofAbove = (above?.combinationIndex ?? 0) * basesIn(baseLines) + base;
    const key = ofAbove * ((values?.length ?? 0) + 1) + line + 1;
    const known = this.#combinations.get(key);
    if (known !== undefined) return known;
    const { rates, presets } = this.#surroundings;
    const resolved = resolveRate(this.#links({ line, base, above }), presets);
    const rate = storeRate(rates, resolved, rates.addShape(resolved.rate));
    const combination = { rate, combinationIndex: this.#combinations.size, line, base, above };
    this.#combinations.set(key, combination);
    return combination;
  }

  #chain(): OpenedTariff[] {
    return this.parent === undefined ? [this] : [this, ...this.parent.#chain()];
  }

  #links({ line, base, above }: Pick<Combination, "line" | "base" | "above">): Link[] {
    const { values, baseLines } = this.lines;
    const baseLine =
      base === BASE_FIELDS ? undefined : values?.at(baseLines?.lineIndexes[base - 1] ?? NO_LINE);
    const link: Link = {
      line: line === NO_LINE ? undefined : values?.at(line),
      base: baseLine ?? this.record.base,
    };
    if (this.parent === undefined || above === undefined) return [link];
    return [link, ...this.parent.#links(above)];
  }

  #baseLineOn(day: number): number {
    const { baseLines } = this.lines;
    const base = baseOn(baseLines, day);
    return base === BASE_FIELDS ? NO_LINE : (baseLines?.lineIndexes[base - 1] ?? NO_LINE);
  }
}

/** The rate of a line, or of the base for NO_LINE; `first` is the index of the first rate of the base in force. */
function rateOf({ kinds, values }: LineRates, line: number, first: number): number {
  return values[line === NO_LINE ? first : first + 1 + (kinds[line] as number)] as number;
}
