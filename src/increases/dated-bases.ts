/** R25: the base of a tariff over time: its base fields, or the base line that replaces them. */
import { baseFieldName, isBaseLine, RATE_VALUE_NAMES, type RateValues, type Tariff } from "../model/index.ts";
import { covers, type DaySpan, piecesOf, spanOf } from "./day-spans.ts";
import type { Fields } from "./raised-prices.ts";
import type { ReadRecord } from "./record-of-book.ts";

/** A record that gives values: raw values by the field names of a line, and checked values. */
export interface Source {
  readonly raw: (name: string) => unknown;
  readonly checked: RateValues;
}

/** The base of a tariff on some days. */
export interface DatedBase extends Source {
  readonly span: DaySpan;
  /** Index of the base line in `rates`; undefined = the base fields. */
  readonly lineIndex: number | undefined;
}

/** The bases of a tariff in order of their dates; together the bases cover every day. */
export function basesOf({ raw, checked }: ReadRecord<"tariffs">): readonly DatedBase[] {
  const spans = checked.rates
    .where(isBaseLine)
    .map((lineIndex) => ({ lineIndex, ...spanOf(checked.rates.patternOf(lineIndex)) }));
  // R26: the latest start counts.
  spans.sort((a, b) => (a.first === b.first ? a.lineIndex - b.lineIndex : a.first < b.first ? 1 : -1));
  const bases: DatedBase[] = [];
  for (const piece of piecesOf(spans)) {
    const lineIndex = spans.find((span) => covers(span, piece))?.lineIndex;
    const last = bases.at(-1);
    if (last !== undefined && last.lineIndex === lineIndex) {
      bases[bases.length - 1] = { ...last, span: { first: last.span.first, last: piece.last } };
      continue;
    }
    const source =
      lineIndex === undefined ? baseFields({ raw, checked }) : lineSource({ raw, checked }, lineIndex);
    bases.push({ ...source, span: piece, lineIndex });
  }
  return bases;
}

export function baseFields({ raw, checked }: ReadRecord<"tariffs">): Source {
  const fields = raw as unknown as Fields;
  return { raw: (name) => fields[baseFieldName(name as keyof RateValues)], checked: checked.base };
}

export function lineSource({ raw, checked }: ReadRecord<"tariffs">, lineIndex: number): Source {
  const line = (raw.rates?.[lineIndex] ?? {}) as unknown as Fields;
  return { raw: (name) => line[name], checked: checked.rates.at(lineIndex) ?? {} };
}

export function valuesIn({ raw, checked }: Source): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of RATE_VALUE_NAMES) if (checked[name] !== undefined) values[name] = raw(name);
  return values;
}

/** The lines of a tariff without base lines, as indexes in `rates`. */
export function ordinaryLines(checked: ReadRecord<"tariffs">["checked"]): readonly number[] {
  return checked.rates.where((line) => !isBaseLine(line));
}

export function rawLines(raw: Tariff): readonly Fields[] {
  return (raw.rates ?? []) as unknown as readonly Fields[];
}
