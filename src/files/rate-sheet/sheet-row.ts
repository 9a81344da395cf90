import type { RateLine } from "../../model/index.ts";
import type { SheetProblem } from "./rate-sheet.ts";
import type { Place } from "./sheet-layout.ts";

/** One row while it is read: its cells, and what is wrong with them. */
export class SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly problems: SheetProblem[] = [];
  readonly #blank: ReadonlySet<string>;

  constructor(row: number, cells: readonly string[], blank: ReadonlySet<string>) {
    this.row = row;
    this.cells = cells;
    this.#blank = blank;
  }

  /** A cell's text; "" where it says nothing. */
  cell(place: Place | undefined): string {
    if (place === undefined) return "";
    return this.at(place.index);
  }

  at(index: number): string {
    const text = this.cells[index] ?? "";
    return this.#blank.has(text) ? "" : text;
  }

  problem(place: Place | undefined, message: string): void {
    this.problems.push({ row: this.row, column: place?.name, message });
  }
}

/** What a row of prices says. */
export interface RowEntry {
  readonly row: number;
  /** Where its key stands, for messages. */
  readonly keyPlace: Place | undefined;
  readonly prefixes: readonly string[];
  readonly tariffType: string;
  readonly chargeBand: string;
  readonly location: string;
  /** Its lines, without the prefix or the call type they are for. */
  readonly lines: readonly RateLine[];
  /** Set: the row takes its prefix or call type out of the tariff. */
  readonly isDeletion: boolean;
}
