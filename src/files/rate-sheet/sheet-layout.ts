import { addTo, quoteValue } from "../../model/index.ts";
import { delimiterWithin, returnsIn } from "../csv-records.ts";
import { meantText } from "../preset-files.ts";
import {
  type ColumnRef,
  isMoney,
  isPrice,
  MONEY_COLUMNS,
  type MoneyColumn,
  NUMBER_COLUMNS,
  type NumberColumn,
  type SheetColumn,
} from "./mapping.ts";
import type { OpenedMapping, RowShape } from "./open-mapping.ts";
import type { SheetProblem } from "./rate-sheet.ts";

/** A column of the sheet: its index, and its name in messages. */
export interface FoundColumn {
  readonly index: number;
  readonly name: string;
}

type FoundColumns = { readonly [C in SheetColumn]?: FoundColumn };

/** The columns of a row or of a period, found once for all rows. */
export interface ColumnLayout {
  readonly columns: FoundColumns;
  readonly set: Readonly<Record<string, string>>;
  /** Plain numbers, then money. */
  readonly values: readonly (readonly [column: NumberColumn | MoneyColumn, found: FoundColumn])[];
  /** The columns of money that prices a call by itself. */
  readonly prices: readonly FoundColumn[];
  /** Whether the mapping sets such a price. */
  readonly setsPrice: boolean;
}

export interface PeriodLayout extends ColumnLayout {
  readonly tariffTime: string | undefined;
}

export interface RowLayout extends ColumnLayout {
  readonly periods: readonly PeriodLayout[];
  readonly perSeconds: number;
  readonly isNote: boolean;
}

export interface ConditionLayout {
  readonly column: FoundColumn;
  /** In lower case. */
  readonly values: ReadonlySet<string>;
}

export interface SheetLayout {
  /** The cells of the header, which a sheet may repeat; undefined for a sheet without a header. */
  readonly header: readonly string[] | undefined;
  readonly base: RowLayout;
  readonly variants:
    | { readonly column: FoundColumn; readonly codes: ReadonlyMap<string, RowLayout> }
    | undefined;
  readonly only: readonly ConditionLayout[];
  readonly drop: readonly ConditionLayout[];
  readonly notes: readonly ConditionLayout[];
  /** Indexes of all columns that hold money, under any code of a row. */
  readonly money: readonly number[];
  /** Indexes of all columns that the mapping reads, or leaves knowingly. */
  readonly known: ReadonlySet<number>;
}

/** Finds the columns of a mapping in a header; a missing column becomes a problem. */
export function layOut(
  mapping: OpenedMapping,
  header: { readonly line: number; readonly cells: readonly string[] } | undefined,
  problems: SheetProblem[],
): SheetLayout {
  const finder = columnFinder(header?.cells);
  const faults = new Set<string>();
  const money = new Set<number>();
  const read = new Set<number>();
  const find = (ref: ColumnRef, isOptional: boolean): FoundColumn | undefined => {
    const found = finder(ref);
    if (typeof found !== "string") {
      read.add(found.index);
      return found;
    }
    if (!isOptional) faults.add(found);
    return undefined;
  };
  const columnsOf = ({ columns, set }: Pick<RowShape, "columns" | "set">): ColumnLayout => {
    const columnsFound: { [C in SheetColumn]?: FoundColumn } = {};
    for (const [column, ref] of Object.entries(columns) as [SheetColumn, ColumnRef][]) {
      const found = find(ref, mapping.optional.includes(column));
      if (found === undefined) continue;
      columnsFound[column] = found;
      if (isMoney(column)) money.add(found.index);
    }
    return {
      columns: columnsFound,
      set,
      values: foundAmong(columnsFound, [...NUMBER_COLUMNS, ...MONEY_COLUMNS]),
      prices: foundAmong(columnsFound, MONEY_COLUMNS.filter(isPrice)).map(([, found]) => found),
      setsPrice: Object.keys(set).some(isPrice),
    };
  };
  const shapeOf = ({ columns, set, periods, perSeconds, isNote }: RowShape): RowLayout => ({
    ...columnsOf({ columns, set }),
    periods: periods.map((period) => ({ ...columnsOf(period), tariffTime: period.tariffTime })),
    perSeconds,
    isNote,
  });
  const conditionsOf = (conditions: OpenedMapping["rows"]["only"]): readonly ConditionLayout[] =>
    conditions.flatMap(({ column, values }) => {
      const found = find(column, false);
      if (found === undefined) return [];
      return [{ column: found, values: new Set(values.map((value) => value.trim().toLowerCase())) }];
    });
  const { variants } = mapping;
  const variantColumn = variants === undefined ? undefined : find(variants.column, false);
  const layout = {
    header: header?.cells,
    base: shapeOf(mapping.base),
    variants:
      variants === undefined || variantColumn === undefined
        ? undefined
        : {
            column: variantColumn,
            codes: new Map([...variants.codes].map(([code, shape]) => [code, shapeOf(shape)])),
          },
    only: conditionsOf(mapping.rows.only),
    drop: conditionsOf(mapping.rows.drop),
    notes: conditionsOf(mapping.rows.notes),
    money: [...money],
  };
  const known = new Set(read);
  for (const column of mapping.ignoredColumns) {
    const found = finder([column]);
    // A sheet that lacks the column has nothing to ignore.
    if (typeof found === "string") continue;
    if (read.has(found.index)) {
      const name = quoteValue(found.name);
      faults.add(
        `ignoredColumns: the mapping reads ${name}; leave it out of ignoredColumns, or write null for it under columns`,
      );
    }
    known.add(found.index);
  }
  for (const message of faults) problems.push({ row: header?.line, column: undefined, message });
  return { ...layout, known };
}

function foundAmong<C extends SheetColumn>(
  columnsFound: FoundColumns,
  columns: readonly C[],
): readonly (readonly [column: C, found: FoundColumn])[] {
  return columns.flatMap((column) => {
    const found = columnsFound[column];
    return found === undefined ? [] : [[column, found] as const];
  });
}

/** The column with an index from 0, under its name in the header or as `column 3`. */
export function columnAt(index: number, header: readonly string[] | undefined): FoundColumn {
  return { index, name: header?.[index]?.trim() || `column ${index + 1}` };
}

const SHOWN_ALTERNATIVES = 3;

/**
 * Finds the first of a column's alternatives in a header, however its names are spaced and capitalised, or tells that
 * none is there.
 */
function columnFinder(header: readonly string[] | undefined): (ref: ColumnRef) => FoundColumn | string {
  const indexesByName = new Map<string, number[]>();
  for (const [index, name] of (header ?? []).entries()) {
    const key = keyOf(name);
    if (key !== "") addTo(indexesByName, key, index);
  }
  return (ref) => {
    for (const alternative of ref) {
      if (typeof alternative === "number") {
        if (header !== undefined && alternative > header.length) continue;
        return columnAt(alternative - 1, header);
      }
      const [index, another] = indexesByName.get(keyOf(alternative)) ?? [];
      if (index === undefined) continue;
      if (another === undefined) return { index, name: (header?.[index] ?? alternative).trim() };
      return `columns ${index + 1} and ${another + 1} are both named ${quoteValue(alternative)}; give the mapping the number`;
    }
    return whyMissing(ref, header ?? []);
  };
}

function whyMissing(ref: ColumnRef, header: readonly string[]): string {
  const between = delimiterWithin(header);
  if (between !== undefined) {
    return `the header is one column, ${quoteValue(header.join("").trim())}; write "delimiter": ${JSON.stringify(between)} in the mapping where that separates the columns`;
  }
  const shown = ref
    .slice(0, SHOWN_ALTERNATIVES)
    .map((one) => (typeof one === "number" ? `column ${one}` : quoteValue(one)));
  const unshown = ref.length - shown.length;
  const wanted = `${shown.join(" or ")}${unshown > 0 ? ` (or ${unshown} more names)` : ""}`;
  const names = header.map((name) => name.trim()).filter((name) => name !== "");
  return `the header has no ${wanted}${meantText(String(ref[0]), names)}${returnsIn(header)}`;
}

function keyOf(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}
