import type { ColumnRef, SetValues } from "./mapping-fields.ts";
import type { CheckedMapping, CheckedPeriod } from "./mapping-schema.ts";
import type { SheetColumn } from "./sheet-columns.ts";

/** How a row is read: where its values are, and what stands in for blank cells. */
export interface Shape {
  readonly columns: { readonly [C in SheetColumn]?: ColumnRef };
  readonly set: SetValues;
  readonly periods: readonly CheckedPeriod[];
  readonly perSeconds: number;
  readonly isNote: boolean;
}

/** A mapping that is complete and checked. */
export interface OpenedMapping
  extends Omit<CheckedMapping, "basedOn" | "columns" | "set" | "periods" | "perSeconds" | "variants"> {
  readonly base: Shape;
  /** The shapes of rows by the code in a column. */
  readonly variants: { readonly column: ColumnRef; readonly codes: ReadonlyMap<string, Shape> } | undefined;
  readonly linesBy: "prefix" | "callType";
}
