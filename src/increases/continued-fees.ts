/**
 * R58 and R72: which lines of a fixed fee tariff end, go on as copies or stay when fees change from a day, so that
 * every charge of every day gets the copy of the line that it got before, and ties stay ties.
 *
 * Among lines that set the same lists the tariff nearer in the chain counts, then the later start. Copies all start
 * on the day, and a tariff without its parents has but one place in a chain: where that would turn an order round,
 * the lines concerned are given spans and names that leave nothing to decide.
 */
import { compareNearness, type FeeBox, type FeeList } from "../book/index.ts";
import { ActionFailure } from "./action-error.ts";
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

/** A line of the result. */
export interface FeePart {
  /** Place of the line that it comes from. */
  readonly line: number;
  /** Its dates and its names, where they are not those of that line. */
  readonly span?: DaySpan;
  readonly box?: FeeBox;
  readonly isRaised: boolean;
}

/** Lines that an action may come to, and steps that finding them may take; beyond, it fails (400502). */
const MOST_PARTS = 200_000;
const MOST_STEPS = 50_000_000;

/**
 * The lines after an increase from a day, in the order of the lines they come from.
 *
 * @throws ActionFailure 400502 where that would be too many lines
 */
export function continueFees(fees: readonly DatedFee[], day: number): FeePart[] {
  return new FeeContinuation(fees, day).parts();
}

/** Lines that a charge can meet together, directly or through others, with the pairs that it can meet. */
interface FeeGroup {
  readonly places: number[];
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
      // One by one: a list of any length must not become arguments.
      for (const part of this.#partsOf(group)) parts.push(part);
      this.#spend(0, parts.length);
    }
    const first = ({ line, span }: FeePart): number => (span ?? this.#fee(line).span).first;
    return parts.sort((a, b) => a.line - b.line || compare(first(a), first(b)));
  }

  *#partsOf({ places, pairs }: FeeGroup): Generator<FeePart> {
    const turned = new Set(pairs.map(([a, b]) => this.#isTurned(a, b)));
    if (turned.has("before")) yield* this.#decided(places, Number.NEGATIVE_INFINITY);
    else if (turned.has("after")) {
      for (const place of places) yield* this.#upToTheDay(place);
      yield* this.#decided(places, this.#day);
    } else for (const place of places) yield* this.#plainly(place);
  }

  #fee(place: number): DatedFee {
    return this.#fees[place] as DatedFee;
  }

  #spend(steps: number, parts = 0): void {
    this.#steps += steps;
    if (this.#steps > MOST_STEPS || parts > MOST_PARTS) {
      throw new ActionFailure(
        "failed",
        `The tariff would need more than ${MOST_PARTS} lines to give every charge the line that it has; shorten it first.`,
      );
    }
  }

  #groups(): FeeGroup[] {
    const root = this.#fees.map((_, place) => place);
    const rootOf = (place: number): number => {
      let at = place;
      while (root[at] !== at) at = root[at] as number;
      return at;
    };
    const met: [number, number][] = [];
    for (const [a, b] of this.#candidates()) {
      this.#spend(1);
      const [one, other] = [this.#fee(a), this.#fee(b)];
      if (overlap(one.span, other.span) === undefined || !haveChargeInCommon(one.box, other.box)) continue;
      met.push([a, b]);
      const [low, high] = [rootOf(a), rootOf(b)].sort((x, y) => x - y) as [number, number];
      root[high] = low;
    }
    const groups = new Map<number, FeeGroup>();
    for (const place of this.#fees.keys()) {
      const own = groups.get(rootOf(place));
      if (own === undefined) groups.set(rootOf(place), { places: [place], pairs: [] });
      else own.places.push(place);
    }
    for (const pair of met) groups.get(rootOf(pair[0]))?.pairs.push(pair);
    return [...groups.values()];
  }

  /** Pairs of lines of one rank that share a name of the list that tells most of them apart. */
  *#candidates(): Generator<[number, number]> {
    const byRank = new Map<string, number[]>();
    for (const [place, { rank }] of this.#fees.entries()) {
      const own = byRank.get(rank);
      if (own === undefined) byRank.set(rank, [place]);
      else own.push(place);
    }
    for (const places of byRank.values()) {
      const list = this.#mostTelling(places);
      const byName = new Map<string, number[]>();
      for (const place of places) {
        const partners = new Set<number>();
        const names = list === undefined ? undefined : this.#fee(place).box.get(list);
        for (const name of names ?? [""]) {
          const others = byName.get(name);
          if (others === undefined) byName.set(name, [place]);
          else {
            for (const other of others) partners.add(other);
            others.push(place);
          }
        }
        for (const other of partners) yield [other, place];
      }
    }
  }

  /** Of the lists that lines of one rank set, the one with the most different names. */
  #mostTelling(places: readonly number[]): FeeList | undefined {
    let best: FeeList | undefined;
    let most = 0;
    for (const list of this.#fee(places[0] as number).box.keys()) {
      const names = new Set(places.flatMap((place) => [...(this.#fee(place).box.get(list) ?? [])]));
      if (names.size > most) [best, most] = [list, names.size];
    }
    return best;
  }

  /** Whether ending and continuing two lines would turn round which of them is chosen, and on which days. */
  #isTurned(a: number, b: number): "before" | "after" | undefined {
    const [one, other] = [this.#fee(a), this.#fee(b)];
    const shared = overlap(one.span, other.span);
    if (shared === undefined) return undefined;
    const order = compareChoice(one, other);
    if (shared.first < this.#day && compare(other.span.first, one.span.first) !== order) return "before";
    if (shared.last < this.#day) return undefined;
    return compare(this.#startAfter(other), this.#startAfter(one)) === order ? undefined : "after";
  }

  /** Where a line starts that goes on from the day. */
  #startAfter({ span, isChanged }: DatedFee): number {
    return isChanged ? Math.max(span.first, this.#day) : span.first;
  }

  #plainly(line: number): FeePart[] {
    const { span, isChanged } = this.#fee(line);
    if (!isChanged || span.last < this.#day) return [{ line, isRaised: false }];
    if (span.first >= this.#day) return [{ line, isRaised: true }];
    return [...this.#upToTheDay(line), { line, span: { first: this.#day, last: span.last }, isRaised: true }];
  }

  #upToTheDay(line: number): FeePart[] {
    const { span } = this.#fee(line);
    if (span.first >= this.#day) return [];
    if (span.last < this.#day) return [{ line, isRaised: false }];
    return [{ line, span: { first: span.first, last: this.#day - 1 }, isRaised: false }];
  }

  /** From a day on, each line for the charges for which it is chosen: lines that share one tie, as they did. */
  #decided(places: readonly number[], from: number): FeePart[] {
    const spans = places.map((place) => this.#fee(place).span);
    const result: FeePart[] = [];
    let last: { readonly text: string; parts: FeePart[]; readonly span: DaySpan } | undefined;
    for (const piece of piecesOf([...spans, { first: this.#day, last: Number.POSITIVE_INFINITY }])) {
      if (piece.first < from) continue;
      const chosen = this.#chosenOn(piece, places);
      const text = chosen.map(({ line, box, isRaised }) => [line, isRaised, boxText(box)].join()).join("\n");
      const span = last?.text === text ? { first: last.span.first, last: piece.last } : piece;
      const parts = chosen.map((part) => ({ ...part, span }));
      if (last !== undefined && last.text !== text) for (const part of last.parts) result.push(part);
      this.#spend(places.length, result.length);
      last = { text, parts, span };
    }
    return [...result, ...(last?.parts ?? [])];
  }

  #chosenOn(piece: DaySpan, places: readonly number[]): FeePart[] {
    const inForce = places.filter((place) => covers(this.#fee(place).span, piece));
    inForce.sort((a, b) => compareChoice(this.#fee(a), this.#fee(b)) || a - b);
    const parts: FeePart[] = [];
    for (const [at, line] of inForce.entries()) {
      const fee = this.#fee(line);
      let boxes: FeeBox[] = [fee.box];
      for (const before of inForce.slice(0, at)) {
        if (compareChoice(this.#fee(before), fee) === 0) break;
        this.#spend(boxes.length);
        boxes = boxes.flatMap((box) => without(box, this.#fee(before).box));
        this.#spend(0, boxes.length);
      }
      const isRaised = fee.isChanged && piece.first >= this.#day;
      for (const box of boxes) parts.push({ line, isRaised, ...(box === fee.box ? {} : { box }) });
    }
    return parts;
  }
}

/** R72 among lines of one rank: the nearer tariff, then the later start; 0 where they tie. */
function compareChoice(a: DatedFee, b: DatedFee): number {
  return compareNearness({ depth: a.depth, start: a.span.first }, { depth: b.depth, start: b.span.first });
}

/** Not a difference: two open starts would make NaN. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function boxText(box: FeeBox | undefined): string {
  return JSON.stringify([...(box ?? [])].map(([list, names]) => [list, ...names]));
}

/** Boxes of charges (R72) laid over each other: what two have in common, and what is left of one without the other. */

/** Whether some charge is in both boxes, which set the same lists. */
function haveChargeInCommon(a: FeeBox, b: FeeBox): boolean {
  for (const [list, names] of a) {
    const others = b.get(list);
    if (others === undefined) continue;
    let isShared = false;
    for (const name of names) {
      if (!others.has(name)) continue;
      isShared = true;
      break;
    }
    if (!isShared) return false;
  }
  return true;
}

/** The charges of a box that are not in another one, as boxes that share none. */
function without(box: FeeBox, other: FeeBox): FeeBox[] {
  if (!haveChargeInCommon(box, other)) return [box];
  const rest: FeeBox[] = [];
  const shared = new Map(box);
  for (const [list, names] of box) {
    const others = other.get(list) ?? new Set();
    const outside = new Set([...names].filter((name) => !others.has(name)));
    if (outside.size > 0) rest.push(new Map(shared).set(list, outside));
    shared.set(list, new Set([...names].filter((name) => others.has(name))));
  }
  return rest;
}
