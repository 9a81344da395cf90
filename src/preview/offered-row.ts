/** A row of columns as a call that may be kept: its id and its record are read only where they are asked for. */

import { type CallColumns, idOfRow } from "../engine/index.ts";
import { copyOf } from "../model/index.ts";
import type { Units } from "../money/index.ts";
import type { KeptCall, OfferedCall } from "./leading-calls.ts";

/** One object for all rows, one after another. */
export class OfferedRow implements OfferedCall {
  line = 0;
  arrival = 0;
  size: Units = 0;
  #columns: CallColumns | undefined;
  #row = 0;
  #id: string | null | undefined;
  #kept: KeptCall | undefined;

  /** Is another row from now on. */
  become(columns: CallColumns, row: number, line: number, arrival: number, size: Units): void {
    this.line = line;
    this.arrival = arrival;
    this.size = size;
    this.#columns = columns;
    this.#row = row;
    this.#id = undefined;
    this.#kept = undefined;
  }

  get id(): string | null {
    if (this.#id === undefined) this.#id = idOfRow(this.#columns as CallColumns, this.#row);
    return this.#id;
  }

  readonly keep = (): KeptCall => {
    const { id, line, arrival, size } = this;
    // The record is copied: what it holds later is its owner's affair.
    this.#kept ??= {
      id,
      line,
      arrival,
      size,
      call: copyOf((this.#columns as CallColumns).recordOf(this.#row)),
      discounted: undefined,
    };
    return this.#kept;
  };
}
