/** Cells that were found, put into the columns of a row: those that are a field as they stand. */
import { f64At, i32At, setF64, setI32 } from "../memory.ts";
import {
  beginRow,
  CAREFULLY,
  CODE_COLUMN,
  COLUMN,
  END_COLUMN,
  ESCAPED_COLUMN,
  HAS_ODD_ENDS,
  KIND,
  NAME,
  NEXT_PUT,
  NO_CODE,
  OP_BYTES,
  OPS,
  putCell,
  show,
} from "./read-cells.ts";
import { areSame } from "./read-names.ts";

// Words of a put.
/** The operation that found the cell, and the one that it is put by. */
export const FOUND: i32 = 0;
export const PUT: i32 = 4;
/** The column that keeps where such cells begin, before that of their ends; 0 where nobody asks for it. */
export const SHOWN: i32 = 8;
/** Whether a quantity of 0 is none. */
export const IS_ZERO_BLANK: i32 = 12;
/** Texts that say nothing: how many they are, and of each where it begins and where it ends; 0 for none. */
export const NONES: i32 = 16;
export const PUT_BYTES: i32 = 20;

/** Begins with a row of which no cell is found; where cells begin and end stands in two columns of so many. */
export function beginFound(reading: i32, starts: i32, ends: i32, count: i32): void {
  beginRow(reading);
  setI32(reading + HAS_ODD_ENDS, 0);
  for (let at: i32 = 0; at < count << 2; at += 8) {
    setF64(starts + at, 0);
    setF64(ends + at, 0);
  }
}

/** Puts the cells of a list from the one at `first` on; gives 0, CAREFULLY, or ASK_HOST: NEXT_PUT is then the one to go on with. */
export function putFound(reading: i32, list: i32, first: i32, count: i32, row: i32): i32 {
  for (let at = first; at < count; at++) {
    const words = list + at * PUT_BYTES;
    const found = reading + OPS + i32At(words + FOUND) * OP_BYTES;
    const start = i32At(i32At(found + COLUMN));
    const end = i32At(i32At(found + END_COLUMN));
    const nones = i32At(words + NONES);
    const isBlank = start === end || (nones !== 0 && isNone(nones, start, end));
    show(i32At(words + SHOWN), isBlank ? 0 : start, isBlank ? 0 : end, row);
    if (isBlank) continue;
    const op = i32At(words + PUT);
    const operation = reading + OPS + op * OP_BYTES;
    const kind = i32At(operation + KIND);
    const code = kind === NAME ? i32At(i32At(found + CODE_COLUMN)) : NO_CODE;
    if (code >= 0) {
      setI32(i32At(operation + CODE_COLUMN) + (row << 2), code);
      continue;
    }
    const isEscaped = i32At(i32At(found + ESCAPED_COLUMN)) !== 0;
    const put = putCell(reading, op, start, end, row, isEscaped);
    const isZeroBlank = i32At(words + IS_ZERO_BLANK) !== 0;
    if (put !== 0) {
      setI32(reading + NEXT_PUT, at + 1);
      return isZeroBlank ? CAREFULLY : put;
    }
    if (isZeroBlank && f64At(i32At(operation + COLUMN) + (row << 3)) === 0) {
      setF64(i32At(operation + COLUMN) + (row << 3), NaN);
      show(i32At(words + SHOWN), 0, 0, row);
    }
  }
  return 0;
}

function isNone(nones: i32, start: i32, end: i32): boolean {
  const last = nones + (i32At(nones) << 3);
  for (let words = nones; words < last; words += 8)
    if (i32At(words + 8) - i32At(words + 4) === end - start && areSame(i32At(words + 4), start, end - start))
      return true;
  return false;
}
