/**
 * R63 and R70: the count and the price that dated changes give a day, and what is billed.
 *
 * Decided here where the text leaves it open:
 * - A correction that changes the price alone also reads the committed count as it now is, because R69 makes net "anew,
 *   with committed count and schemes as they now are".
 * - Under `peak` that is not the committed count, which later days may have raised, but what R70 says: the count recorded
 *   for the day, and the highest of the days before it. A later peak is never charged for days before it.
 */
import { greater, NONE, type Ratio, WHOLE } from "../ratio.ts";
import { isBlank, type Row, text } from "../values.ts";
import { inForceByType, type Placed, pounds } from "./charge-book.ts";
import { type Day, parseDay } from "./days.ts";

type DatedField = "featureCount" | "serviceCharge";
type Dated = ReadonlyArray<readonly [day: Day, value: Ratio]>;

/** A feature's changes are read once. */
const READ = new WeakMap<Row, Partial<Record<DatedField, Dated>>>();

function changesOf(feature: Row, field: DatedField): Dated {
  const read = READ.get(feature) ?? {};
  READ.set(feature, read);
  read[field] ??= ((feature.datedChanges ?? []) as readonly Row[])
    .filter((change) => !isBlank(change[field]))
    .map((change) => [parseDay(text(change.date)), pounds(change[field])!] as const)
    .sort(([a], [b]) => a - b);
  return read[field];
}

/** The latest dated value up to a day; null where none is. */
export function datedOn(feature: Row, field: DatedField, day: Day): Ratio | null {
  return changesOf(feature, field).findLast(([from]) => from <= day)?.[1] ?? null;
}

const USUAL = new WeakMap<Row, Ratio>();

export function countOn({ feature }: Placed, day: Day): Ratio {
  const usual = USUAL.get(feature) ?? pounds(feature.featureCount) ?? WHOLE;
  USUAL.set(feature, usual);
  return datedOn(feature, "featureCount", day) ?? usual;
}

/** The committed count on its way through a feature's charges. */
export class Committed {
  readonly #auto: string;
  count: Ratio | null;

  constructor(placed: Placed) {
    this.#auto = text(inForceByType(placed, "featureCountCommittedAuto"));
    this.count = pounds(placed.feature.featureCountCommitted);
  }

  /** max(count, committed); what was the first day charged, or the peak, is committed from now on. */
  bill(count: Ratio): Ratio {
    if (this.#auto === "initial") this.count ??= count;
    const billed = greater(count, this.count ?? NONE);
    if (this.#auto === "peak") this.count = billed;
    return billed;
  }

  get isPeak(): boolean {
    return this.#auto === "peak";
  }

  /** So many are billed of a day that is corrected. */
  reach(billed: Ratio): void {
    if (this.isPeak) this.count = greater(billed, this.count ?? NONE);
  }
}
