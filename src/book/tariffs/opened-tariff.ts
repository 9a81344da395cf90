/** A tariff ready for rating: its lines indexed, its rates worked out, its parent at hand. */
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

/** Values that a tariff takes from its parents where it leaves them blank (R25), those of its rates apart. */
interface InheritedSettings {
  readonly singleRate: boolean;
  readonly periodRule: "start" | "split";
  readonly locationLookupCarrier: string | undefined;
  readonly fallbackMarkupSuggested: number | undefined;
  readonly fallbackMarkup: number | undefined;
  readonly baseDiscountPlan: string | undefined;
}

/** What the tariffs of a book share. */
export interface TariffSurroundings extends RateTools {
  readonly currency: string;
  readonly periodRule: "start" | "split";
}

/** The line each tariff of a chain gives for a call, own tariff first: where the values came from. */
export interface LineOfTariff {
  readonly tariff: OpenedTariff;
  /** Place in the tariff's `rates`, or NO_LINE. */
  readonly line: number;
  /** Place in the tariff's `rates` of the base line in force, or NO_LINE where the base fields are (R25). */
  readonly baseLine: number;
}

/** Which lines of a chain were found, and the rate they make. */
interface Combination {
  /** The rate as `resolve` returns it. */
  readonly rate: number;
  /** Its index among the combinations of the tariff, by which a child tariff names it. */
  readonly combinationIndex: number;
  readonly line: number;
  /** Which base is in force, as `baseOn` gives it. */
  readonly base: number;
  readonly above: Combination | undefined;
}

/** A tariff ready for rating. */
export class OpenedTariff {
  /** The record without its lines, which the index has taken over. */
  readonly record: Omit<CheckedTariff, "rates">;
  readonly parent: OpenedTariff | undefined;
  readonly settings: InheritedSettings;
  readonly isWholesale: boolean;
  readonly currency: string;
  /** What the lines came to, for other threads. @internal */
  readonly lines: TariffLines;
  readonly #lines: LineIndex;
  readonly #surroundings: TariffSurroundings;
  /** A tariff on its own; else rates come of the combinations met. */
  readonly #rates: LineRates | undefined;
  /** How many rates belong to one base. */
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
    const above = parent?.settings;
    this.settings = {
      singleRate: record.singleRate ?? above?.singleRate ?? false,
      periodRule: record.periodRule ?? above?.periodRule ?? surroundings.periodRule,
      locationLookupCarrier: record.locationLookupCarrier ?? above?.locationLookupCarrier,
      fallbackMarkupSuggested: record.fallbackMarkupSuggested ?? above?.fallbackMarkupSuggested,
      fallbackMarkup: record.fallbackMarkup ?? above?.fallbackMarkup,
      baseDiscountPlan: record.baseDiscountPlan ?? above?.baseDiscountPlan,
    };
  }

  /** The rate of the base alone on a day, as `resolve` returns one: what R27 takes its roundings from. */
  baseRateOn(day: number): number {
    if (!this.hasBaseLines) return this.lines.baseRate;
    if (this.#rates === undefined) return this.#combineBases(day).rate;
    return rateOf(this.#rates, NO_LINE, this.#firstRateOn(day));
  }

  /** Whether this is what opening the record under this parent gave: checked records are compared as objects. */
  isOpenedFrom(record: CheckedTariff, parent: OpenedTariff | undefined): boolean {
    return this.record.base === record.base && this.parent === parent;
  }

  /** Whether the tariff has neither parent nor children, so that its lines' values are no longer kept. */
  get isStandalone(): boolean {
    return this.#rates !== undefined;
  }

  /** Bytes of the tariff's tables, its names and its share of the rate table apart. */
  get byteLength(): number {
    const rates = this.#rates;
    return (
      this.#lines.byteLength + (rates === undefined ? 0 : rates.kinds.byteLength + rates.values.byteLength)
    );
  }

  /**
   * What the tariff charges for a call (R25, R26): the offset of the rate in the book's rate table, or
   * -1 - offset where the tariff has no rate for the call (that row then holds its roundings only).
   * `place` is the longest prefix of the book (of its index `prefixes`) with which the other party's number
   * begins. A tariff of a single rate ignores the period (R23).
   */
  resolve(prefixes: PrefixIndex, place: number, callType: number, period: number, day: number): number {
    const sought = this.settings.singleRate ? UNNAMED : period;
    if (this.#rates === undefined) return this.#combine(prefixes, place, callType, sought, day).rate;
    const line = this.#lines.find(prefixes, place, callType, sought, day);
    return rateOf(this.#rates, line, this.#firstRateOn(day));
  }

  /** Where the rates begin of the base in force on a day. */
  #firstRateOn(day: number): number {
    return baseOn(this.lines.baseLines, day) * this.#ratesOfBase;
  }

  /**
   * What `resolve` gives for no prefix, and from index 1 on for each prefix of the book by its place; undefined for a
   * tariff in a chain, whose rates are made of the lines that calls meet.
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

  /** What the lines of the tariff and its parents ask of a call beside its number. */
  get conditions(): LineConditions {
    const own = this.#lines.conditions;
    const above = this.parent?.conditions;
    const changes = new Set([...own.changes, ...(above?.changes ?? [])]);
    return {
      asksCallType: own.asksCallType || above?.asksCallType === true,
      asksPeriod: own.asksPeriod || above?.asksPeriod === true,
      changes: [...changes].sort((a, b) => a - b),
    };
  }

  /** Whether lines of the tariff or of a parent name discount plans. */
  get hasLinePlans(): boolean {
    return this.lines.plans !== undefined || this.parent?.hasLinePlans === true;
  }

  /** R25, R40: the discount plan a call has from the line of the tariff or of a parent, else from the base. */
  discountPlanFor(
    prefixes: PrefixIndex,
    place: number,
    callType: number,
    period: number,
    day: number,
  ): string | undefined {
    const sought = this.settings.singleRate ? UNNAMED : period;
    for (let tariff: OpenedTariff | undefined = this; tariff !== undefined; tariff = tariff.parent) {
      const { plans } = tariff.lines;
      if (plans === undefined) continue;
      const line = tariff.#lines.find(prefixes, place, callType, sought, day);
      const plan = line === NO_LINE ? undefined : planOfLine(plans, line);
      if (plan !== undefined) return plan;
    }
    return this.settings.baseDiscountPlan;
  }

  /** The lines `resolve` found, own tariff first: for explanations. */
  linesFor(
    prefixes: PrefixIndex,
    place: number,
    callType: number,
    period: number,
    day: number,
  ): readonly LineOfTariff[] {
    const sought = this.settings.singleRate ? UNNAMED : period;
    return this.#chain().map((tariff) => ({
      tariff,
      line: tariff.#lines.find(prefixes, place, callType, sought, day),
      baseLine: tariff.#baseLineOn(day),
    }));
  }

  #combine(prefixes: PrefixIndex, place: number, callType: number, period: number, day: number): Combination {
    const { parent } = this;
    const above = parent === undefined ? undefined : parent.#combine(prefixes, place, callType, period, day);
    const line = this.#lines.find(prefixes, place, callType, period, day);
    return this.#combinationOf(above, line, baseOn(this.lines.baseLines, day));
  }

  /** The bases in force on a day without any line. */
  #combineBases(day: number): Combination {
    const { parent } = this;
    const above = parent === undefined ? undefined : parent.#combineBases(day);
    return this.#combinationOf(above, NO_LINE, baseOn(this.lines.baseLines, day));
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
    const baseLine = base === BASE_FIELDS ? undefined : values?.at(baseLines?.places[base - 1] ?? NO_LINE);
    const own: Link = {
      line: line === NO_LINE ? undefined : values?.at(line),
      base: baseLine ?? this.record.base,
    };
    if (this.parent === undefined || above === undefined) return [own];
    return [own, ...this.parent.#links(above)];
  }

  #baseLineOn(day: number): number {
    const { baseLines } = this.lines;
    const base = baseOn(baseLines, day);
    return base === BASE_FIELDS ? NO_LINE : (baseLines?.places[base - 1] ?? NO_LINE);
  }
}

/** The rate of a line, or of the base alone, where the rates of its base begin at an index. */
function rateOf({ kinds, values }: LineRates, line: number, first: number): number {
  return values[line === NO_LINE ? first : first + 1 + (kinds[line] as number)] as number;
}
