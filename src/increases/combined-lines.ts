/**
 * R51: the lines that a tariff without a parent needs to give what a chain of tariffs gave.
 *
 * A *key* is what a line asks of a call beside its dates: prefix, call type, period. Two keys that a call can
 * satisfy together have a meet: the longer prefix, the call type and the period that either names. The keys of
 * all lines of the chain and all their meets are enough: for a call, let k be the most specific of them that it
 * satisfies. The line s that a tariff gives the call meets k in a key that the call satisfies too and that is no
 * less specific, so in k itself; then k asks everything that s asks, and the tariff gives s for every call of
 * which k is the most specific key. One line per key and per span of dates with the same answers does it.
 */
import { keyText, type LineKey, LinesByKey } from "../book/index.ts";
import type { RateLines } from "../model/index.ts";
import { ActionFailure } from "./action-error.ts";
import { covers, type DaySpan, piecesOf, spanOf } from "./day-spans.ts";

/** Lines that a chain may come to, and steps that finding them may take; beyond, the action fails (400502). */
const MOST_COMBINED_LINES = 200_000;
const MOST_STEPS = 50_000_000;

/** A line to be made: for which calls, and which line each tariff of the chain gives them. */
export interface CombinedLine extends LineKey {
  readonly prefix: string;
  readonly span: DaySpan;
  /** Index of the cut that holds the span. */
  readonly cutIndex: number;
  /** By tariff, nearest first: the index of the line that it gives, or undefined. At least one is set. */
  readonly lineIndexes: readonly (number | undefined)[];
}

/**
 * The lines of a chain combined. `cuts` are spans that follow each other over all days: no line goes over the end
 * of one.
 *
 * @throws ActionFailure 400502 beyond MOST_COMBINED_LINES
 */
export function combineLines(
  chain: readonly RateLines[],
  singleRate: boolean,
  cuts: readonly DaySpan[],
): CombinedLine[] {
  const tariffs = chain.map((lines) => new LinesByKey(lines, singleRate));
  const patterns = patternsByPrefix(tariffs);
  const result: CombinedLine[] = [];
  let steps = 0;
  const spend = (count: number): void => {
    steps += count;
    if (steps > MOST_STEPS || result.length > MOST_COMBINED_LINES) {
      throw new ActionFailure(
        "failed",
        `Without its parents the tariff would need more than ${MOST_COMBINED_LINES} lines; shorten the chain first.`,
      );
    }
  };
  for (const prefix of patterns.keys()) {
    for (const pattern of keysAt(prefix, patterns, spend)) {
      const candidates = tariffs.map((tariff) => [...tariff.candidates(prefix, pattern)]);
      const spans = candidates.map((lineIndexes, depth) =>
        lineIndexes.map((lineIndex) => ({ lineIndex, ...spanOf(chain[depth]?.at(lineIndex) ?? {}) })),
      );
      let last: { span: DaySpan; cutIndex: number; lineIndexes: readonly (number | undefined)[] } | undefined;
      let cutIndex = 0;
      for (const piece of piecesOf([...spans.flat(), ...cuts])) {
        while (piece.first > (cuts[cutIndex]?.last ?? Number.POSITIVE_INFINITY)) cutIndex++;
        spend(1 + spans.reduce((sum, spansOfTariff) => sum + spansOfTariff.length, 0));
        const lineIndexes = spans.map(
          (spansOfTariff) => spansOfTariff.find((span) => covers(span, piece))?.lineIndex,
        );
        if (
          last?.cutIndex === cutIndex &&
          last.lineIndexes.every((lineIndex, depth) => lineIndex === lineIndexes[depth])
        ) {
          last.span = { first: last.span.first, last: piece.last };
          continue;
        }
        if (last?.lineIndexes.some((lineIndex) => lineIndex !== undefined) === true)
          result.push({ prefix, ...pattern, ...last });
        last = { span: piece, cutIndex, lineIndexes };
      }
      if (last?.lineIndexes.some((lineIndex) => lineIndex !== undefined) === true)
        result.push({ prefix, ...pattern, ...last });
    }
  }
  return result;
}

/** The keys of all lines by prefix, each by its text. */
function patternsByPrefix(tariffs: readonly LinesByKey[]): ReadonlyMap<string, ReadonlyMap<string, LineKey>> {
  const result = new Map<string, Map<string, LineKey>>();
  for (const { byPrefix } of tariffs) {
    for (const [prefix, groups] of byPrefix) {
      const keys = result.get(prefix) ?? new Map<string, LineKey>();
      result.set(prefix, keys);
      for (const [text, { key }] of groups) keys.set(text, key);
    }
  }
  return result;
}

/** The keys with this prefix: its own patterns, and their meets with those of shorter prefixes. */
function keysAt(
  prefix: string,
  patterns: ReadonlyMap<string, ReadonlyMap<string, LineKey>>,
  spend: (count: number) => void,
): Iterable<LineKey> {
  const around = new Map<string, LineKey>();
  for (let length = prefix.length; length >= 0; length--) {
    for (const [key, pattern] of patterns.get(prefix.slice(0, length)) ?? []) around.set(key, pattern);
  }
  spend(around.size);
  // Meets of call types and periods alone: every other meet of two patterns is one of the two.
  const types = [...around.values()].filter(({ tariffTime }) => tariffTime === "");
  const times = [...around.values()].filter(({ tariffType }) => tariffType === "");
  spend(types.length * times.length);
  for (const { tariffType } of types) {
    for (const { tariffTime } of times)
      around.set(keyText({ tariffType, tariffTime }), { tariffType, tariffTime });
  }
  around.delete(keyText({ tariffType: "", tariffTime: "" }));
  const keys = new Map<string, LineKey>();
  for (const [text, key] of patterns.get(prefix) ?? []) {
    keys.set(text, key);
    spend(around.size);
    for (const other of around.values()) {
      const meet = meetOf(key, other);
      if (meet !== undefined) keys.set(keyText(meet), meet);
    }
  }
  return keys.values();
}

function meetOf(a: LineKey, b: LineKey): LineKey | undefined {
  if (a.tariffType !== "" && b.tariffType !== "" && a.tariffType !== b.tariffType) return undefined;
  if (a.tariffTime !== "" && b.tariffTime !== "" && a.tariffTime !== b.tariffTime) return undefined;
  return { tariffType: a.tariffType || b.tariffType, tariffTime: a.tariffTime || b.tariffTime };
}
