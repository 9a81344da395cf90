/**
 * R51: the lines that a tariff without a parent needs, to give each call the rate that a chain of tariffs gave.
 *
 * A *key* is the condition of a line beside its dates: prefix, call type, period. Two keys that a call can
 * satisfy together have a meet: the longer prefix, the call type and the period that either key names. The keys of
 * all lines of the chain and all meets of these keys are enough: for a call, let k be the most specific of these keys
 * that the call satisfies. The line s that a tariff gives the call meets k in a key that the call satisfies too and
 * that is no less specific than k, so the meet is k itself. Then k includes every condition of s, and the tariff gives
 * s for every call of which k is the most specific key. So one line per key and per span of dates with the same lines
 * is enough.
 */
import { keyText, type LineKey, LinesByKey } from "../book/index.ts";
import { madeOnce, type RateLines } from "../model/index.ts";
import { failed } from "./action-error.ts";
import { covers, type DaySpan, piecesOf, spanOf } from "./day-spans.ts";

/** Maximum lines of a combined chain, and maximum steps of finding them; beyond, the action fails (400502). */
const MOST_COMBINED_LINES = 200_000;
const MOST_STEPS = 50_000_000;

/** A line of the result: the calls it is for, and the line that each tariff of the chain gives these calls. */
export interface CombinedLine extends LineKey {
  readonly prefix: string;
  readonly span: DaySpan;
  /** Index of the cut that holds the span. */
  readonly cutIndex: number;
  /** By tariff, nearest first: the index of the line that the tariff gives, or undefined. At least one is set. */
  readonly lineIndexes: readonly (number | undefined)[];
}

/**
 * Combines the lines of a chain. `cuts` are consecutive spans over all days: no line goes over the end of a cut.
 *
 * @throws ActionFailure 400502 beyond MOST_COMBINED_LINES
 */
export function combineLines(chain: readonly RateLines[], cuts: readonly DaySpan[]): CombinedLine[] {
  const tariffs = chain.map((lines) => new LinesByKey(lines));
  const lineKeys = keysByPrefix(tariffs);
  const result: CombinedLine[] = [];
  let steps = 0;
  const spend = (count: number): void => {
    steps += count;
    if (steps > MOST_STEPS || result.length > MOST_COMBINED_LINES) {
      throw failed(
        `Without its parents the tariff would need more than ${MOST_COMBINED_LINES} lines; shorten the chain first.`,
      );
    }
  };
  for (const prefix of lineKeys.keys()) {
    for (const key of keysAt(prefix, lineKeys, spend)) {
      const candidates = tariffs.map((tariff) => [...tariff.candidates(prefix, key)]);
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
          result.push({ prefix, ...key, ...last });
        last = { span: piece, cutIndex, lineIndexes };
      }
      if (last?.lineIndexes.some((lineIndex) => lineIndex !== undefined) === true)
        result.push({ prefix, ...key, ...last });
    }
  }
  return result;
}

function keysByPrefix(tariffs: readonly LinesByKey[]): ReadonlyMap<string, ReadonlyMap<string, LineKey>> {
  const result = new Map<string, Map<string, LineKey>>();
  for (const { byPrefix } of tariffs) {
    for (const [prefix, groups] of byPrefix) {
      const keys = madeOnce(result, prefix, () => new Map<string, LineKey>());
      for (const [text, { key }] of groups) keys.set(text, key);
    }
  }
  return result;
}

/** The keys of a prefix: the keys of its lines, and the meets of these keys with keys of shorter prefixes. */
function keysAt(
  prefix: string,
  lineKeys: ReadonlyMap<string, ReadonlyMap<string, LineKey>>,
  spend: (count: number) => void,
): Iterable<LineKey> {
  const keysAround = new Map<string, LineKey>();
  for (let length = prefix.length; length >= 0; length--) {
    for (const [text, key] of lineKeys.get(prefix.slice(0, length)) ?? []) keysAround.set(text, key);
  }
  spend(keysAround.size);
  // Meets of call types and periods alone: every other meet of two keys is one of the two keys.
  const types = [...keysAround.values()].filter(({ tariffTime }) => tariffTime === "");
  const times = [...keysAround.values()].filter(({ tariffType }) => tariffType === "");
  spend(types.length * times.length);
  for (const { tariffType } of types) {
    for (const { tariffTime } of times)
      keysAround.set(keyText({ tariffType, tariffTime }), { tariffType, tariffTime });
  }
  keysAround.delete(keyText({ tariffType: "", tariffTime: "" }));
  const keys = new Map<string, LineKey>();
  for (const [text, key] of lineKeys.get(prefix) ?? []) {
    keys.set(text, key);
    spend(keysAround.size);
    for (const other of keysAround.values()) {
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
