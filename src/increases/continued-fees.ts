/**
 * R58 and R72: the lines of a fixed fee tariff that end, continue as copies or stay when fees change from a day.
 * Every charge of every day gets the copy of its former line, and ties stay ties.
 *
 * Among lines that set the same lists the tariff nearer in the chain wins, then the later start. All copies start
 * on the day, and a tariff without its parents is alone in its chain: where this would reverse an order, the lines
 * concerned get spans and names that leave no choice.
 */

import { compareNearness, type FeeBox, type FeeList } from "../book/index.ts";
import { addTo, compareValues, groupedBy } from "../model/index.ts";
import { failed } from "./action-error.ts";
import { covers, type DaySpan, overlap, piecesOf } from "./day-spans.ts";

/** A line of a chain that can be chosen. */
export interface DatedFee {
  /** Lists and kind of charge: among lines of one rank tariff and start decide. */
  readonly rank: string;
  readonly box: FeeBox;
  /** 0 is the tariff itself, 1 its parent … */
  readonly depth: number;
  readonly span: DaySpan;
  readonly isChanged: boolean;
}

export interface FeePart {
  readonly lineIndex: number;
  /** Dates and names, where they differ from those of the source line. */
  readonly span?: DaySpan;
  readonly box?: FeeBox;
  readonly isRaised: boolean;
}

/** Maximum lines of the result, and maximum steps of finding them; beyond, the action fails (400502). */
const MOST_PARTS = 200_000;
const MOST_STEPS = 50_000_000;

/**
 * The lines after an increase from a day, in the order of their source lines.
 *
 * @throws ActionFailure 400502 for too many lines
 */
export function continueFees(fees: readonly DatedFee[], day: number): FeePart[] {
  return new FeeContinuation(fees, day).parts();
}

/** Lines connected by charges that meet two of them, directly or through other lines, with the pairs of lines. */
interface MeetingFees {
  readonly lineIndexes: number[];
  readonly pairs: [number, number][];
}

class FeeContinuation {
  readonly #fees: readonly DatedFee[];
  readonly #day: number;
  #steps = 0;

  constructor(fees: readonly DatedFee[], day: number) {
    this.#fees = fees;
    this.#day = day;
  }

  parts(): FeePart[] {
    const parts: FeePart[] = [];
    for (const group of this.#groups()) {
      // One by one: a list of any length must not be spread into arguments.
      for (const part of this.#partsOf(group)) parts.push(part);
      this.#spend(0, parts.length);
    }
    const first = ({ lineIndex, span }: FeePart): number => (span ?? this.#fee(lineIndex).span).first;
    return parts.sort((a, b) => a.lineIndex - b.lineIndex || compareValues(first(a), first(b)));
  }

  *#partsOf({ lineIndexes, pairs }: MeetingFees): Generator<FeePart> {
    const reversals = new Set(pairs.map(([a, b]) => this.#reversal(a, b)));
    if (reversals.has("before")) yield* this.#chosenParts(lineIndexes, Number.NEGATIVE_INFINITY);
    else if (reversals.has("after")) {
      for (const lineIndex of lineIndexes) yield* this.#upToTheDay(lineIndex);
      yield* this.#chosenParts(lineIndexes, this.#day);
    } else for (const lineIndex of lineIndexes) yield* this.#continuedParts(lineIndex);
  }

  #fee(lineIndex: number): DatedFee {
    return this.#fees[lineIndex] as DatedFee;
  }

  #spend(steps: number, parts = 0): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS || parts > MOST_PARTS) {
      throw failed(
        `The tariff would need more than ${MOST_PARTS} lines to give every charge the line that it has; shorten it first.`,
      );
    }
  }

  #groups(): MeetingFees[] {
    const root = this.#fees.map((_, lineIndex) => lineIndex);
    const rootOf = (lineIndex: number): number => {
      let at = lineIndex;
      while (root[at] !== at) at = root[at] as number;
      return at;
    };
    const met: [number, number][] = [];
    for (const [a, b] of this.#candidates()) {
      this.#spend(1);
      const [feeA, feeB] = [this.#fee(a), this.#fee(b)];
      if (overlap(feeA.span, feeB.span) === undefined || !haveChargeInCommon(feeA.box, feeB.box)) continue;
      met.push([a, b]);
      const [low, high] = [rootOf(a), rootOf(b)].sort((x, y) => x - y) as [number, number];
      root[high] = low;
    }
    const pairs = groupedBy(met, ([lineIndex]) => rootOf(lineIndex));
    return Array.from(groupedBy(this.#fees.keys(), rootOf), ([lineIndex, lineIndexes]) => {
      return { lineIndexes, pairs: pairs.get(lineIndex) ?? [] };
    });
  }

  /** Pairs of lines of one rank that share a name of the list with the most different names. */
  *#candidates(): Generator<[number, number]> {
    const byRank = groupedBy(this.#fees.keys(), (lineIndex) => this.#fee(lineIndex).rank);
    for (const lineIndexes of byRank.values()) {
      const list = this.#mostSelectiveList(lineIndexes);
      const byName = new Map<string, number[]>();
      for (const lineIndex of lineIndexes) {
        const partners = new Set<number>();
        const names = list === undefined ? undefined : this.#fee(lineIndex).box.get(list);
        for (const name of names ?? [""]) {
          for (const partner of byName.get(name) ?? []) partners.add(partner);
          addTo(byName, name, lineIndex);
        }
        for (const partner of partners) yield [partner, lineIndex];
      }
    }
  }

  /** Of the lists that lines of one rank set, the one with the most different names. */
  #mostSelectiveList(lineIndexes: readonly number[]): FeeList | undefined {
    let best: FeeList | undefined;
    let most = 0;
    for (const list of this.#fee(lineIndexes[0] as number).box.keys()) {
      const names = new Set(
        lineIndexes.flatMap((lineIndex) => [...(this.#fee(lineIndex).box.get(list) ?? [])]),
      );
      if (names.size > most) [best, most] = [list, names.size];
    }
    return best;
  }

  /** Where ending and continuing two lines would reverse the choice between them: before the day, after it, or not. */
  #reversal(a: number, b: number): "before" | "after" | undefined {
    const [feeA, feeB] = [this.#fee(a), this.#fee(b)];
    const shared = overlap(feeA.span, feeB.span);
    if (shared === undefined) return undefined;
    const order = compareChoice(feeA, feeB);
    if (shared.first < this.#day && compareValues(feeB.span.first, feeA.span.first) !== order)
      return "before";
    if (shared.last < this.#day) return undefined;
    return compareValues(this.#startAfter(feeB), this.#startAfter(feeA)) === order ? undefined : "after";
  }

  /** The start of a line that continues from the day. */
  #startAfter({ span, isChanged }: DatedFee): number {
    return isChanged ? Math.max(span.first, this.#day) : span.first;
  }

  #continuedParts(lineIndex: number): FeePart[] {
    const { span, isChanged } = this.#fee(lineIndex);
    if (!isChanged || span.last < this.#day) return [{ lineIndex, isRaised: false }];
    if (span.first >= this.#day) return [{ lineIndex, isRaised: true }];
    return [
      ...this.#upToTheDay(lineIndex),
      { lineIndex, span: { first: this.#day, last: span.last }, isRaised: true },
    ];
  }

  #upToTheDay(lineIndex: number): FeePart[] {
    const { span } = this.#fee(lineIndex);
    if (span.first >= this.#day) return [];
    if (span.last < this.#day) return [{ lineIndex, isRaised: false }];
    return [{ lineIndex, span: { first: span.first, last: this.#day - 1 }, isRaised: false }];
  }

  /** From a day on, each line with the charges for which it is chosen: lines that share a charge tie, as before. */
  #chosenParts(lineIndexes: readonly number[], from: number): FeePart[] {
    const spans = lineIndexes.map((lineIndex) => this.#fee(lineIndex).span);
    const result: FeePart[] = [];
    let last: { readonly text: string; parts: FeePart[]; readonly span: DaySpan } | undefined;
    for (const piece of piecesOf([...spans, { first: this.#day, last: Number.POSITIVE_INFINITY }])) {
      if (piece.first < from) continue;
      const chosen = this.#chosenOn(piece, lineIndexes);
      const text = chosen
        .map(({ lineIndex, box, isRaised }) => [lineIndex, isRaised, boxText(box)].join())
        .join("\n");
      const span = last?.text === text ? { first: last.span.first, last: piece.last } : piece;
      const parts = chosen.map((part) => ({ ...part, span }));
      if (last !== undefined && last.text !== text) for (const part of last.parts) result.push(part);
      this.#spend(lineIndexes.length, result.length);
      last = { text, parts, span };
    }
    return [...result, ...(last?.parts ?? [])];
  }

  #chosenOn(piece: DaySpan, lineIndexes: readonly number[]): FeePart[] {
    const inForce = lineIndexes.filter((lineIndex) => covers(this.#fee(lineIndex).span, piece));
    inForce.sort((a, b) => compareChoice(this.#fee(a), this.#fee(b)) || a - b);
    const parts: FeePart[] = [];
    for (const [position, lineIndex] of inForce.entries()) {
      const fee = this.#fee(lineIndex);
      let boxes: FeeBox[] = [fee.box];
      for (const preferredIndex of inForce.slice(0, position)) {
        if (compareChoice(this.#fee(preferredIndex), fee) === 0) break;
        this.#spend(boxes.length);
        boxes = boxes.flatMap((box) => without(box, this.#fee(preferredIndex).box));
        this.#spend(0, boxes.length);
      }
      const isRaised = fee.isChanged && piece.first >= this.#day;
      for (const box of boxes) parts.push({ lineIndex, isRaised, ...(box === fee.box ? {} : { box }) });
    }
    return parts;
  }
}

/** R72 among lines of one rank: the nearer tariff, then the later start; 0 where they tie. */
function compareChoice(a: DatedFee, b: DatedFee): number {
  return compareNearness({ depth: a.depth, start: a.span.first }, { depth: b.depth, start: b.span.first });
}

function boxText(box: FeeBox | undefined): string {
  return JSON.stringify([...(box ?? [])].map(([list, names]) => [list, ...names]));
}

/** Whether some charge is in both boxes, which set the same lists. */
function haveChargeInCommon(a: FeeBox, b: FeeBox): boolean {
  for (const [list, names] of a) {
    const otherNames = b.get(list);
    if (otherNames !== undefined && !haveNameInCommon(names, otherNames)) return false;
  }
  return true;
}

function haveNameInCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const name of a) if (b.has(name)) return true;
  return false;
}

/** The charges of a box that are not in another box, as boxes that share no charge. */
function without(box: FeeBox, other: FeeBox): FeeBox[] {
  if (!haveChargeInCommon(box, other)) return [box];
  const rest: FeeBox[] = [];
  const shared = new Map(box);
  for (const [list, names] of box) {
    const otherNames = other.get(list) ?? new Set();
    const outside = new Set([...names].filter((name) => !otherNames.has(name)));
    if (outside.size > 0) rest.push(new Map(shared).set(list, outside));
    shared.set(list, new Set([...names].filter((name) => otherNames.has(name))));
  }
  return rest;
}
