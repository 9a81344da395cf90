/** R25: base lines, which stand in the place of a tariff's base fields while they are in force. */
import { isBaseLine, type RateLines } from "../model/index.ts";

/** The base fields themselves, among the bases of a tariff. */
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
  const startOf = (place: number): number => lines.withoutPrefix(place).startDate ?? FIRST_DAY;
  places.sort((a, b) => startOf(b) - startOf(a) || a - b);
  return {
    places: Int32Array.from(places),
    startDays: Int32Array.from(places, startOf),
    endDays: Int32Array.from(places, (place) => lines.withoutPrefix(place).endDate ?? LAST_DAY),
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
