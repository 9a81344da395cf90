/**
 * R25, R26 over checked records, for callers without an opened book: finds the line of a tariff for a call, and the
 * record of a chain that gives a value. Opened tariffs find lines by `line-index.ts`; tests check that both agree.
 */
import {
  type ChargeType,
  type CheckedTariff,
  isBaseLine,
  isMarkupType,
  madeOnce,
  prefixText,
  type RateLines,
  type RateValueName,
  type RateValues,
} from "../../model/index.ts";

/** The call type and period of a line; "" = any. */
export interface LineKey {
  readonly tariffType: string;
  readonly tariffTime: string;
}

/** The lines of one key. */
interface LineGroup {
  readonly key: LineKey;
  /** Indexes in the tariff's `rates`, latest start first. */
  readonly lineIndexes: number[];
}

/** A key as text; the length keeps the two names apart. */
export function keyText({ tariffType, tariffTime }: LineKey): string {
  return `${tariffType.length} ${tariffType} ${tariffTime}`;
}

/** The lines of one tariff by prefix, call type and period, without base lines (R25). */
export class LinesByKey {
  readonly byPrefix: ReadonlyMap<string, ReadonlyMap<string, LineGroup>>;

  constructor(lines: RateLines) {
    const byPrefix = new Map<string, Map<string, LineGroup>>();
    for (const lineIndex of lines.where((line) => !isBaseLine(line))) {
      const { tariffType = "", tariffTime = "" } = lines.patternOf(lineIndex);
      const prefix = prefixText(lines.prefixKeys[lineIndex] as number);
      const groups = madeOnce(byPrefix, prefix, () => new Map<string, LineGroup>());
      const text = keyText({ tariffType, tariffTime });
      const group = madeOnce(groups, text, () => ({ key: { tariffType, tariffTime }, lineIndexes: [] }));
      group.lineIndexes.push(lineIndex);
    }
    const start = (lineIndex: number): number =>
      lines.patternOf(lineIndex).startDate ?? Number.NEGATIVE_INFINITY;
    for (const groups of byPrefix.values()) {
      // Compare, do not subtract: the difference of two blank starts is NaN.
      for (const { lineIndexes } of groups.values())
        lineIndexes.sort((a, b) => (start(a) < start(b) ? 1 : start(a) > start(b) ? -1 : a - b));
    }
    this.byPrefix = byPrefix;
  }

  /** Indexes of the lines for a number, call type and period, whatever the day; most specific first (R26). */
  *candidates(number: string, { tariffType, tariffTime }: LineKey): Generator<number, void, undefined> {
    const keys = new Set<string>();
    for (const type of [tariffType, ""]) {
      for (const time of [tariffTime, ""]) keys.add(keyText({ tariffType: type, tariffTime: time }));
    }
    for (let length = number.length; length >= 0; length--) {
      const groups = this.byPrefix.get(number.slice(0, length));
      if (groups === undefined) continue;
      for (const key of keys) yield* groups.get(key)?.lineIndexes ?? [];
    }
  }
}

/** The records of a chain in the order of look-up: the line of each tariff, child first, then the bases likewise. */
export type ChainRecords = readonly (RateValues | undefined)[];

/** Index of the record that gives a value; -1 where none does. */
export function ownerOf(records: ChainRecords, name: RateValueName): number {
  return records.findIndex((record) => record?.[name] !== undefined);
}

export function valueIn<N extends RateValueName>(records: ChainRecords, name: N): RateValues[N] | undefined {
  for (const record of records) {
    const value = record?.[name];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether the cost under a charge type is a percentage; blank is perMinute. */
export function isPercentage(chargeType: ChargeType | undefined): boolean {
  return chargeType !== undefined && isMarkupType(chargeType);
}

/**
 * Index of the record that gives the cost; -1 where none does. The records are the lines of `tariffs` tariffs and then
 * their bases, or bases alone. A cost has the kind (price or percentage) of the charge type in force on its record,
 * seen from its tariff upwards. The cost counts only where this kind is the kind in force for the call.
 */
export function ownerOfCost(records: ChainRecords, tariffs: number): number {
  const bases = records.length - tariffs;
  const typeFrom = (from: number, end: number): ChargeType | undefined =>
    valueIn(records.slice(from, end), "chargeType");
  const isPercentageOf = (at: number): boolean =>
    isPercentage(
      at < bases
        ? (typeFrom(at, tariffs) ?? typeFrom(bases + at, records.length))
        : typeFrom(at, records.length),
    );
  const wanted = isPercentage(valueIn(records, "chargeType"));
  return records.findIndex((record, at) => record?.cost !== undefined && isPercentageOf(at) === wanted);
}

/** The first tariff of a chain, child first, that gives a setting other than the values of rates. */
export function settingOwner<T extends Partial<CheckedTariff>>(
  chain: readonly T[],
  name: keyof T,
): T | undefined {
  return chain.find((tariff) => tariff[name] !== undefined);
}
