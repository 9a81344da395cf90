import { quoteValue } from "../../model/index.ts";
import { meantText } from "../preset-files.ts";
import type { ColumnRef } from "./mapping.ts";
import {
  isMoney,
  isPrice,
  MONEY_COLUMNS,
  type MoneyColumn,
  NUMBER_COLUMNS,
  type NumberColumn,
  type SheetColumn,
} from "./mapping.ts";
import type { OpenedMapping, Shape } from "./open-mapping.ts";
import type { SheetProblem } from "./rate-sheet.ts";

/** Where a column is, and what messages call it. */
export interface Place {
  readonly index: number;
  readonly name: string;
}

/** Columns by what they give. */
export type Places = { readonly [C in SheetColumn]?: Place };

/** The columns of a row or of a period, sorted out once for all rows. */
export interface PlacedColumns {
  readonly places: Places;
  readonly set: Readonly<Record<string, string>>;
  /** Plain numbers, then money. */
  readonly values: readonly (readonly [column: NumberColumn | MoneyColumn, place: Place])[];
  /** The places of money that prices a call by itself. */
  readonly prices: readonly Place[];
  /** Whether the mapping sets such a price. */
  readonly setsPrice: boolean;
}

/** A period with its columns in their places. */
export interface PlacedPeriod extends PlacedColumns {
  readonly tariffTime: string | undefined;
}

/** How a row is read, with every column in its place. */
export interface PlacedShape extends PlacedColumns {
  readonly periods: readonly PlacedPeriod[];
  readonly perSeconds: number;
  readonly isNote: boolean;
}

/** Rows by what one column says. */
export interface PlacedCondition {
  readonly place: Place;
  /** In lower case. */
  readonly values: ReadonlySet<string>;
}

/** Where everything is in one sheet. */
export interface SheetLayout {
  /** The cells of the header, which a sheet may repeat; undefined for a sheet without one. */
  readonly header: readonly string[] | undefined;
  readonly base: PlacedShape;
  readonly variants: { readonly place: Place; readonly codes: ReadonlyMap<string, PlacedShape> } | undefined;
  readonly only: readonly PlacedCondition[];
  readonly drop: readonly PlacedCondition[];
  readonly notes: readonly PlacedCondition[];
  /** All columns that hold money, whatever the row's code. */
  readonly money: readonly number[];
}

/** Finds the columns of a mapping in a header; what is not there becomes a problem. */
export function layOut(
  mapping: OpenedMapping,
  header: { readonly line: number; readonly cells: readonly string[] } | undefined,
  problems: SheetProblem[],
): SheetLayout {
  const finder = new ColumnFinder(header?.cells);
  const missing = new Set<string>();
  const money = new Set<number>();
  const find = (ref: ColumnRef, isOptional: boolean): Place | undefined => {
    const found = finder.find(ref);
    if (typeof found !== "string") return found;
    if (!isOptional) missing.add(found);
    return undefined;
  };
  const columnsOf = ({ columns, set }: Pick<Shape, "columns" | "set">): PlacedColumns => {
    const places: { [C in SheetColumn]?: Place } = {};
    for (const [column, ref] of Object.entries(columns) as [SheetColumn, ColumnRef][]) {
      const place = find(ref, mapping.optional.includes(column));
      if (place === undefined) continue;
      places[column] = place;
      if (isMoney(column)) money.add(place.index);
    }
    return {
      places,
      set,
      values: placed(places, [...NUMBER_COLUMNS, ...MONEY_COLUMNS]),
      prices: placed(places, MONEY_COLUMNS.filter(isPrice)).map(([, place]) => place),
      setsPrice: Object.keys(set).some(isPrice),
    };
  };
  const shapeOf = ({ columns, set, periods, perSeconds, isNote }: Shape): PlacedShape => ({
    ...columnsOf({ columns, set }),
    periods: periods.map((own) => ({ ...columnsOf(own), tariffTime: own.tariffTime })),
    perSeconds,
    isNote,
  });
  const conditionsOf = (conditions: OpenedMapping["rows"]["only"]): readonly PlacedCondition[] =>
    conditions.flatMap(({ column, values }) => {
      const place = find(column, false);
      if (place === undefined) return [];
      return [{ place, values: new Set(values.map((value) => value.trim().toLowerCase())) }];
    });
  const { variants } = mapping;
  const variantPlace = variants === undefined ? undefined : find(variants.column, false);
  const layout: SheetLayout = {
    header: header?.cells,
    base: shapeOf(mapping.base),
    variants:
      variants === undefined || variantPlace === undefined
        ? undefined
        : {
            place: variantPlace,
            codes: new Map([...variants.codes].map(([code, shape]) => [code, shapeOf(shape)])),
          },
    only: conditionsOf(mapping.rows.only),
    drop: conditionsOf(mapping.rows.drop),
    notes: conditionsOf(mapping.rows.notes),
    money: [...money],
  };
  for (const message of missing) problems.push({ row: header?.line, column: undefined, message });
  return layout;
}

function placed<C extends SheetColumn>(
  places: Places,
  columns: readonly C[],
): readonly (readonly [column: C, place: Place])[] {
  return columns.flatMap((column) => {
    const place = places[column];
    return place === undefined ? [] : [[column, place] as const];
  });
}

const SHOWN_ALTERNATIVES = 3;

/** Finds columns in a header, however their names are spaced and capitalised. */
class ColumnFinder {
  readonly #header: readonly string[] | undefined;
  readonly #places = new Map<string, number[]>();

  constructor(header: readonly string[] | undefined) {
    this.#header = header;
    for (const [index, name] of (header ?? []).entries()) {
      const key = keyOf(name);
      if (key !== "") this.#places.set(key, [...(this.#places.get(key) ?? []), index]);
    }
  }

  /** The first of a column's alternatives that is there, or why none is. */
  find(ref: ColumnRef): Place | string {
    for (const one of ref) {
      if (typeof one === "number") {
        const name = this.#header?.[one - 1]?.trim();
        if (this.#header !== undefined && name === undefined) continue;
        return { index: one - 1, name: name === undefined || name === "" ? `column ${one}` : name };
      }
      const [index, another] = this.#places.get(keyOf(one)) ?? [];
      if (index === undefined) continue;
      if (another === undefined) return { index, name: (this.#header?.[index] ?? one).trim() };
      return `columns ${index + 1} and ${another + 1} are both named ${quoteValue(one)}; give the mapping the number`;
    }
    return this.#whyMissing(ref);
  }

  #whyMissing(ref: ColumnRef): string {
    const shown = ref
      .slice(0, SHOWN_ALTERNATIVES)
      .map((one) => (typeof one === "number" ? `column ${one}` : quoteValue(one)));
    const others = ref.length - shown.length;
    const wanted = `${shown.join(" or ")}${others > 0 ? ` (or ${others} more names)` : ""}`;
    const names = (this.#header ?? []).map((name) => name.trim()).filter((name) => name !== "");
    return `the header has no ${wanted}${meantText(String(ref[0]), names)}`;
  }
}

function keyOf(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
