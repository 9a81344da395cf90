/** The values of a tariff's lines, as checked or packed: of a deck's lines most have the values of their neighbours. */
import type { CheckedRateLine, RateLines, RateValues } from "../model/index.ts";
import { PackedTexts, type TextColumns, textColumns } from "./packed-texts.ts";

/** The rate values of lines. */
export type LineValues = RateLines | PackedLineValues;

/** What packed values consist of: plain data, which another thread can use as it is. */
export interface LineValueColumns {
  /** By line: the place of its values. */
  readonly places: Int32Array;
  /** The different values as JSON, which holds texts and whole numbers as they are. */
  readonly values: TextColumns;
}

/** Values packed into columns; a line's are read each time, as each combination of lines is worked out once. */
export class PackedLineValues {
  readonly columns: LineValueColumns;
  readonly #texts: PackedTexts;

  constructor(columns: LineValueColumns) {
    this.columns = columns;
    this.#texts = new PackedTexts(columns.values);
  }

  get length(): number {
    return this.columns.places.length;
  }

  /** The values of a line from 0 on. */
  at(line: number): RateValues | undefined {
    const text = this.#texts.at(this.columns.places[line] ?? -1);
    return text === undefined ? undefined : (JSON.parse(text) as RateValues);
  }
}

/** The columns of lines' values, whichever way they are kept. */
export function lineValueColumns(lines: LineValues): LineValueColumns {
  if (lines instanceof PackedLineValues) return lines.columns;
  const known = new Map<string, number>();
  const ofDistinct = lines.distinct.map((line) => {
    const text = JSON.stringify(ratesOnly(line));
    const place = known.get(text) ?? known.size;
    known.set(text, place);
    return place;
  });
  const places = lines.kinds.map((kind) => ofDistinct[kind] as number);
  return { places, values: textColumns([...known.keys()]) };
}

/** A line without what says which calls it is for, and without its plan: other tables have these. */
function ratesOnly(line: CheckedRateLine): RateValues {
  const { base, prefix, tariffType, tariffTime, startDate, endDate, discountPlan, ...values } = line;
  return values;
}
