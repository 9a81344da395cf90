/**
 * R25, R26 over records, for whoever has no call of an opened book at hand: which line of a tariff a call gets, and which
 * record of a chain gives a value. Opened tariffs find lines by `line-index.ts`, as the tests hold to be the same.
 */
import {
  type ChargeType,
  type CheckedRateLine,
  type CheckedTariff,
  isBaseLine,
  isMarkupType,
  prefixText,
  type RateLines,
  type RateValueName,
  type RateValues,
} from "../../model/index.ts";

/** Call type and period that a line asks for; "" = any. */
export interface LineKey {
  readonly tariffType: string;
  readonly tariffTime: string;
}

/** Lines that ask for the same. */
interface LineGroup {
  readonly key: LineKey;
  /** Places in the tariff's `rates`, latest start first. */
  readonly places: number[];
}

/** A key as text: the length keeps one name from running into the other. */
export function keyText({ tariffType, tariffTime }: LineKey): string {
  return `${tariffType.length} ${tariffType} ${tariffTime}`;
}

/** The lines of one tariff by prefix, call type and period; base lines are none of them (R25). */
export class LinesByKey {
  /** By prefix, then by the text of the key. */
  readonly byPrefix: ReadonlyMap<string, ReadonlyMap<string, LineGroup>>;

  /** R23: a tariff of a single rate ignores periods, so that lines with one never match. */
  constructor(lines: RateLines, singleRate = false) {
    const byPrefix = new Map<string, Map<string, LineGroup>>();
    const isSought = (line: CheckedRateLine): boolean =>
      !isBaseLine(line) && !(singleRate && line.tariffTime !== undefined);
    for (const place of lines.where(isSought)) {
      const { tariffType = "", tariffTime = "" } = lines.patternOf(place);
      const prefix = prefixText(lines.prefixKeys[place] as number);
      const groups = byPrefix.get(prefix) ?? new Map<string, LineGroup>();
      byPrefix.set(prefix, groups);
      const text = keyText({ tariffType, tariffTime });
      const group = groups.get(text);
      if (group === undefined) groups.set(text, { key: { tariffType, tariffTime }, places: [place] });
      else group.places.push(place);
    }
    const start = (place: number): number => lines.patternOf(place).startDate ?? Number.NEGATIVE_INFINITY;
    for (const groups of byPrefix.values()) {
      // Not a difference: two open starts would make NaN.
      for (const { places } of groups.values())
        places.sort((a, b) => (start(a) < start(b) ? 1 : start(a) > start(b) ? -1 : a - b));
    }
    this.byPrefix = byPrefix;
  }

  /** Places of the lines that match every call to a number of these types and periods, most specific first (R26). */
  *candidates(number: string, { tariffType, tariffTime }: LineKey): Generator<number, void, undefined> {
    const keys = new Set<string>();
    for (const type of [tariffType, ""]) {
      for (const time of [tariffTime, ""]) keys.add(keyText({ tariffType: type, tariffTime: time }));
    }
    for (let length = number.length; length >= 0; length--) {
      const groups = this.byPrefix.get(number.slice(0, length));
      if (groups === undefined) continue;
      for (const key of keys) yield* groups.get(key)?.places ?? [];
    }
  }
}

/** The records of a chain in the order in which values are looked for: each tariff's line, own first, then each one's base. */
export type ChainRecords = readonly (RateValues | undefined)[];

/** Which record gives a value; -1 where none does. */
export function ownerOf(records: ChainRecords, name: RateValueName): number {
  return records.findIndex((record) => record?.[name] !== undefined);
}

/** A value in force. */
export function valueIn<N extends RateValueName>(records: ChainRecords, name: N): RateValues[N] | undefined {
  for (const record of records) {
    const value = record?.[name];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether a charge type's cost is a percentage; blank is perMinute. */
export function isPercentage(chargeType: ChargeType | undefined): boolean {
  return chargeType !== undefined && isMarkupType(chargeType);
}

/**
 * Which record gives the cost; -1 where none does. The records are the lines of so many tariffs and then their bases, or
 * bases alone. A cost has the kind (price or percentage) of the charge type in force on its own record, seen from its own
 * tariff upwards, and is taken only where that is the kind in force for the call.
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

/** The tariff of a chain, own first, that gives a setting beside the values of rates. */
export function settingOwner<T extends Partial<CheckedTariff>>(
  chain: readonly T[],
  name: keyof T,
): T | undefined {
  return chain.find((tariff) => tariff[name] !== undefined);
}
