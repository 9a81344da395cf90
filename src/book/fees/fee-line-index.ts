/** R72: an index of the lines of a fixed fee tariff and its parents, to find the line for a charge. */
import type { DayNumber } from "../../calendar/index.ts";
import { addTo, type CheckedFixedFeeLine, type CheckedFixedFeeTariff } from "../../model/index.ts";
import { isInForce } from "../tariffs/select-tariff.ts";
import {
  boxOf,
  closenessOf,
  compareNearness,
  type FeeBox,
  type FeeList,
  type FeePosition,
  standingLines,
} from "./fee-lines.ts";

/** A candidate line. */
export interface OpenedFee extends FeePosition {
  /** The tariff of the line: the child or a parent. */
  readonly tariff: CheckedFixedFeeTariff;
  /** Index of the line in `rates` of that tariff. */
  readonly lineIndex: number;
  readonly line: CheckedFixedFeeLine;
  /** Pounds × 10^6, or millionths of a percent under `markup`. */
  readonly value: number;
  readonly box: FeeBox;
}

/** A line that can never be chosen. */
interface HiddenFee {
  readonly tariff: CheckedFixedFeeTariff;
  readonly lineIndex: number;
  /** True: a line of a nearer tariff for the same charges and dates replaces the line. False: the line has no value. */
  readonly isReplaced: boolean;
}

/** The properties of a charge that decide its line, beside the day. A list that a line sets must hold its name here. */
export interface FeeFacts {
  readonly chargeKind: "recurring" | "oneOff";
  readonly names: { readonly [L in FeeList]?: string | undefined };
}

/** Lines of one closeness and kind of charge, by the names in one list that all the lines set. */
interface FeeGroup {
  readonly closeness: number;
  readonly chargeKind: "recurring" | "oneOff" | undefined;
  /** Undefined where the lines set no list. */
  readonly list: FeeList | undefined;
  readonly byName: ReadonlyMap<string, readonly OpenedFee[]>;
}

/** The lines of a chain of fixed fee tariffs. */
export class FeeLineIndex {
  readonly #groups: readonly FeeGroup[];
  /** Days on which a line begins, or is the first day after its end, ascending. */
  readonly #changes: readonly DayNumber[];
  readonly #chain: readonly CheckedFixedFeeTariff[];

  /** @param chain the tariff, then its parent, and so on */
  constructor(chain: readonly CheckedFixedFeeTariff[]) {
    this.#chain = chain;
    const byRank = new Map<string, OpenedFee[]>();
    for (const { depth, lineIndex } of standingLines(chain)) {
      const tariff = chain[depth] as CheckedFixedFeeTariff;
      const line = tariff.rates[lineIndex] as CheckedFixedFeeLine;
      const { fixedFeeValue: value } = line;
      if (value === undefined) continue;
      const box = boxOf(line);
      const start = line.startDate ?? Number.NEGATIVE_INFINITY;
      const rank = `${closenessOf(box, line)} ${line.chargeKind ?? ""}`;
      const fee = { depth, start, tariff, lineIndex, line, value, box };
      addTo(byRank, rank, fee);
    }
    const dates = [...byRank.values()]
      .flat()
      .flatMap(({ line: { startDate, endDate } }) => [
        ...(startDate === undefined ? [] : [startDate]),
        ...(endDate === undefined ? [] : [endDate + 1]),
      ]);
    this.#changes = [...new Set(dates)].sort((a, b) => a - b);
    this.#groups = [...byRank.values()].map(groupOf).sort((a, b) => b.closeness - a.closeness);
  }

  /** The best lines for a charge on a day: one, several in a tie, or none. */
  choose(charge: FeeFacts, day: DayNumber): readonly OpenedFee[] {
    for (const candidates of this.#candidates(charge)) {
      let best: OpenedFee[] = [];
      for (const fee of candidates) {
        if (!isInForce(fee.line, day) || !isFor(fee.box, charge)) continue;
        const order = best[0] === undefined ? -1 : compareNearness(fee, best[0]);
        if (order < 0) best = [fee];
        else if (order === 0) best.push(fee);
      }
      if (best.length > 0) return best;
    }
    return [];
  }

  /** The first later day on which `choose` may return another line; infinite where there is none. */
  nextChangeAfter(day: DayNumber): DayNumber {
    return this.#changes.find((change) => change > day) ?? Number.POSITIVE_INFINITY;
  }

  /** Whether some line is for the charge, whatever the day. */
  isForSomeDay(charge: FeeFacts): boolean {
    return this.linesFor(charge).next().done !== true;
  }

  /** The candidate lines for a charge, whatever the day; the closest first. */
  *linesFor(charge: FeeFacts): Generator<OpenedFee, void> {
    for (const candidates of this.#candidates(charge)) {
      for (const fee of candidates) if (isFor(fee.box, charge)) yield fee;
    }
  }

  /** The lines for a charge that can never be chosen: without a value, or replaced by a line of a nearer tariff. */
  *hiddenFrom(charge: FeeFacts): Generator<HiddenFee, void> {
    const standing = new Set(
      standingLines(this.#chain).map(({ depth, lineIndex }) => `${depth} ${lineIndex}`),
    );
    for (const [depth, tariff] of this.#chain.entries()) {
      for (const [lineIndex, line] of tariff.rates.entries()) {
        const isReplaced = !standing.has(`${depth} ${lineIndex}`);
        if (!isReplaced && line.fixedFeeValue !== undefined) continue;
        if (line.chargeKind !== undefined && line.chargeKind !== charge.chargeKind) continue;
        if (isFor(boxOf(line), charge)) yield { tariff, lineIndex, isReplaced };
      }
    }
  }

  /** Groups of lines that may be for a charge, the closest first; the caller checks each line. */
  *#candidates({ chargeKind, names }: FeeFacts): Generator<readonly OpenedFee[]> {
    for (const group of this.#groups) {
      if (group.chargeKind !== undefined && group.chargeKind !== chargeKind) continue;
      const name = group.list === undefined ? "" : names[group.list];
      const candidates = name === undefined ? undefined : group.byName.get(name);
      if (candidates !== undefined) yield candidates;
    }
  }
}

function groupOf(fees: readonly OpenedFee[]): FeeGroup {
  const [first] = fees as readonly [OpenedFee];
  // The list with the most different names leaves the fewest lines to compare.
  let list: FeeList | undefined;
  let byName = new Map<string, OpenedFee[]>([["", [...fees]]]);
  for (const candidate of first.box.keys()) {
    const byItsNames = new Map<string, OpenedFee[]>();
    for (const fee of fees) {
      for (const name of fee.box.get(candidate) ?? []) {
        addTo(byItsNames, name, fee);
      }
    }
    if (list === undefined || byItsNames.size > byName.size) [list, byName] = [candidate, byItsNames];
  }
  const { chargeKind } = first.line;
  return { closeness: closenessOf(first.box, first.line), chargeKind, list, byName };
}

function isFor(box: FeeBox, { names }: FeeFacts): boolean {
  for (const [list, lineNames] of box) {
    const name = names[list];
    if (name === undefined || !lineNames.has(name)) return false;
  }
  return true;
}
