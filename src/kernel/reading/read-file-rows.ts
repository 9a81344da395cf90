/** Reads the rows of a file, CSV or JSON lines, into the columns of a block. */
import { i32At, setI32, u8At } from "../memory.ts";
import * as rows from "../rows.ts";
import {
  ASK_HOST,
  ASKED_OP,
  AT,
  beginRow,
  CAREFULLY,
  DELIMITER,
  END,
  endRow,
  FILE_LINE,
  IS_CSV,
  LINES_WITHIN,
  NEXT_OP,
  ROW,
  ROW_BEGIN,
  readCells,
  WIDTH,
} from "./read-cells.ts";
import { readObject } from "./read-json.ts";

const LINE_FEED: i32 = 10;
const CARRIAGE_RETURN: i32 = 13;

/**
 * Reads rows from AT on until the block has `most` rows or the bytes end, and returns 0; or CAREFULLY or ASK_HOST where
 * a row stops it.
 */
export function readRows(reading: i32, most: i32): i32 {
  const end = i32At(reading + END);
  const width = i32At(reading + WIDTH);
  const isCsv = i32At(reading + IS_CSV) !== 0;
  let at = i32At(reading + AT);
  let row = i32At(reading + ROW);
  let op = i32At(reading + NEXT_OP);
  let stopped: i32 = 0;
  while (row < most && at < end) {
    if (op === 0) {
      const blank = u8At(at) === CARRIAGE_RETURN ? at + 1 : at;
      if (u8At(blank) === LINE_FEED) {
        setI32(reading + FILE_LINE, i32At(reading + FILE_LINE) + 1);
        at = blank + 1;
        continue;
      }
      beginRow(reading);
      setI32(reading + ROW_BEGIN, at);
    }
    if (!isCsv) at = op > width ? at : readObject(reading, at, row, op > 0);
    else {
      if (op > 0 && op < width) at = u8At(at) === i32At(reading + DELIMITER) ? at + 1 : CAREFULLY;
      if (at >= 0 && op < width) at = readCells(reading, at, row, op, width);
    }
    if (at >= 0) {
      if (u8At(at) === CARRIAGE_RETURN) at++;
      if (u8At(at) !== LINE_FEED) at = CAREFULLY;
      else if (!endRow(reading, row)) {
        setI32(reading + ASKED_OP, width);
        setI32(reading + AT, at);
        at = ASK_HOST;
      }
    }
    if (at < 0) {
      stopped = at;
      break;
    }
    at++;
    op = 0;
    const line = i32At(reading + FILE_LINE);
    setI32(rows.LINE + (row << 2), line);
    setI32(reading + FILE_LINE, line + 1 + i32At(reading + LINES_WITHIN));
    setI32(rows.ROW_START + (row << 2), i32At(reading + ROW_BEGIN));
    row++;
  }
  setI32(reading + ROW, row);
  if (stopped === 0) {
    setI32(reading + AT, at);
    setI32(reading + NEXT_OP, 0);
  }
  return stopped;
}
